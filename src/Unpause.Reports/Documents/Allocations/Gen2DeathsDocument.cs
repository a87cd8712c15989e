namespace Unpause.Reports.Documents;

/// <summary>Sampled objects that died in gen2.</summary>
public sealed record Gen2DeathsDocument
{
    /// <summary>The method of measurement.</summary>
    public required string Basis { get; init; }

    /// <summary>The number of gen2 collections that were observed.</summary>
    public required long Gen2Collections { get; init; }

    /// <summary>Bytes of the objects that were followed; each object counts with the bytes of its sample.</summary>
    public required long TrackedBytes { get; init; }

    /// <summary>Bytes of small objects among them that reached gen2.</summary>
    public required long PromotedBytes { get; init; }

    /// <summary>Bytes that died in gen2.</summary>
    public required long DiedBytes { get; init; }

    /// <summary>Bytes of objects whose survival is unknown.</summary>
    public required long UnknownBytes { get; init; }

    /// <summary>The call sites with the bytes that died, the most first; the page has only the first ones.</summary>
    public required IReadOnlyList<AllocationSiteDocument> Sites { get; init; }
}
