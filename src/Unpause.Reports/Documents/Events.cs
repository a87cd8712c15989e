namespace Unpause.Reports.Documents;

/// <summary>A collection with its pauses and phases; only with --events.</summary>
public sealed record EventDocument
{
    /// <summary>The number of the collection in the runtime.</summary>
    [Signed]
    public required long Number { get; init; }

    /// <summary>The generation; null for a runtime without generations.</summary>
    [Words(nameof(Vocabulary.Generations))]
    public required string? Generation { get; init; }

    /// <summary>
    /// The type in PerfView's letters: the generation, then B background, F inside a background one, N other, then I induced, i induced but
    /// not forced.
    /// </summary>
    public string? Type { get; init; }

    /// <summary>Whether it was blocking or background.</summary>
    [Words(nameof(Vocabulary.Kinds))]
    public required string Kind { get; init; }

    /// <summary>The cause, normalised.</summary>
    [Words(nameof(Vocabulary.Causes))]
    public required string? Cause { get; init; }

    /// <summary>The cause in the runtime's own terms.</summary>
    public required string? RuntimeCause { get; init; }

    /// <summary>Whether it was induced by code.</summary>
    public required bool Induced { get; init; }

    /// <summary>Start since the start of the recording.</summary>
    [Signed]
    public required Milliseconds? StartMs { get; init; }

    /// <summary>The pauses of the collection.</summary>
    public required IReadOnlyList<EventPauseDocument> Pauses { get; init; }

    /// <summary>Heap in use at its start.</summary>
    public required long? HeapBeforeBytes { get; init; }

    /// <summary>Heap in use at its end.</summary>
    public required long? HeapAfterBytes { get; init; }

    /// <summary>Bytes promoted to an older generation.</summary>
    public required long? PromotedBytes { get; init; }

    /// <summary>Bytes allocated since the previous collection.</summary>
    public long? AllocatedBytes { get; init; }

    /// <summary>Phases as name → milliseconds; phases with the same name in one collection are summed.</summary>
    [Signed]
    public required IReadOnlyDictionary<string, Milliseconds> Phases { get; init; }

    /// <summary>Why the collector chose this generation and kind (.NET: condemned reasons), and whether it compacted.</summary>
    public IReadOnlyList<string> Reasons { get => field ?? []; init; } = [];

    /// <summary>JVM: the thresholds that the collector set for the time after this collection, where any is recorded.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public ThresholdsDocument? Thresholds { get; init; }

    /// <summary>Time from the request to stop the threads until all had stopped.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public Milliseconds? SuspensionMs { get; init; }

    /// <summary>The number of heaps in use.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? Heaps { get; init; }

    /// <summary>Memory load of the machine or container at its start.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? MemoryLoadPercent { get; init; }

    /// <summary>The number of pinned objects.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? PinnedObjects { get; init; }

    /// <summary>The number of handles at its end.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? Handles { get; init; }

    /// <summary>The number of dead objects retained for finalization.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? FinalizableObjects { get; init; }

    /// <summary>The bytes retained because of them.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? FinalizableBytes { get; init; }

    /// <summary>Surviving bytes in the heap with the most survivors.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? FullestHeapSurvivedBytes { get; init; }

    /// <summary>Committed bytes in use at its end.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? CommittedInUseBytes { get; init; }

    /// <summary>Committed bytes that are free or about to be decommitted.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? CommittedFreeBytes { get; init; }

    /// <summary>The spaces of the heap by name.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyDictionary<string, EventSpaceDocument>? Spaces { get; init; }
}

/// <summary>A pause of a collection.</summary>
public sealed record EventPauseDocument
{
    /// <summary>Start since the start of the recording.</summary>
    [Signed]
    public required Milliseconds? StartMs { get; init; }

    /// <summary>The duration of the pause.</summary>
    public required Milliseconds DurationMs { get; init; }

    /// <summary>The name in the runtime's own terms.</summary>
    public required string Phase { get; init; }
}

/// <summary>A space of the heap at one collection.</summary>
public sealed record EventSpaceDocument
{
    /// <summary>Bytes in use at its start.</summary>
    [Signed]
    public required long BeforeBytes { get; init; }

    /// <summary>Bytes in use at its end.</summary>
    [Signed]
    public required long AfterBytes { get; init; }

    /// <summary>Free bytes between objects (fragmentation) at its end.</summary>
    [Signed]
    public required long FreeBytes { get; init; }

    /// <summary>Surviving bytes.</summary>
    [Signed]
    public required long SurvivedBytes { get; init; }

    /// <summary>Bytes that may be allocated there until the next collection.</summary>
    [Signed]
    public required long BudgetBytes { get; init; }
}

/// <summary>JVM: the thresholds that the collector set for the time after a collection.</summary>
public sealed record ThresholdsDocument
{
    /// <summary>The age at which survivors are promoted.</summary>
    public required long? Tenuring { get; init; }

    /// <summary>The maximum age.</summary>
    public required long? TenuringMax { get; init; }

    /// <summary>The desired survivor size.</summary>
    public required long? DesiredSurvivorBytes { get; init; }

    /// <summary>The target size of the young generation until the next collection.</summary>
    public required long? YoungTargetBytes { get; init; }

    /// <summary>G1: old generation occupancy that starts concurrent marking (IHOP).</summary>
    public required long? MarkingBytes { get; init; }
}

/// <summary>A wait of a single thread for memory: thread time, never part of pauses; only with --events.</summary>
public sealed record WaitDocument
{
    /// <summary>Start since the start of the recording.</summary>
    [Signed]
    public required Milliseconds? StartMs { get; init; }

    /// <summary>The duration of the wait.</summary>
    public required Milliseconds DurationMs { get; init; }

    /// <summary>The reason of the wait.</summary>
    public required string Name { get; init; }

    /// <summary>The thread ID of the operating system.</summary>
    [Signed]
    public required long? ThreadId { get; init; }
}
