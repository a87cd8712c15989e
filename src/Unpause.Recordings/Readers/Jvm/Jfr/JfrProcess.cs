namespace Unpause.Recordings.Readers.Jvm.Jfr;

/// <summary>Builds the recording of one JVM from its chunks.</summary>
internal sealed class JfrProcess
{
    /// <summary>Chunks follow each other at once; a longer distance is a chunk that is missing.</summary>
    private const long GapNanoseconds = 1_000_000_000;

    /// <summary>The mapping of the JVM's counter to wall time is set anew with each chunk.</summary>
    private const long UncertaintyNanoseconds = 1_000_000;

    /// <summary>Two sources of what was allocated that differ by more than this are explained.</summary>
    private const double DisagreeingShare = 0.1;

    /// <summary>A recording that begins so soon after its JVM began with it: with -XX:StartFlightRecording.</summary>
    private const long WithTheJvm = 10_000_000_000;

    private readonly RecordingBuilder _recording;
    private readonly Dictionary<string, InducedCall> _induced = new(StringComparer.Ordinal);
    private readonly JfrOldObjects _oldObjects = new();
    private readonly JfrTriggers _triggers = new();
    private JfrChunk? _chunk;
    private JfrNames _names = new();
    private long _zero = long.MaxValue;
    private long _end = long.MinValue;
    private long _lostBytes;

    public JfrProcess(ReadContext context)
    {
        _recording = new RecordingBuilder
        {
            Source = new SourceBuilder { Format = JfrReader.Format, Runtime = Runtimes.Jvm, Files = context.Files }
        };
        Description = new JfrDescription(_recording.Source);
        context.Memory.Watch(() => _recording.MemoryBytes + Collections.MemoryBytes + Safepoints.MemoryBytes
            + _triggers.MemoryBytes);
    }

    public JfrCollections Collections { get; } = new();

    public JfrSafepoints Safepoints { get; } = new();

    public JfrAllocations Allocations { get; } = new();

    public JfrOtherWaits OtherWaits { get; } = new();

    public JfrDescription Description { get; }

    /// <summary>Whether a chunk's JVM is this one.</summary>
    public bool IsSame(long? processId, long? startedUnixNanoseconds) =>
        processId is null || _recording.Source.ProcessId is null
        || (processId == _recording.Source.ProcessId && startedUnixNanoseconds == Description.StartedUnixNanoseconds);

    /// <summary>Takes in a chunk.</summary>
    public void Add(JfrChunk chunk)
    {
        var start = chunk.Header.StartUnixNanoseconds;
        if (_end != long.MinValue && start - _end > GapNanoseconds) NoteGap(_end, start - _end);
        (_chunk, _names) = (chunk, new JfrNames());
        _zero = Math.Min(_zero, start);
        _end = Math.Max(_end, start + chunk.Header.DurationNanoseconds);
        var takers = new Dictionary<long, (JfrClass Type, Action<JfrProcess, JfrValue> Take)>();
        foreach (var type in chunk.Metadata.Classes.Values)
        {
            if (JfrEventTable.Find(type.Name) is { } take) takers.Add(type.Id, (type, take));
        }

        var events = new JfrEvents(chunk.Bytes);
        while (events.MoveNext())
        {
            if (!takers.TryGetValue(events.Type, out var taker)) continue;
            var e = JfrValue.Create(chunk, taker.Type, events.Fields);
            taker.Take(this, e);
            // The header of a chunk in progress has the length at its last flush.
            if (chunk.Header.InProgress && e["startTime"].UnixNanoseconds() is { } at)
            {
                _end = Math.Max(_end, at + (e["duration"].Nanoseconds() ?? 0));
            }
        }

        _triggers.EndChunk();
        Allocations.EndChunk(_names, start, Description.StartedUnixNanoseconds is { } began && _zero - began <= WithTheJvm);
    }

