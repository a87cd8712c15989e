namespace Unpause.Reports.Documents;

/// <summary>What was allocated, by samples.</summary>
public sealed record AllocationsDocument
{
    /// <summary>How the numbers were got, in words.</summary>
    public string? Basis { get; init; }

    /// <summary>Whether every large object was recorded, not a sample.</summary>
    public bool LargeObjectsExact { get; init; }

    /// <summary>All bytes.</summary>
    public long Bytes { get; init; }

    /// <summary>Bytes of large objects.</summary>
    public long LargeBytes { get; init; }

    /// <summary>Bytes of pinned objects.</summary>
    public long PinnedBytes { get; init; }

    /// <summary>How much of the large objects died up to the last collection.</summary>
    public LargeObjectDeathsDocument? LargeObjectDeaths { get; init; }

    /// <summary>
    /// What died in gen2, by the place that allocated it: sampled objects followed by address while the recording listed survivors.
    /// Large and pinned objects die only there. Null when nothing was followed.
    /// </summary>
    public Gen2DeathsDocument? Gen2Deaths { get; init; }

    /// <summary>Types, the most bytes first.</summary>
    public IReadOnlyList<AllocatedTypeDocument> ByType { get => field ?? []; init; } = [];

    /// <summary>Places; empty in the page, which has them in its other element.</summary>
    public required IReadOnlyList<AllocationSiteDocument> Sites { get; init; }
}
