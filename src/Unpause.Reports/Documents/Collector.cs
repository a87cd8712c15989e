namespace Unpause.Reports.Documents;

/// <summary>Facts that the collector reports about itself, besides pauses and sizes.</summary>
public sealed record CollectorDocument
{
    /// <summary>The minimum number of heaps in use.</summary>
    public required long? HeapsMin { get; init; }

    /// <summary>The maximum number of heaps in use.</summary>
    public required long? HeapsMax { get; init; }

    /// <summary>How often the number of heaps changed from one collection to the next.</summary>
    public required long HeapCountChanges { get; init; }

    /// <summary>How often the collector decided on the number of heaps.</summary>
    public required long HeapCountDecisions { get; init; }

    /// <summary>The median GC cost at these decisions, by its own estimate.</summary>
    public required double? CostMedianPercent { get; init; }

    /// <summary>The number of collections during a background collection.</summary>
    public required long? Foreground { get; init; }

    /// <summary>The peak memory load of the machine or container at the start of a collection.</summary>
    public required long? MemoryLoadMaxPercent { get; init; }

    /// <summary>The maximum number of pinned objects at a collection.</summary>
    public required long? PinnedObjectsMax { get; init; }

    /// <summary>The maximum number of handles at the end of a collection.</summary>
    public required long? HandlesMax { get; init; }

    /// <summary>The peak committed memory.</summary>
    public required long? CommittedMaxBytes { get; init; }

    /// <summary>Committed memory after the last collection.</summary>
    public required long? CommittedLastBytes { get; init; }

    /// <summary>The part of it that is free or about to be decommitted.</summary>
    public required long? CommittedFreeLastBytes { get; init; }

    /// <summary>The part of it with the collector's own tables.</summary>
    public required long? BookkeepingLastBytes { get; init; }

    /// <summary>How evenly the heaps share the work; null with one heap.</summary>
    public required BalanceDocument? Balance { get; init; }

    /// <summary>The cost of finalizers; null when no collection found finalizable objects.</summary>
    public required FinalizersDocument? Finalizers { get; init; }
}

/// <summary>How evenly the heaps share the work: the fullest or slowest heap as a multiple of the mean.</summary>
public sealed record BalanceDocument
{
    /// <summary>The number of collections with several heaps and enough survivors to compare.</summary>
    public required long Collections { get; init; }

    /// <summary>The median ratio of survivors.</summary>
    public required double? SurvivedMedianRatio { get; init; }

    /// <summary>The worst ratio of survivors.</summary>
    public required double? SurvivedMaxRatio { get; init; }

    /// <summary>The median ratio of mark time.</summary>
    public required double? MarkMedianRatio { get; init; }
}

/// <summary>Objects that collections retained for finalization, and the thread that runs finalizers.</summary>
public sealed record FinalizersDocument
{
    /// <summary>The number of dead objects retained for finalization.</summary>
    public required long FinalizableObjects { get; init; }

    /// <summary>The number of finalizers that ran.</summary>
    public required long? Finalized { get; init; }

    /// <summary>The number of retained objects whose finalizers had not run at the end of the recording.</summary>
    public required long? Pending { get; init; }

    /// <summary>The most bytes that one collection retained because of them.</summary>
    public required long FinalizableMaxBytes { get; init; }

    /// <summary>The time that the finalizer thread was busy.</summary>
    public required Milliseconds? BusyMs { get; init; }

    /// <summary>The longest run of the finalizer thread.</summary>
    public required Milliseconds? LongestMs { get; init; }

    /// <summary>The types of objects whose finalizers were started, the most objects first; null when not recorded.</summary>
    public required IReadOnlyList<FinalizedTypeDocument>? Types { get; init; }
}

/// <summary>Finalizers of one type.</summary>
public sealed record FinalizedTypeDocument
{
    /// <summary>The type; null when unknown.</summary>
    public required string? Type { get; init; }

    /// <summary>The number of objects.</summary>
    public required long Objects { get; init; }
}

/// <summary>A runtime counter over the recording.</summary>
public sealed record CounterDocument
{
    /// <summary>The name of the counter.</summary>
    public required string Name { get; init; }

    /// <summary>The unit of the counter.</summary>
    [Words(nameof(Vocabulary.CounterUnits))]
    public required string Unit { get; init; }

    /// <summary>The number of values.</summary>
    public required long Samples { get; init; }

    /// <summary>The mean value.</summary>
    [Signed]
    public required double? Mean { get; init; }

    /// <summary>The maximum value.</summary>
    [Signed]
    public required double? Max { get; init; }

    /// <summary>The last value.</summary>
    [Signed]
    public required double? Last { get; init; }
}
