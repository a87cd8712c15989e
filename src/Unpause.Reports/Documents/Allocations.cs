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

/// <summary>The allocations of one type.</summary>
public sealed record AllocatedTypeDocument
{
    /// <summary>The type; null when unknown.</summary>
    public required string? Type { get; init; }

    /// <summary>Bytes, estimated from the samples.</summary>
    public required long Bytes { get; init; }

    /// <summary>Bytes of large objects among them.</summary>
    public required long LargeBytes { get; init; }

    /// <summary>The number of samples.</summary>
    public required long Samples { get; init; }
}

/// <summary>The allocations of one type at one call site.</summary>
public sealed record AllocationSiteDocument
{
    /// <summary>The type; null when unknown.</summary>
    public required string? Type { get; init; }

    /// <summary>Bytes, estimated from the samples.</summary>
    public required long Bytes { get; init; }

    /// <summary>The number of samples; 0 where the recording counts objects instead.</summary>
    public long Samples { get; init; }

    /// <summary>The number of objects, estimated from the samples; null where unknown, and in documents of older versions.</summary>
    public long? Objects { get; init; }

    /// <summary>Whether they are allocated in the large object heap.</summary>
    public required bool Large { get; init; }

    /// <summary>Whether they are allocated in the pinned object heap.</summary>
    public bool Pinned { get; init; }

    /// <summary>The index in stack of the first method that belongs to the application; null when there is none.</summary>
    public long? AppFrame { get; init; }

    /// <summary>
    /// Bytes of large objects that died. They are split in proportion to the allocations of each call site, because the recording does not
    /// show which objects died.
    /// </summary>
    public long? DiedBytes { get; init; }

    /// <summary>The methods, the allocating one first.</summary>
    public required IReadOnlyList<string> Stack { get; init; }
}

/// <summary>Deaths of large objects up to the last collection.</summary>
public sealed record LargeObjectDeathsDocument
{
    /// <summary>The method of measurement.</summary>
    public required string Basis { get; init; }

    /// <summary>Bytes of large objects allocated up to the last collection.</summary>
    public required long AllocatedBytes { get; init; }

    /// <summary>Bytes of those that were dead at its end.</summary>
    public required long DiedBytes { get; init; }
}

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
