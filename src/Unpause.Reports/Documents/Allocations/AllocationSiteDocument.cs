namespace Unpause.Reports.Documents;

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
