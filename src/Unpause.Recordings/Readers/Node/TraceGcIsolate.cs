namespace Unpause.Recordings.Readers.Node;

/// <summary>Collects the lines of one isolate into its recording.</summary>
internal sealed class TraceGcIsolate
{
    private const long Millisecond = 1_000_000;

    /// <summary>An isolate that began longer ago than this when its first line was printed has printed lines before.</summary>
    private const long FirstLineNanoseconds = 60_000 * Millisecond;

    /// <summary>How much earlier a line may be than one before it: lines are printed by one thread, but times are rounded.</summary>
    private const long Rounding = 2 * Millisecond;

    private readonly IsolateRecording _isolate;
    private readonly IsolateStamp _stamp;
    private readonly NameTable _phases = new();
    private readonly bool _beganBefore;
    private readonly long _zero;
    private readonly HashSet<long> _lastEnds = [];
    private readonly V8HeapStatistics _heap = new();
    private long _end;
    private long? _startedAt;
    private long _grain;
    private bool _withoutReason;

    public TraceGcIsolate(IReadOnlyList<string> files, CoverageBuilder coverage, IsolateStamp stamp, long firstStart)
    {
        _stamp = stamp;
        _isolate = new IsolateRecording(NodeFormats.TraceGc, files, coverage, stamp.ProcessId);
        _beganBefore = firstStart > FirstLineNanoseconds;
        _zero = _beganBefore ? firstStart : 0;
    }

    public int ProcessId => _stamp.ProcessId;

    public long MemoryBytes => _isolate.MemoryBytes;

    /// <summary>Whether a collection ended at this time, of those that an isolate prints again when it reaches its limit.</summary>
    public bool Has(long end) => end < _end || _lastEnds.Contains(end);

    /// <summary>Whether a collection with this end can be of the same isolate: a new process may have its number and address.</summary>
    public bool MayContinue(long end) => end >= _end - Rounding;

    /// <summary>Takes note of when a line arrived.</summary>
    public void Arrived((long UnixNanoseconds, long GrainNanoseconds)? arrival, long end)
    {
        if (arrival is not { } at) return;
        // The least delayed line is the most exact.
        var started = at.UnixNanoseconds - end;
        if (started >= _startedAt) return;
        (_startedAt, _grain) = (started, at.GrainNanoseconds);
    }

    public void Take(TraceGcLine line, string? reason)
    {
        SetHeap();
        var collection = _isolate.Begin(line.IsYoung, reason);
        _withoutReason |= reason is null;
        var end = EndOf(line.Stamp);
        AddPause(collection, end, line.PauseNanoseconds, line.MarkingNanoseconds, line.StepsNanoseconds is not null);
        (collection.HeapBeforeBytes, collection.HeapAfterBytes) = (line.BeforeBytes, line.AfterBytes);
        collection.HeapCapacityBytes = line.CapacityBytes;
        if (line.StepsNanoseconds is { } steps) AddSteps(steps, line.LongestStepNanoseconds);
    }

