namespace Unpause.Reports.Documents;

/// <summary>The garbage collection of one process.</summary>
public sealed record ProcessDocument
{
    /// <summary>
    /// The name of the process in reports: its command where known, otherwise its file. Null in documents of older versions.
    /// </summary>
    public string? Name { get; init; }

    /// <summary>The source of the numbers, and how much of it was parsed.</summary>
    public required SourceDocument Source { get; init; }

    /// <summary>GC pauses as the collector reports them.</summary>
    public required PausesDocument Pauses { get; init; }

    /// <summary>
    /// Stop-the-world pauses as the application experiences them, including the time to stop the threads, where the runtime reports it.
    /// </summary>
    public required StopsDocument? Stops { get; init; }

    /// <summary>
    /// The least share of the time that the application had, in windows of 1 ms to 100 s; null where pauses or their times are unknown, and
    /// in documents of older versions.
    /// </summary>
    public UtilisationDocument? Utilisation { get; init; }

    /// <summary>
    /// Why the longest stop-the-world pauses were long, the longest first; null in documents of older versions.
    /// </summary>
    public IReadOnlyList<StopExplanationDocument>? Explanations { get; init; }

    /// <summary>
    /// The minute with the most paused time; null for recordings of less than ten minutes, without pauses or timestamps, and in documents
    /// of older versions.
    /// </summary>
    public WorstMinuteDocument? WorstMinute { get; init; }

    /// <summary>Stalls of single threads (allocation stalls) by reason; never part of pauses.</summary>
    public required IReadOnlyList<StallDocument> Stalls { get; init; }

    /// <summary>
    /// Mark assists: GC work of allocating threads. It is thread time, never part of pauses; null where the runtime does not report it.
    /// </summary>
    public required AssistsDocument? Assists { get; init; }

    /// <summary>Go: CPU time of the collector besides pauses; null where unknown, and in documents of older versions.</summary>
    public CollectorCpuDocument? CollectorCpu { get; init; }

    /// <summary>
    /// Go: the breakdown of request time by goroutine, from an execution trace; null where not recorded, and in documents of older
    /// versions.
    /// </summary>
    public RequestTimeDocument? RequestTime { get; init; }

    /// <summary>Collections by generation, kind, cause and phase.</summary>
    public required CollectionsDocument Collections { get; init; }

    /// <summary>
    /// CPython: collections at the interpreter's exit, which no other number includes; null where there were none, and in documents of
    /// older versions, which count them.
    /// </summary>
    public ExitCollectionsDocument? ExitCollections { get; init; }

    /// <summary>Heap sizes and rates.</summary>
    public required HeapDocument Heap { get; init; }

    /// <summary>Facts that the collector reports about itself, besides pauses and sizes; null where it reports none.</summary>
    public CollectorDocument? Collector { get; init; }

    /// <summary>JVM: survival of young collections; null where the log does not record it.</summary>
    public SurvivalDocument? Survival { get; init; }

    /// <summary>Allocations by type and call site, from samples; null when the recording has none.</summary>
    public required AllocationsDocument? Allocations { get; init; }

    /// <summary>CPU time by samples (perf); null when there are none, and in documents of older versions.</summary>
    public CpuSamplesDocument? CpuSamples { get; init; }
    /// <summary>Go: the heap in use by allocating call site; null when not recorded.</summary>
    public LiveHeapDocument? LiveHeap { get; init; }

    /// <summary>Go: goroutines by stack; null when not recorded.</summary>
    public GoroutinesDocument? Goroutines { get; init; }

    /// <summary>Retainers of long-lived objects, from samples of live objects (JFR OldObjectSample).</summary>
    public required HeapRetainersDocument? HeapRetainers { get; init; }

    /// <summary>.NET: a heap snapshot with the retainers of objects (unpause record --retainers); null where it was not recorded.</summary>
    public HeapObjectsDocument? HeapObjects { get; init; }

    /// <summary>
    /// Waits of threads for other reasons than GC, the longest total first: locks, I/O, CPU quota; null when not recorded, and in documents
    /// of older versions.
    /// </summary>
    public IReadOnlyList<NonGcWaitDocument>? NonGcWaits { get; init; }

    /// <summary>Runtime counters, where recorded (unpause record of .NET).</summary>
    public IReadOnlyList<CounterDocument>? Counters { get; init; }

    /// <summary>Every collection; only with --events.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IEnumerable<EventDocument>? Events { get; init; }

    /// <summary>Every wait of a thread for memory; thread time, never part of pauses; only with --events.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IEnumerable<WaitDocument>? Waits { get; init; }
}