    public void AllocationFailed(JfrValue e) => _triggers.Allocation(e, _names);

    public void Induced(JfrValue e)
    {
        _triggers.Call(e, _names);
        var stack = _names.Stack(e["stackTrace"]);
        var key = string.Join('\n', stack);
        if (_induced.Count >= Limits.AllocationSites && !_induced.ContainsKey(key)) return;
        var known = _induced.GetValueOrDefault(key) ?? new InducedCall(0, stack);
        _induced[key] = known with { Count = known.Count + 1 };
    }

    public void OldObject(JfrValue e) => _oldObjects.Add(e, _names);

    public void Stall(JfrValue e)
    {
        if (e["startTime"].UnixNanoseconds() is { } start && e["duration"].Nanoseconds() is { } duration)
        {
            _recording.Stalls.Add(new Stall(start, duration, "Allocation Stall"));
        }
    }

    /// <summary>Settings name the event that they are for by the number of its type.</summary>
    public void Setting(JfrValue e)
    {
        if (e["id"].Number() is not { } id || !_chunk!.Metadata.Classes.TryGetValue(id, out var type)) return;
        if (e["name"].Text() != "threshold") return;
        OtherWaits.Threshold(type.Name, e["value"].Text());
        if (type.Name is not ("jdk.SafepointBegin" or "jdk.ExecuteVMOperation")) return;
        if (e["value"].Text() is { } value && value.AsSpan().IndexOfAnyInRange('1', '9') >= 0) Safepoints.Threshold = value;
    }

    public void Lost(JfrValue e) => _lostBytes = Math.Max(_lostBytes, e["total"].Bytes() ?? 0);

    /// <summary>The finished recording; null when it has nothing of the collector.</summary>
    /// <param name="note">Adds to its coverage what is known of the file.</param>
    public Recording? Finish(Action<CoverageBuilder> note)
    {
        Collections.AddTo(_recording);
        _recording.Triggers = _triggers.Build(_recording.Collections);
        Safepoints.AddTo(_recording);
        _recording.Allocations = Allocations.Build();
        _recording.OtherWaits = OtherWaits.Build();
        AddAllocated();

        if (_recording.Collections.Count > 0 && _recording.Collections[0].StartNanoseconds is { } first
            && _zero - first is > 0 and < GapNanoseconds * 60)
        {
            _zero = first;
        }

        _oldObjects.AddTo(_recording, _zero);
        if (_recording.Collections.Count == 0 && _recording.Stops is null
            && _recording.OldObjects is null && _recording.Allocations is null)
        {
            return null;
        }

        if (Description.StartedUnixNanoseconds is { } started)
        {
            _recording.Source.ProcessStartedAt = DateTimeOffset.UnixEpoch.AddTicks(started / 100);
        }

        _recording.HeapMaximumBytes = Description.HeapMaximumBytes;
        _recording.InducedBy = _induced.Count == 0 ? null : [.. _induced.Values.OrderByDescending(call => call.Count)];
        _recording.DurationNanoseconds = Math.Max(0, _end - _zero);
        _recording.Clock = new Clock(
            DateTimeOffset.UnixEpoch.AddTicks(_zero / 100), UncertaintyNanoseconds, "the JVM's clock at the start of each chunk");
        JvmTimes.Shift(_recording, _zero);
        if (_lostBytes > 0)
        {
            _recording.Coverage.Add(
                $"The JVM dropped {Quantities.Bytes(_lostBytes)} of events because its buffers were full: "
                + "collections or pauses may be missing.");
        }

        note(_recording.Coverage);
        return _recording.Build();
    }

