namespace Unpause.Reports.Documents;

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
