namespace Unpause.Reports.Documents;

/// <summary>Heap sizes and rates.</summary>
public sealed record HeapDocument
{
    /// <summary>The largest size that the heap may take, or took.</summary>
    public required long? MaxBytes { get; init; }

    /// <summary>The most in use.</summary>
    public required long? PeakBytes { get; init; }

    /// <summary>In use right after the last collection of the whole heap.</summary>
    public required long? LiveSetBytes { get; init; }

    /// <summary>Allocated over the recording.</summary>
    public required long? AllocatedBytes { get; init; }

    /// <summary>
    /// .NET: where allocated_bytes is counted: "events" counts all, "counter" all but the last part of a second, "collections" only what
    /// was allocated up to the last collection: at least so much. Null for others, and in reports of older versions.
    /// </summary>
    public string? AllocatedSource { get; init; }

    /// <summary>Allocated a second.</summary>
    public required double? AllocationRateBytesPerS { get; init; }

    /// <summary>Promoted a second.</summary>
    public required double? PromotionRateBytesPerS { get; init; }

    /// <summary>
    /// Leak or traffic; null where no collection of the whole heap tells what is live, and in reports of older versions.
    /// </summary>
    public LiveSetTrendDocument? LiveSetTrend { get; init; }

    /// <summary>
    /// Parts of the heap; empty where the runtime doesn't tell. 'large' and 'pinned' are .NET's large and pinned object heaps.
    /// </summary>
    public IReadOnlyList<SpaceDocument> Spaces { get => field ?? []; init; } = [];
}
