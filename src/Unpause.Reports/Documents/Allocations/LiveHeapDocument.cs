namespace Unpause.Reports.Documents;

/// <summary>What of the heap was in use at one moment, by samples.</summary>
public sealed record LiveHeapDocument
{
    /// <summary>How the numbers were got, in words.</summary>
    public required string Basis { get; init; }

    /// <summary>All bytes in use.</summary>
    public required long Bytes { get; init; }

    /// <summary>Places that allocated them, the most bytes first; empty in the page, which has them in its other element.</summary>
    public required IReadOnlyList<LiveSiteDocument> Sites { get; init; }
}
