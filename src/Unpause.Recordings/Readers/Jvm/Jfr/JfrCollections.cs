using System.Runtime.CompilerServices;

namespace Unpause.Recordings.Readers.Jvm.Jfr;

/// <summary>
/// Puts collections, their pauses and phases together from events that name them by number. Times are nanoseconds since 1970.
/// </summary>
internal sealed class JfrCollections
{
    /// <summary>The name of pauses for a whole collection.</summary>
    private const string AnyPause = "GC Pause";

    private readonly Dictionary<long, JfrCollection> _collections = [];
    private readonly ChunkedList<(JfrCollection Collection, long Start, long Duration, string Name)> _pauses = new();
    private readonly ChunkedList<(JfrCollection Collection, string Name, long Duration, bool Concurrent)> _phases = new();
    private readonly JfrParallelPhases _parallel = new();
    private readonly Dictionary<string, string> _names = new(StringComparer.Ordinal);

    /// <summary>The oldest age of survivors, where recorded.</summary>
    public long? MaxTenuringThreshold { get; set; }

    /// <summary>About how much memory they take by now, with what is made of them at the end.</summary>
    public long MemoryBytes => ((long)_collections.Count * Limits.FlightCollectionBytes)
        + ((long)_pauses.Count * (Unsafe.SizeOf<(JfrCollection, long, long, string)>() + Unsafe.SizeOf<Pause>()))
        + ((long)_phases.Count * Unsafe.SizeOf<(JfrCollection, string, long, bool)>()) + _parallel.MemoryBytes;

    public void Collection(JfrValue e)
    {
        if (GetOrAdd(e) is not { } collection || e["startTime"].UnixNanoseconds() is not { } start) return;
        collection.Start = start;
        collection.End = start + e["duration"].Nanoseconds();
        collection.Name = Interned(e["name"].Text());
        collection.Cause = Interned(e["cause"].Text());
        collection.SumOfPauses = e["sumOfPauses"].Nanoseconds();
        collection.LongestPause = e["longestPause"].Nanoseconds();
    }

    public void YoungKind(JfrValue e)
    {
        if (GetOrAdd(e) is { } collection) collection.YoungKind = Interned(e["type"].Text());
    }

    public void Young(JfrValue e)
    {
        if (GetOrAdd(e) is { } collection) collection.TenuringThreshold = e["tenuringThreshold"].Number();
    }

    public void MarkingThreshold(JfrValue e)
    {
        if (GetOrAdd(e) is { } collection) collection.MarkingThresholdBytes = e["threshold"].Bytes();
    }

    public void Pause(JfrValue e)
    {
        if (GetOrAdd(e) is not { } collection || e["startTime"].UnixNanoseconds() is not { } start
            || e["duration"].Nanoseconds() is not { } duration)
        {
            return;
        }

        var name = Interned(e["name"].Text()) ?? AnyPause;
        // Both, one after the other, are one collection: the young one did not free enough.
        if (name == JfrPauseNames.NativeFull) collection.NativeGeneration = Generations.Full;
        else if (name == JfrPauseNames.NativeYoung) collection.NativeGeneration ??= Generations.Young;
        collection.HasPause = true;
        if (collection.Name is null) collection.Include(start, start + duration);
        _pauses.Add((collection, start, duration, name));
    }

    public void Phase(JfrValue e) => AddPhase(e, concurrent: false);

    public void ConcurrentPhase(JfrValue e) => AddPhase(e, concurrent: true);

    public void ParallelPhase(JfrValue e)
    {
        if (GetOrAdd(e) is not { } collection || e["duration"].Nanoseconds() is not { } duration) return;
        if (Interned(e["name"].Text()) is { } name)
        {
            _parallel.Add(collection, JfrPauseNames.Phase(name), e["gcWorkerId"].Number() ?? 0, duration);
        }
    }

    public void Heap(JfrValue e)
    {
        if (SizesOf(e) is not { } sizes) return;
        sizes.At = e["startTime"].UnixNanoseconds();
        sizes.Used = e["heapUsed"].Bytes();
        // Native images write 0 (JfrGCHeapSummaryEventSupport.java).
        sizes.Committed = e["heapSpace"]["committedSize"].Bytes() is > 0 and var committed ? committed : null;
    }

    public void G1Heap(JfrValue e)
    {
        if (SizesOf(e) is not { } sizes) return;
        sizes.Eden = e["edenUsedSize"].Bytes();
        sizes.Survivors = e["survivorUsedSize"].Bytes();
        sizes.YoungTarget = e["edenTotalSize"].Bytes() + sizes.Survivors;
        sizes.Old = e["oldGenUsedSize"].Bytes();
    }

