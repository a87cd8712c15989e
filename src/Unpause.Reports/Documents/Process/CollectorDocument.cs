namespace Unpause.Reports.Documents;

/// <summary>What the collector tells of itself beside pauses and sizes.</summary>
public sealed record CollectorDocument
{
    /// <summary>Fewest heaps in use.</summary>
    public required long? HeapsMin { get; init; }

    /// <summary>Most heaps in use.</summary>
    public required long? HeapsMax { get; init; }

    /// <summary>Times the number of heaps was another than at the collection before.</summary>
    public required long HeapCountChanges { get; init; }

    /// <summary>Times the collector decided how many heaps suit the program.</summary>
    public required long HeapCountDecisions { get; init; }

    /// <summary>Median of what collecting cost by its own measure then.</summary>
    public required double? CostMedianPercent { get; init; }

    /// <summary>Collections inside a background one.</summary>
    public required long? Foreground { get; init; }

    /// <summary>Highest memory load of the machine or container when a collection started.</summary>
    public required long? MemoryLoadMaxPercent { get; init; }

    /// <summary>Most pinned objects that a collection met.</summary>
    public required long? PinnedObjectsMax { get; init; }

    /// <summary>Most handles at a collection's end.</summary>
    public required long? HandlesMax { get; init; }

    /// <summary>Most committed memory.</summary>
    public required long? CommittedMaxBytes { get; init; }

    /// <summary>Committed memory after the last collection.</summary>
    public required long? CommittedLastBytes { get; init; }

    /// <summary>The part of it that is free or about to be given back.</summary>
    public required long? CommittedFreeLastBytes { get; init; }

    /// <summary>The part of it that holds the collector's own tables.</summary>
    public required long? BookkeepingLastBytes { get; init; }

    /// <summary>How evenly heaps share the work; null with one heap.</summary>
    public required BalanceDocument? Balance { get; init; }

    /// <summary>What finalizers cost; null when no collection found finalizable objects.</summary>
    public required FinalizersDocument? Finalizers { get; init; }
}
