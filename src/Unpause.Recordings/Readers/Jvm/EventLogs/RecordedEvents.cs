namespace Unpause.Recordings.Readers.Jvm.EventLogs;

/// <summary>Makes a recording of the collections and operations that the event logs kept.</summary>
internal sealed class RecordedEvents
{
    // Operations that begin a concurrent cycle; all others belong to the cycle before them.
    private static readonly string[] CycleStarts =
        [JvmStops.G1Remark, JvmStops.CmsInitialMark, "ZMarkStart", "XMarkStart", "ShenandoahInitMark", "Shenandoah Init Mark"];

    private static readonly string[] Concurrent = ["G1Pause", JvmStops.ConcurrentMark, "CMS_", "Z", "X", JvmCollectors.Shenandoah];

    // Causes by the names of operations that JDK 8 to 24 print without them.
    private static readonly (string Operation, string Cause)[] KnownCauses =
    [
        ("G1CollectForAllocation", Causes.Allocation),
        ("GenCollectForAllocation", Causes.Allocation),
        ("ParallelGCFailedAllocation", Causes.Allocation),
        (JvmStops.ForMetadata, Causes.Metadata),
    ];

    private readonly List<PrintedCollection> _collections;
    private readonly List<Operation> _operations;
    private readonly long _end;
    private readonly List<Stop> _stops = [];
    private RecordingBuilder _recording = null!;
    private long _zero;
    private int _cycle = -1;
    private int _cyclePauses;
    private long _printedOnly, _stopped;

    /// <summary>Takes what was read.</summary>
    /// <param name="end">When the text was written, or the last event.</param>
    public RecordedEvents(List<PrintedCollection> collections, List<Operation> operations, long end)
    {
        (_collections, _operations, _end) = (collections, operations, end);
        _collections.Sort(static (one, other) => one.First.CompareTo(other.First));
        _operations.Sort(static (one, other) => one.Start.CompareTo(other.Start));
    }

    /// <summary>Fills the recording.</summary>
    /// <param name="unfinished">An operation that had not ended.</param>
    public Recording Build(RecordingBuilder recording, string? unfinished)
    {
        _recording = recording;
        foreach (var printed in _collections) recording.Source.Collector ??= printed.Collector;
        _zero = Zero();
        long? full = null;
        var next = 0;
        var isUsed = new bool[_operations.Count];
        foreach (var printed in _collections)
        {
            // Those before it that have no print of the heap.
            for (; next < _operations.Count && _operations[next].End < printed.First; next++) AddOperation(next, isUsed[next]);
            var inside = next < _operations.Count && !printed.IsCycle && _operations[next].Start <= printed.First
                && printed.Last <= _operations[next].End ? next : -1;
            if (inside >= 0) isUsed[inside] = true;
            Add(printed, inside < 0 ? null : _operations[inside], full);
            full = printed.FullAfter ?? full;
        }

        for (; next < _operations.Count; next++) AddOperation(next, isUsed[next]);
        AddStops();
        if (_end > _zero && (_collections.Count > 0 || _operations.Count > 0)) recording.DurationNanoseconds = _end - _zero;
        AddNotes(unfinished);
        return recording.Build();
    }

    /// <summary>The first event; the JVM's start when the history begins with the first collection.</summary>
    private long Zero()
    {
        if (_collections is [{ Start: not null, NumberBefore: 0 }, ..]) return 0;
        // Parallel counts a collection before it prints the heap.
        if (_collections is [{ Start: not null, NumberBefore: 1, Collector: JvmCollectors.Parallel }, ..]) return 0;
        var first = _collections.Count > 0 ? _collections[0].First : long.MaxValue;
        return _operations.Count > 0 ? Math.Min(first, _operations[0].Start) : first == long.MaxValue ? 0 : first;
    }

    private void Add(in PrintedCollection printed, Operation? operation, long? fullBefore)
    {
        var index = _recording.Collections.Count;
        var collection = _recording.Begin(printed.NumberBefore ?? printed.NumberAfter ?? index);
        if (printed.Start is { } begun) collection.StartNanoseconds = begun - _zero;
        if (printed.End is { } ended) collection.EndNanoseconds = ended - _zero;
        collection.HeapBeforeBytes = printed.Before.UsedBytes;
        collection.HeapAfterBytes = printed.After.UsedBytes;
        collection.HeapCapacityBytes = printed.After.CapacityBytes ?? printed.Before.CapacityBytes;
        collection.YoungBeforeBytes = printed.Before.YoungBytes;
        if (printed.IsCycle)
        {
            collection.Kind = CollectionKind.Background;
            (_cycle, _cyclePauses) = (index, 0);
            return;
        }

        var isFull = IsFull(printed, fullBefore);
        collection.Kind = CollectionKind.Blocking;
        collection.Generation = isFull switch { true => Generations.Full, false => Generations.Young, null => null };
        collection.WholeHeap = isFull == true;
        if (isFull == false && printed is { Before.OldBytes: { } before, After.OldBytes: { } after })
            collection.PromotedBytes = Math.Max(0, after - before);
        if (operation is { } inside) SetCause(collection, inside);
        if (printed is not { Start: { } start, End: { } end } || end < start) return;
        _recording.Pauses.Add(new Pause(start - _zero, end - start, index, isFull == true ? "Pause Full" : "Pause Young"));
        if (operation is not null) return;
        _printedOnly++;
        _stops.Add(new Stop(start - _zero, end - start, null, JvmStops.NotRecorded, ForCollection: true));
    }