    public void ParallelHeap(JfrValue e)
    {
        if (SizesOf(e) is not { } sizes) return;
        sizes.Eden = e["edenSpace"]["used"].Bytes();
        sizes.Survivors = e["fromSpace"]["used"].Bytes();
        sizes.YoungTarget = e["youngSpace"]["committedSize"].Bytes();
        sizes.Old = e["oldObjectSpace"]["used"].Bytes();
    }

    public void Evacuation(JfrValue e)
    {
        if (GetOrAdd(e) is not { } collection) return;
        collection.CopiedBytes = e["bytesCopied"].Bytes();
        collection.CollectionSetBytes = e["cSetUsedBefore"].Bytes();
    }

    public void Cpu(JfrValue e)
    {
        if (GetOrAdd(e) is not { } collection) return;
        // Each pause of a concurrent cycle has its own.
        collection.UserNanoseconds = (collection.UserNanoseconds ?? 0) + e["userTime"].Nanoseconds();
        collection.SystemNanoseconds = (collection.SystemNanoseconds ?? 0) + e["systemTime"].Nanoseconds();
    }

    /// <summary>A collection is marked with one of <see cref="JvmMarks"/>.</summary>
    public void Mark(JfrValue e, string mark)
    {
        if (GetOrAdd(e) is not { } collection) return;
        collection.Marks ??= [];
        if (!collection.Marks.Contains(mark)) collection.Marks.Add(mark);
    }

    /// <summary>Adds everything to the recording in order of time, still in nanoseconds since 1970.</summary>
    /// <param name="recording">Without any collection yet.</param>
    public void AddTo(RecordingBuilder recording)
    {
        var ordered = _collections.Values.Where(collection => collection.Start is not null)
            .OrderBy(collection => collection.Start).ThenBy(collection => collection.Number).ToList();
        JfrAllocated.Count(ordered);
        for (var i = 0; i < ordered.Count; i++)
        {
            ordered[i].Index = i;
            if (JfrCollectors.IsOfNativeImage(ordered[i].Name)) recording.Source.Collector ??= JvmCollectors.NativeImageSerial;
            JfrFinishedCollection.AddTo(recording, ordered[i]);
            if (ordered[i].TenuringThreshold is { } threshold)
            {
                recording.Counters.Add(new Counter(i, JvmCounters.TenuringThreshold, threshold, MaxTenuringThreshold));
            }

            if (ordered[i].MarkingThresholdBytes is { } marking)
            {
                recording.Counters.Add(new Counter(i, JvmCounters.MarkingThresholdBytes, marking));
            }
        }

        foreach (var (collection, start, duration, name) in _pauses)
        {
            if (collection.Start is not null)
            {
                recording.Pauses.Add(new Pause(
                    start, duration, collection.Index,
                        Interned(JfrPauseNames.Pause(name, JfrCollectors.Find(collection.Name).Generation))!));
            }
        }

        AddMissingPauses(recording, ordered);
        foreach (var (collection, name, duration, concurrent) in _phases)
        {
            if (collection.Start is not null) recording.Phases.Add(new Phase(collection.Index, name, duration, Workers: null, concurrent));
        }

        _parallel.AddTo(recording);
    }

    /// <summary>
    /// A recording may leave out the pauses' own events. A blocking collection is its pause; of a concurrent one the longest pause and
    /// the others' sum are known, but not when they were.
    /// </summary>
    private static void AddMissingPauses(RecordingBuilder recording, List<JfrCollection> ordered)
    {
        var untimed = 0;
        foreach (var collection in ordered)
        {
            if (collection.HasPause || collection.Start is not { } start || collection.SumOfPauses is not (> 0 and var sum)) continue;
            var (generation, kind) = JfrCollectors.Find(collection.Name);
            if (kind == CollectionKind.Blocking)
            {
                recording.Pauses.Add(new Pause(start, sum, collection.Index, JfrPauseNames.Pause(AnyPause, generation)));
                continue;
            }

            untimed++;
            var longest = Math.Min(sum, collection.LongestPause ?? sum);
            recording.Pauses.Add(new Pause(Recordings.Pause.NoTime, longest, collection.Index, AnyPause));
            if (sum > longest) recording.Pauses.Add(new Pause(Recordings.Pause.NoTime, sum - longest, collection.Index, AnyPause));
        }

        if (untimed == 0) return;
        recording.Coverage.Add(string.Create(
            CultureInfo.InvariantCulture,
            $"The events of single pauses (jdk.GCPhasePause) were disabled: of {untimed:N0} concurrent collections only the longest pause "
            + $"and the sum of the others are known, not their times."));
    }

    private void AddPhase(JfrValue e, bool concurrent)
    {
        if (GetOrAdd(e) is not { } collection || e["startTime"].UnixNanoseconds() is not { } start
            || e["duration"].Nanoseconds() is not { } duration)
        {
            return;
        }

        if (Interned(e["name"].Text()) is not { } name) return;
        if (collection.Name is null) collection.Include(start, start + duration);
        _phases.Add((collection, name, duration, concurrent));
    }

