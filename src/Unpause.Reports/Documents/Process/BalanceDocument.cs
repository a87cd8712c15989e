namespace Unpause.Reports.Documents;

/// <summary>How evenly heaps share the work: the fullest or slowest heap as a multiple of the mean.</summary>
public sealed record BalanceDocument
{
    /// <summary>Collections with several heaps and enough survivors to compare.</summary>
    public required long Collections { get; init; }

    /// <summary>Of survivors, the median.</summary>
    public required double? SurvivedMedianRatio { get; init; }

    /// <summary>Of survivors, the worst.</summary>
    public required double? SurvivedMaxRatio { get; init; }

    /// <summary>Of the time of marking, the median.</summary>
    public required double? MarkMedianRatio { get; init; }
}
