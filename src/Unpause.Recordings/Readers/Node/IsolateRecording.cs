namespace Unpause.Recordings.Readers.Node;

/// <summary>
/// The recording of one isolate: V8's heap with the thread that uses it. A process of Node.js has one, and one more for each worker thread.
/// A collection stops the isolate's own thread only.
/// </summary>
internal sealed class IsolateRecording
{
    /// <summary>The name of the only pause of a collection, by its generation.</summary>
    private const string YoungPause = "Scavenge", FullPause = "Mark-Compact";

    private readonly CounterSeries _external = new(NodeCounters.External, "bytes");
    private readonly long[] _row = new long[CollectionFacts.Width];
    private long? _oldAfter;

    public IsolateRecording(string format, IReadOnlyList<string> files, CoverageBuilder coverage, int? processId)
    {
        Recording = new RecordingBuilder
        {
            Source = new SourceBuilder
            {
                Format = format, Runtime = Runtimes.Node, Files = files, ProcessId = processId, Collector = NodeSettings.Collector,
            },
            Coverage = coverage,
        };
    }

    public RecordingBuilder Recording { get; }

    public long MemoryBytes => Recording.MemoryBytes + _external.MemoryBytes;

    /// <summary>Index of the collection that was begun last; -1 before the first.</summary>
    public int Last => Recording.Collections.Count - 1;

    /// <summary>Begins a collection.</summary>
    /// <param name="reason">In V8's words; null when not recorded.</param>
    public Collection.Builder Begin(bool young, string? reason)
    {
        var collection = Recording.Begin(Recording.Collections.Count);
        collection.Generation = young ? Generations.Young : Generations.Full;
        collection.WholeHeap = !young;
        SetReason(collection, reason);
        return collection;
    }

    /// <summary>Sets why V8 collected.</summary>
    /// <param name="reason">In V8's words; null when not recorded.</param>
    public static void SetReason(Collection.Builder collection, string? reason)
    {
        collection.RuntimeCause = reason;
        collection.Cause = reason is null ? null : NodeReasons.CauseOf(reason);
        collection.Induced = collection.Cause == Causes.Induced;
    }

    /// <summary>Adds the work of marking that the program's thread did in steps before the pause of the last collection.</summary>
    /// <param name="longest">The longest step; null when not recorded.</param>
    public void AddSteps(long total, long? longest)
    {
        Recording.Phases.Add(new Phase(Last, NodePhases.Steps, total, Concurrent: true));
        if (longest is { } step) Recording.Counters.Add(new Counter(Last, NodePhases.LongestStep, step / 1e6));
    }

    /// <summary>Sets when the collection that was begun last ran, and adds its pause.</summary>
    /// <param name="start">Since the recording's zero; null where the format has no times.</param>
    /// <param name="length">The pause.</param>
    /// <param name="marking">Since when marking ran beside the program; null when it did not, or that is not recorded.</param>
    public void AddPause(Collection.Builder collection, long? start, long length, long? marking = null)
    {
        if (marking is { } since)
        {
            collection.Kind = CollectionKind.Background;
            collection.StartNanoseconds = Math.Min(since, start ?? since);
        }
        else
        {
            collection.StartNanoseconds = start;
        }

        collection.EndNanoseconds = start + length;
        Recording.Pauses.Add(new Pause(start ?? Pause.NoTime, length, Last, collection.WholeHeap ? FullPause : YoungPause));
    }

    /// <summary>Sizes of a heap's parts after the collection that was begun last.</summary>
    public void Take(V8HeapStatistics after)
    {
        if (!after.IsKnown || Last < 0) return;
        var collection = Recording.Edit(Last);
        collection.HeapAfterBytes ??= after.UsedBytes;
        collection.HeapCapacityBytes ??= after.TotalBytes;
        if (after.LimitBytes is { } limit)
        {
            Recording.Source.Settings[NodeSettings.HeapLimit] = limit.ToString(CultureInfo.InvariantCulture);
            Recording.HeapMaximumBytes = limit;
        }

        if (after.ExternalBytes is { } external) _external.Add(collection.EndNanoseconds, external);
        _row.AsSpan().Fill(CollectionFacts.Unknown);
        foreach (var space in NodeSpaces.All)
        {
            if (after[space] is { } bytes) _row[CollectionFacts.Index(space, SpaceFact.After)] = bytes;
        }

        (Recording.Facts ??= new CollectionFactsBuilder()).Set(Last, _row);
        AddPromoted(collection, after);
    }

    /// <summary>Ends the recording.</summary>
    /// <param name="later">Nanoseconds by which the times of counters move.</param>
    public Recording Build(long later = 0)
    {
        Recording.ProcessCounters = CounterSeries.Build(later, _external);
        AddAllocated();
        return Recording.Build();
    }

    /// <summary>What is in use more than after the collection before it was allocated between them.</summary>
    private void AddAllocated()
    {
        long? previous = null;
        for (var i = 0; i <= Last; i++)
        {
            var collection = Recording.Edit(i);
            if (collection.HeapBeforeBytes - previous is >= 0 and var allocated) collection.AllocatedBytes ??= allocated;
            previous = collection.HeapAfterBytes;
        }
    }

    /// <summary>
    /// What a young collection promotes makes the old space larger. What is allocated there directly (compiled functions, large arrays'
    /// backing stores are elsewhere) counts with it, so it is at most this much.
    /// </summary>
    private void AddPromoted(Collection.Builder collection, V8HeapStatistics after)
    {
        if (after[NodeSpaces.Old] is not { } old) return;
        if (collection.Generation == Generations.Young && _oldAfter is { } oldBefore)
        {
            collection.PromotedBytes ??= Math.Max(0, old - oldBefore);
            if (after[NodeSpaces.New] is { } young)
            {
                collection.SurvivorBytes ??= young + collection.PromotedBytes;
                // What is not young is the same before and after, but for what was promoted.
                var before = collection.HeapBeforeBytes - collection.HeapAfterBytes + collection.SurvivorBytes;
                if (before >= collection.SurvivorBytes) collection.YoungBeforeBytes ??= before;
            }
        }

        _oldAfter = old;
    }
}
