namespace Unpause.Reports.Documents;

/// <summary>What died in gen2 of the sampled objects that were followed there.</summary>
public sealed record Gen2DeathsDocument
{
    /// <summary>How the numbers were got, in words.</summary>
    public required string Basis { get; init; }

    /// <summary>Gen2 collections that were looked at.</summary>
    public required long Gen2Collections { get; init; }

    /// <summary>Bytes allocated; each object stands for the bytes of its sample.</summary>
    public required long TrackedBytes { get; init; }

    /// <summary>Of them, small objects that reached gen2.</summary>
    public required long PromotedBytes { get; init; }

    /// <summary>Bytes that died in gen2.</summary>
    public required long DiedBytes { get; init; }

    /// <summary>Bytes of which it can't be told whether they lived on.</summary>
    public required long UnknownBytes { get; init; }

    /// <summary>Places with the bytes that died, the most first; the page has the first ones only.</summary>
    public required IReadOnlyList<AllocationSiteDocument> Sites { get; init; }
}