    public void Take(IsolateStamp stamp, ReadOnlySpan<byte> text, long pause, bool young)
    {
        SetHeap();
        string? reason = null, collector = null;
        long? marking = null, steps = null, longest = null;
        var first = _isolate.Last + 1;
        var collection = _isolate.Begin(young, null);
        var pairs = new NvpLine(text);
        while (pairs.MoveNext())
        {
            var name = pairs.Name;
            if (name.SequenceEqual("total_size_before"u8) || name.SequenceEqual("start_object_size"u8))
                collection.HeapBeforeBytes = pairs.Bytes;
            else if (name.SequenceEqual("total_size_after"u8) || name.SequenceEqual("end_object_size"u8))
                collection.HeapAfterBytes = pairs.Bytes;
            else if (name.SequenceEqual("end_memory_size"u8)) collection.HeapCapacityBytes = pairs.Bytes;
            else if (name.SequenceEqual("allocated"u8)) collection.AllocatedBytes = pairs.Bytes;
            else if (name.SequenceEqual("promoted"u8) && young) collection.PromotedBytes = pairs.Bytes;
            else if (name.SequenceEqual("new_space_survived"u8) && young) collection.SurvivorBytes = pairs.Bytes;
            else if (name.SequenceEqual("incremental_walltime_duration"u8)) marking = pairs.Nanoseconds;
            else if (name.SequenceEqual("incremental"u8)) steps = pairs.Nanoseconds;
            else if (name.SequenceEqual("incremental_longest_step"u8)) longest = pairs.Nanoseconds;
            else if (name.SequenceEqual("reason"u8)) reason = _phases.Get(pairs.Value);
            else if (name.SequenceEqual("collector_reason"u8) && !pairs.Value.IsEmpty) collector = _phases.Get(pairs.Value);
            else if (pairs.IsPhase && pairs.Nanoseconds is > 0 and { } length)
                _isolate.Recording.Phases.Add(new Phase(first, _phases.Get(name), length, Concurrent: pairs.IsConcurrent));
        }

        collection.SurvivorBytes += collection.PromotedBytes;
        IsolateRecording.SetReason(collection, collector == NodeReasons.ScavengeMightFail ? collector : reason);
        _withoutReason |= reason is null;
        AddPause(collection, EndOf(stamp), pause, marking, marking > 0);
        if (steps > 0) AddSteps(steps.Value, longest > 0 ? longest : null);
    }

    /// <summary>Takes what is printed of the heap behind a collection.</summary>
    public void TakeHeap(ReadOnlySpan<byte> text)
    {
        if (_isolate.Last < 0 || !HeapLine.TryRead(text, out var line)) return;
        if (line.Space is { } space) _heap.Set(space, line.Bytes);
        else _heap.SetExternal(line.Bytes);
    }

    /// <summary>Says which isolate of its process it is.</summary>
    /// <param name="isFirst">Whether the process has printed of no other before: its main thread begins first.</param>
    public void Name(bool isFirst, bool severalIsolates)
    {
        if (!severalIsolates) return;
        _isolate.Recording.Source.Settings[NodeSettings.Isolate] = isFirst ? NodeSettings.MainThread
            : string.Create(CultureInfo.InvariantCulture, $"{NodeSettings.Worker} (0x{_stamp.Isolate:x})");
    }

    public Recording Build()
    {
        SetHeap();
        var recording = _isolate.Recording;
        recording.DurationNanoseconds = _end - _zero;
        if (_startedAt is { } started)
        {
            recording.Clock = Clock.Since1970(started + _zero, _grain + Millisecond, "arrival of the earliest line after its collection");
        }

        recording.Coverage.Add("V8 prints the time of a collection's end in whole milliseconds: pauses may be up to 1 ms earlier.");
        if (_beganBefore)
            recording.Coverage.Add("The output begins long after the isolate did: earlier collections are not in the recording.");
        if (_withoutReason) recording.Coverage.Add("Without a reason in its line, the cause of a collection is not known.");
        return _isolate.Build();
    }

    private long EndOf(IsolateStamp stamp)
    {
        var end = stamp.Milliseconds!.Value * Millisecond;
        if (end > _end) _lastEnds.Clear();
        _lastEnds.Add(end);
        _end = Math.Max(_end, end);
        return end - _zero;
    }

    private void AddPause(Collection.Builder collection, long end, long length, long? marking, bool incremental)
    {
        // Times are rounded: a pause cannot begin before the recording.
        var start = Math.Max(0, end - length);
        long? since = marking > length ? Math.Max(0, end - marking.Value) : incremental ? start : null;
        _isolate.AddPause(collection, start, length, since);
    }

    private void AddSteps(long total, long? longest) => _isolate.AddSteps(total, longest);

    private void SetHeap()
    {
        if (_heap.IsKnown) _isolate.Take(_heap);
        _heap.Clear();
    }
}