    private JfrHeapSizes? SizesOf(JfrValue e) => e["when"].Text() switch
    {
        "Before GC" => GetOrAdd(e)?.Before,
        "After GC" => GetOrAdd(e)?.After,
        _ => null,
    };

    private JfrCollection? GetOrAdd(JfrValue e)
    {
        if (e["gcId"].Number() is not { } number) return null;
        // The JVM writes -1 for what belongs to no collection.
        if (number is < 0 or >= uint.MaxValue) return null;
        if (!_collections.TryGetValue(number, out var collection)) _collections.Add(number, collection = new JfrCollection(number));
        return collection;
    }

    private string? Interned(string? text)
    {
        if (text is null) return null;
        if (_names.TryGetValue(text, out var known)) return known;
        if (_names.Count < Limits.Names) _names.Add(text, text);
        return text;
    }
}

/// <summary>
/// Adds up what each worker of the collector did in a phase, and gives the average worker with the spread, as the JVM's log does.
/// </summary>
internal sealed class JfrParallelPhases
{
    // A dictionary with its first entries, and one entry more.
    private const long PhaseBytes = 250, WorkerBytes = 32;

    private readonly Dictionary<(JfrCollection Collection, string Name), Dictionary<long, long>> _workers = [];
    private long _entries;

    /// <summary>About how much memory they take by now.</summary>
    public long MemoryBytes => (_workers.Count * PhaseBytes) + (_entries * WorkerBytes);

    public void Add(JfrCollection collection, string name, long worker, long duration)
    {
        if (!_workers.TryGetValue((collection, name), out var workers)) _workers.Add((collection, name), workers = []);
        workers[worker] = workers.GetValueOrDefault(worker) + duration;
        _entries++;
    }

    public void AddTo(RecordingBuilder recording)
    {
        foreach (var ((collection, name), workers) in _workers)
        {
            if (collection.Start is null) continue;
            var sum = Total.Sum(workers.Values, duration => duration);
            recording.Phases.Add(
                new Phase(collection.Index, name, sum / workers.Count, new WorkerSpread(workers.Values.Min(), workers.Values.Max(), sum)));
        }
    }
}

/// <summary>Pauses under the names of the JVM's log, so that a recording and a log of one run match.</summary>
internal static class JfrPauseNames
{
    /// <summary>A native image's pauses (GCImpl.java, doCollectImpl).</summary>
    public const string NativeYoung = "Incremental GC", NativeFull = "Full GC";

    /// <summary>Names that differ; others are the log's own but for details in parentheses.</summary>
    private static readonly (string Name, string Logged, string Versions)[] Table =
    [
        ("Remark", "Pause Remark", "11-16, G1"),
        ("Cleanup", "Pause Cleanup", "11-16, G1"),
        (NativeYoung, "Pause Incremental GC", "native images, GraalVM 22.2 and later"),
        (NativeFull, "Pause Full GC", "native images, GraalVM 22.2 and later"),
    ];

    /// <summary>Parallel parts of G1's pauses that rules use under their names in the log.</summary>
    private static readonly (string Name, string Logged, string Versions)[] Parallel =
    [
        ("ObjCopy", JvmPhases.ObjectCopy, "11-25"),
        ("MergeER", "Eager Reclaim", "14-25"),
        ("MergeRS", JvmPhases.MergeHeapRoots, "14-25"),
        ("UpdateRS", JvmPhases.UpdateRememberedSets, "11-13"),
        ("ScanRS", "Scan RS", "11-13"),
        ("ScanHR", JvmPhases.ScanHeapRoots, "14-25"),
        ("ExtRootScan", "Ext Root Scanning", "11-25"),
        ("CodeRoots", "Code Root Scan", "11-25"),
    ];

    /// <summary>A pause's name.</summary>
    /// <param name="name">Its name in the recording; <c>GC Pause</c> for all that stop the application for a whole collection.</param>
    /// <param name="generation">What its collection collects.</param>
    public static string Pause(string name, string? generation)
    {
        if (name == "GC Pause") return generation is Generations.Full ? "Pause Full" : generation is null ? name : "Pause Young";
        foreach (var row in Table)
        {
            if (row.Name == name) return row.Logged;
        }

        var details = name.IndexOf(" (", StringComparison.Ordinal);
        return details > 0 ? name[..details] : name;
    }

    /// <summary>A parallel phase's name.</summary>
    public static string Phase(string name)
    {
        foreach (var row in Parallel)
        {
            if (row.Name == name) return row.Logged;
        }

        return name;
    }
}
