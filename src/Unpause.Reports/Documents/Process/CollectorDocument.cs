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
