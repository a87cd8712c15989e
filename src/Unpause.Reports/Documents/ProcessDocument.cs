using System.Text.Json.Serialization;

namespace Unpause.Reports.Documents;

/// <summary>What one process's collector did.</summary>
public sealed record ProcessDocument
{
    /// <summary>
    /// How the process is called in reports: its command where known, else its file. Null in documents of older versions.
    /// </summary>
    public string? Name { get; init; }

    /// <summary>Where the numbers come from and how much was understood.</summary>
    public required SourceDocument Source { get; init; }

    /// <summary>Stop-the-world intervals as the collector reports them.</summary>
    public required PausesDocument Pauses { get; init; }

    /// <summary>What the application felt, where the runtime tells it: time to safepoint and suspension included.</summary>
    public required StopsDocument? Stops { get; init; }

    /// <summary>Waits of single threads (allocation stalls), by what they waited for; never part of pauses.</summary>
    public required IReadOnlyList<StallDocument> Stalls { get; init; }

    /// <summary>
    /// Time that allocating threads were made to work for the collector: thread time, never part of pauses; null where the runtime
    /// doesn't tell.
    /// </summary>
    public required AssistsDocument? Assists { get; init; }

    /// <summary>
    /// Go: what the collector took of the processors beside pauses; null where the runtime doesn't tell, and in documents of older
    /// versions.
    /// </summary>
    public CollectorCpuDocument? CollectorCpu { get; init; }

    /// <summary>
    /// Go: what the time of requests went into, goroutine by goroutine, from an execution trace; null where it isn't told, and in documents
    /// of older versions.
    /// </summary>
    public RequestTimeDocument? RequestTime { get; init; }

    /// <summary>Collections by generation, kind, cause and phase.</summary>
    public required CollectionsDocument Collections { get; init; }

    /// <summary>
    /// CPython: the collections at the interpreter's exit, which are no part of any other number here; null where there were none, and in
    /// documents of older versions, which count them.
    /// </summary>
    public ExitCollectionsDocument? ExitCollections { get; init; }

    /// <summary>Heap sizes and rates.</summary>
    public required HeapDocument Heap { get; init; }

    /// <summary>What the collector tells of itself beside pauses and sizes; null where it tells nothing.</summary>
    public CollectorDocument? Collector { get; init; }

    /// <summary>JVM: what survives young collections, and for how long; null where the log doesn't tell.</summary>
    public SurvivalDocument? Survival { get; init; }

    /// <summary>What was allocated where, by samples; null when the recording has none.</summary>
    public required AllocationsDocument? Allocations { get; init; }

    /// <summary>
    /// Where its CPU time went, by samples (perf); null when there are none, and in documents of older versions.
    /// </summary>
    public CpuSamplesDocument? CpuSamples { get; init; }
    /// <summary>Go: what of the heap was in use, by the place that allocated it; null when the recording doesn't tell.</summary>
    public LiveHeapDocument? LiveHeap { get; init; }

    /// <summary>Go: how many goroutines stood where; null when the recording doesn't tell.</summary>
    public GoroutinesDocument? Goroutines { get; init; }

    /// <summary>Who holds objects that live long, from samples of objects that still lived (JFR OldObjectSample).</summary>
    public required HeapRetainersDocument? HeapRetainers { get; init; }

    /// <summary>.NET: all objects of the heap and who holds them (unpause record --holders); null where they were not listed.</summary>
    public HeapObjectsDocument? HeapObjects { get; init; }

    /// <summary>
    /// What held threads beside the collector, the longest in all first: locks, input and output, the CPU quota; null where the
    /// recording tells nothing of it, and in documents of older versions.
    /// </summary>
    public IReadOnlyList<NonGcWaitDocument>? NonGcWaits { get; init; }

    /// <summary>What the runtime published every second, where the recording has it (unpause record of .NET).</summary>
    public IReadOnlyList<CounterDocument>? Counters { get; init; }

    /// <summary>Every collection; only with --events.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IEnumerable<EventDocument>? Events { get; init; }

    /// <summary>Every wait of a thread for memory; thread time, never part of pauses; only with --events.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IEnumerable<WaitDocument>? Waits { get; init; }
}
