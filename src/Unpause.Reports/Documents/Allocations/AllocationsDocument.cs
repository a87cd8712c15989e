namespace Unpause.Reports.Documents;

/// <summary>Allocations by type and call site, from samples.</summary>
public sealed record AllocationsDocument
{
    /// <summary>The method of measurement.</summary>
    public string? Basis { get; init; }

    /// <summary>Whether every large object was recorded, instead of a sample.</summary>
    public bool LargeObjectsExact { get; init; }

    /// <summary>Allocated bytes.</summary>
    public long Bytes { get; init; }

    /// <summary>Bytes of large objects.</summary>
    public long LargeBytes { get; init; }

    /// <summary>Bytes of pinned objects.</summary>
    public long PinnedBytes { get; init; }

    /// <summary>Deaths of large objects up to the last collection.</summary>
    public LargeObjectDeathsDocument? LargeObjectDeaths { get; init; }

    /// <summary>
    /// Deaths in gen2 by allocating call site: sampled objects were followed by address while the recording listed survivors. Large and
    /// pinned objects die only there. Null when no objects were followed.
    /// </summary>
    public Gen2DeathsDocument? Gen2Deaths { get; init; }

    /// <summary>The types, the most bytes first.</summary>
    public IReadOnlyList<AllocatedTypeDocument> ByType { get => field ?? []; init; } = [];

    /// <summary>The call sites; empty in the page, which has them in its timeline element.</summary>
    public required IReadOnlyList<AllocationSiteDocument> Sites { get; init; }
}
