namespace Unpause.Reports.Documents;

/// <summary>Allocations of one type from one place.</summary>
public sealed record AllocationSiteDocument
{
    /// <summary>The type; null when it isn't told.</summary>
    public required string? Type { get; init; }

    /// <summary>Bytes, estimated from the samples.</summary>
    public required long Bytes { get; init; }

    /// <summary>Samples; 0 where the recording tells objects instead.</summary>
    public long Samples { get; init; }

    /// <summary>Objects, estimated from the samples; null where the recording doesn't tell, and in documents of older versions.</summary>
    public long? Objects { get; init; }

    /// <summary>Whether they go to the heap of large objects.</summary>
    public required bool Large { get; init; }

    /// <summary>Whether they go to the heap of pinned objects.</summary>
    public bool Pinned { get; init; }

    /// <summary>Index into stack of the first method that is not the platform's own; null when all are.</summary>
    public long? AppFrame { get; init; }

    /// <summary>
    /// Of large objects, the bytes that died, in proportion to what each place allocated: which objects died is not told.
    /// </summary>
    public long? DiedBytes { get; init; }

    /// <summary>Methods, the allocating one first.</summary>
    public required IReadOnlyList<string> Stack { get; init; }
}