    /// <summary>
    /// What was allocated in all. Threads' own counters and the samples' weights are of the whole recording; sizes before and after
    /// collections are only of the time between the first and the last, and say nothing where collectors run beside the program.
    /// </summary>
    private void AddAllocated()
    {
        var counted = Allocations.CountedBytes;
        var sampled = _recording.Allocations is { } samples ? Total.Sum(samples.Sites, site => site.Bytes).Value : (long?)null;
        var bySizes = Total.Sum(_recording.Collections, collection => collection.AllocatedBytes ?? 0).Value;
        // Counters of threads that ended are gone with them; their samples stay.
        if (counted is not null || bySizes == 0) _recording.AllocatedBytes = Larger(counted, sampled);
        foreach (var note in Allocations.Notes()) _recording.Coverage.Add(note);
        if (sampled is > 0 and var all && (_recording.AllocatedBytes ?? bySizes) is > 0 and var other
            && Math.Abs(all - other) > other * DisagreeingShare)
        {
            _recording.Coverage.Add(
                $"Allocation samples add up to {Quantities.Bytes(all)}, "
                + $"{(counted is null ? "heap sizes at collections" : "threads' counters")} to {Quantities.Bytes(other)}: "
                + $"{Difference(counted is null, all < other)}. Use the samples for shares and the heap for totals.");
        }
    }

    private static string Difference(bool bySizes, bool fewerSampled) => (bySizes, fewerSampled) switch
    {
        (_, true) => "samples do not include what threads allocated after their last one",
        (true, _) => "the sizes cover only the time between the first collection and the last",
        _ => "counters of ended threads are lost",
    };

    private static long? Larger(long? one, long? other) => one > other || other is null ? one : other;

    private void NoteGap(long start, long gap)
    {
        _recording.Lose(start, gap);
        _recording.Coverage.Add(
            $"{Quantities.Duration(gap)} are missing between two chunks of the recording; they are left out of shares and rates.");
    }
}

/// <summary>A recording's description of the JVM: version, command, collector, heap, and the flags that were set.</summary>
internal sealed class JfrDescription(SourceBuilder source)
{
    private const string Untouched = "Default";

    /// <summary>When the JVM started, in nanoseconds since 1970.</summary>
    public long? StartedUnixNanoseconds { get; private set; }

    public long? HeapMaximumBytes { get; private set; }

    public void Machine(JfrValue e)
    {
        StartedUnixNanoseconds ??= e["jvmStartTime"].UnixNanoseconds();
        source.ProcessId ??= e["pid"].Number() is > 0 and <= int.MaxValue and var pid ? (int)pid : null;
        source.RuntimeVersion ??= VersionOf(e["jvmVersion"].Text());
        source.Command ??= e["javaArguments"].Text();
    }

    public void Collector(JfrValue e) => source.Collector ??= JfrCollectors.Named(e["youngCollector"].Text(), e["oldCollector"].Text());

    public void Heap(JfrValue e) => HeapMaximumBytes ??= e["maxSize"].Bytes();

    /// <summary>A flag of any type; those that have their default value say nothing.</summary>
    public void Flag(JfrValue e)
    {
        if (e["origin"].Text() is null or Untouched || e["name"].Text() is not { } name || source.Settings.Count >= Limits.Names) return;
        var value = e["value"].Text() ?? e["value"].Number()?.ToString(System.Globalization.CultureInfo.InvariantCulture);
        if (value is not null) source.Settings[name] = value;
    }

    public void Switch(JfrValue e)
    {
        if (e["origin"].Text() is null or Untouched || e["name"].Text() is not { } name || source.Settings.Count >= Limits.Names) return;
        if (e["value"].Number() is { } value) source.Settings[name] = value != 0 ? "true" : "false";
    }

    /// <summary><c>OpenJDK 64-Bit Server VM (17.0.15+6-Debian-1) for linux-amd64 …</c>: the content of the first parentheses.</summary>
    private static string? VersionOf(string? text)
    {
        var open = text?.IndexOf('(', StringComparison.Ordinal) ?? -1;
        var close = open < 0 ? -1 : text!.IndexOf(')', open);
        return close < 0 || close - open > Limits.VersionChars ? null : text![(open + 1)..close];
    }
}