    /// <summary>
    /// Whether a collection is a full one, by the count that it changes; null when that is not known. Parallel counts before it prints the
    /// heap, and CMS also counts its concurrent cycles, which are no collections here.
    /// </summary>
    private static bool? IsFull(in PrintedCollection printed, long? before) =>
        printed.Collector == JvmCollectors.Parallel ? printed.FullAfter > before : printed.FullAfter > printed.FullBefore;

    private void AddOperation(int number, bool isUsed)
    {
        var operation = _operations[number];
        var isForCollection = isUsed || SafepointOperations.IsForCollection(operation.Name);
        _stopped++;
        var (start, length) = (operation.Start - _zero, operation.End - operation.Start);
        _stops.Add(new Stop(start, length, null, operation.Name, isForCollection));
        if (!isForCollection) return;
        _recording.Source.Collector ??= CollectorOf(operation.Name);
        if (isUsed) return;
        var isConcurrent = StartsWithAny(operation.Name, Concurrent) && !operation.Name.Contains("Full", StringComparison.Ordinal);
        // An operation that found nothing to do has no print of the heap, though others of its time have.
        if (!isConcurrent && _collections.Count > 0 && operation.Start >= _collections[0].First) return;
        var index = isConcurrent ? CycleOf(operation) : Begin(operation, CollectionKind.Blocking);
        JvmProcess.Ended(_recording.Edit(index), start + length);
        _recording.Pauses.Add(new Pause(start, length, index, operation.Name));
    }

    /// <summary>The cycle that an operation belongs to: one whose heap was printed, or one that begins with it.</summary>
    private int CycleOf(Operation operation)
    {
        if (_cycle >= 0 && _recording.Collections[_cycle].HeapBeforeBytes is not null) return _cycle;
        var begins = StartsWithAny(operation.Name, CycleStarts)
            // Two of one name: remark and cleanup.
            || (operation.Name == JvmStops.ConcurrentMark && _cyclePauses % 2 == 0);
        if (begins || _cycle < 0) (_cycle, _cyclePauses) = (Begin(operation, CollectionKind.Background), 0);
        _cyclePauses++;
        return _cycle;
    }

    private static string? CollectorOf(string operation) =>
        operation.StartsWith(JvmCollectors.G1, StringComparison.Ordinal) ? JvmCollectors.G1
        : operation.StartsWith(JvmCollectors.Shenandoah, StringComparison.Ordinal) ? JvmCollectors.Shenandoah
        : operation[0] is 'Z' or 'X' ? JvmCollectors.Z : null;

    private int Begin(Operation operation, CollectionKind kind)
    {
        var index = _recording.Collections.Count;
        var collection = _recording.Begin(index);
        collection.StartNanoseconds = operation.Start - _zero;
        collection.Kind = kind;
        if (operation.Name.Contains("Full", StringComparison.Ordinal)) collection.Generation = Generations.Full;
        else if (kind == CollectionKind.Background) collection.Generation = Generations.Old;
        SetCause(collection, operation);
        return index;
    }

    private static void SetCause(Collection.Builder collection, Operation operation)
    {
        if (operation.Cause is { } word)
        {
            collection.RuntimeCause = word;
            collection.Cause = JvmCauses.Normalise(word);
            collection.Induced = collection.Cause == Causes.Induced;
            return;
        }

        foreach (var (name, cause) in KnownCauses)
        {
            if (operation.Name == name) collection.Cause = cause;
        }
    }

    private void AddStops()
    {
        if (_stops.Count == 0) return;
        _stops.Sort(static (one, other) => one.StartNanoseconds.CompareTo(other.StartNanoseconds));
        var stops = _recording.Stops = new Packed.StopList();
        foreach (var stop in _stops) stops.Add(stop);
    }

    private static bool StartsWithAny(string name, string[] starts)
    {
        foreach (var start in starts)
        {
            if (name.StartsWith(start, StringComparison.Ordinal)) return true;
        }

        return false;
    }

    private void AddNotes(string? unfinished)
    {
        var coverage = _recording.Coverage;
        if (_collections.Count > 0 && _zero > 0)
        {
            var last = _collections[^1];
            var since = (last.NumberAfter ?? last.NumberBefore) is { } number && number > _collections.Count
                ? $" of {Quantities.Count(number)} since the JVM's start" : "";
            coverage.Add($"The JVM keeps only its last events: the last {Quantities.Count(_collections.Count, "collection")}{since} "
                + $"{(_collections.Count == 1 ? "is" : "are")} in this file. Its own log has all (-Xlog:gc*,safepoint).");
        }
        else if (_collections.Count > 0)
        {
            coverage.Add("All collections since the JVM's start are in this file.");
        }

        if (_stopped > 0)
        {
            coverage.Add($"{Quantities.Count(_stopped, "VM operation")} {(_stopped == 1 ? "has" : "have")} a beginning and an end, in "
                + $"milliseconds: {(_stopped == 1 ? "that is the whole pause" : "those are the whole pauses")}, with time to safepoint.");
        }

        if (_printedOnly > 0)
        {
            coverage.Add($"Of {Quantities.Count(_printedOnly, "pause")} only the heap before and after the collection is recorded, with "
                + "times in milliseconds: each pause was at least as long. Pauses without a collection in that time are not recorded.");
        }

        if (unfinished is not null) coverage.Add($"The VM operation {unfinished} had not ended.");
    }
}
