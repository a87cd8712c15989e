namespace Unpause.Reports.Documents;

/// <summary>The heap in use at one moment, from samples.</summary>
public sealed record LiveHeapDocument
{
    /// <summary>The method of measurement.</summary>
    public required string Basis { get; init; }

    /// <summary>All bytes in use.</summary>
    public required long Bytes { get; init; }

    /// <summary>The allocating call sites, the most bytes first; empty in the page, which has them in its timeline element.</summary>
    public required IReadOnlyList<LiveSiteDocument> Sites { get; init; }
}
