namespace Unpause.Reports.Documents;

/// <summary>Heap sizes and rates.</summary>
public sealed record HeapDocument
{
    /// <summary>The maximum heap size, configured or reached.</summary>
    public required long? MaxBytes { get; init; }

    /// <summary>The peak heap in use.</summary>
    public required long? PeakBytes { get; init; }

    /// <summary>The live set: heap in use right after the last full collection.</summary>
    public required long? LiveSetBytes { get; init; }

    /// <summary>Bytes allocated over the recording.</summary>
    public required long? AllocatedBytes { get; init; }

    /// <summary>
    /// .NET: the source of allocated_bytes: "events" counts everything, "counter" all but the last part of a second, "collections" only
    /// allocations up to the last collection (a lower bound). Null for others, and in reports of older versions.
    /// </summary>
    public string? AllocatedSource { get; init; }

    /// <summary>Bytes allocated per second.</summary>
    public required double? AllocationRateBytesPerS { get; init; }

    /// <summary>Bytes promoted per second.</summary>
    public required double? PromotionRateBytesPerS { get; init; }

    /// <summary>Whether the live set grows; null where no full collection shows the live set, and in reports of older versions.</summary>
    public LiveSetTrendDocument? LiveSetTrend { get; init; }

    /// <summary>
    /// The spaces of the heap; empty where the runtime does not report them. 'large' and 'pinned' are .NET's large and pinned object heaps.
    /// </summary>
    public IReadOnlyList<SpaceDocument> Spaces { get => field ?? []; init; } = [];
}
