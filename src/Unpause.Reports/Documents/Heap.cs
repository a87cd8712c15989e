namespace Unpause.Reports.Documents;

/// <summary>Heap sizes and rates.</summary>
public sealed record HeapDocument
{
    /// <summary>The maximum heap size, configured or reached.</summary>
    public required long? MaxBytes { get; init; }

    /// <summary>
    /// The limit of the heap, as set or as the runtime reports it; null where none is known, and in documents of older versions.
    /// </summary>
    public long? LimitBytes { get; init; }

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

    /// <summary>
    /// ZGC: the most threads that waited for memory at one moment, where the log has no times of their stalls; null where unknown, and
    /// in reports of older versions.
    /// </summary>
    public int? WaitingThreads { get; init; }

    /// <summary>Whether the live set grows; null where no full collection shows the live set, and in reports of older versions.</summary>
    public LiveSetTrendDocument? LiveSetTrend { get; init; }

    /// <summary>
    /// The spaces of the heap; empty where the runtime does not report them. 'large' and 'pinned' are .NET's large and pinned object heaps.
    /// </summary>
    public IReadOnlyList<SpaceDocument> Spaces { get => field ?? []; init; } = [];
}

/// <summary>Whether the live set after full collections grows: a leak, or normal allocation.</summary>
public sealed record LiveSetTrendDocument
{
    internal const string Growing = "growing", Plateau = "plateau", Unknown = "unknown";

    internal const string TooFew = "too_few_collections", TooShort = "too_short", LoadGrew = "load_grew", Settling = "settling",
        Scatter = "noisy";

    internal const string InBytes = "live_bytes", InTime = "full_collection_time";

    /// <summary>
    /// "growing": a leak, an unbounded cache, or a cache that is still filling up. "plateau": the live set is stable or falls, so allocated
    /// objects die.
    /// </summary>
    [Words(nameof(Vocabulary.LiveSetVerdicts))]
    public required string Verdict { get; init; }

    /// <summary>
    /// Why it is unknown: "load_grew": the allocation rate grew, too; "settling": the live set grew only at the start; "noisy": the live
    /// set varies too much to show a trend.
    /// </summary>
    [Words(nameof(Vocabulary.LiveSetDoubts))]
    public required string? UnknownReason { get; init; }

    /// <summary>What is measured: the live bytes, or where these are not recorded (CPython) the duration of full collections.</summary>
    [Words(nameof(Vocabulary.LiveSetMeasures))]
    public required string Measure { get; init; }

    /// <summary>The number of full collections with a value.</summary>
    public required long Points { get; init; }

    /// <summary>The time from the first to the last of them.</summary>
    public required Milliseconds? SpanMs { get; init; }

    /// <summary>The growth of the live set over that time, divided by its median.</summary>
    [Signed]
    public required double? GrowthRatio { get; init; }

    /// <summary>The growth in bytes per second (Theil-Sen slope).</summary>
    [Signed]
    public required double? SlopeBytesPerS { get; init; }

    /// <summary>The lower end of the slope's 95 % confidence interval.</summary>
    [Signed]
    public required double? SlopeLowBytesPerS { get; init; }

    /// <summary>The upper end of that interval.</summary>
    [Signed]
    public required double? SlopeHighBytesPerS { get; init; }

    /// <summary>The heap limit, otherwise the container's memory limit; null when neither is known.</summary>
    public required long? LimitBytes { get; init; }

    /// <summary>The time until a growing live set reaches the limit, at the slope.</summary>
    public required Milliseconds? TimeToLimitMs { get; init; }

    /// <summary>The time at the upper end of the slope's interval.</summary>
    public required Milliseconds? TimeToLimitLowMs { get; init; }

    /// <summary>The time at the lower end of the slope's interval.</summary>
    public required Milliseconds? TimeToLimitHighMs { get; init; }
}

/// <summary>A space of the heap over the recording.</summary>
public sealed record SpaceDocument
{
    /// <summary>The name of the space.</summary>
    [Words(nameof(Vocabulary.Spaces))]
    public required string Space { get; init; }

    /// <summary>The name in tables. Null in documents of older versions.</summary>
    public string? Label { get; init; }

    /// <summary>The number of collections of this space.</summary>
    public required long Collections { get; init; }

    /// <summary>Bytes in use after the last collection, without free space between objects.</summary>
    public required long UsedLastBytes { get; init; }

    /// <summary>The peak bytes in use at the start or end of a collection.</summary>
    public required long UsedMaxBytes { get; init; }

    /// <summary>Free bytes between objects (fragmentation) after the last collection.</summary>
    public required long? FreeLastBytes { get; init; }

    /// <summary>The most free bytes between objects after a collection of this space.</summary>
    public required long? FreeMaxBytes { get; init; }

    /// <summary>The share that survived the collections of this space.</summary>
    public required double? SurvivedPercent { get; init; }

    /// <summary>Bytes that may be allocated or promoted there until its next collection, at the end of the recording.</summary>
    [Signed]
    public required long? BudgetLastBytes { get; init; }
}

/// <summary>Survival of young collections in a JVM.</summary>
public sealed record SurvivalDocument
{
    /// <summary>The number of young collections that report their survivors.</summary>
    public required long YoungCollections { get; init; }

    /// <summary>The share of young bytes that survives a young collection.</summary>
    public required double? SurvivalPercent { get; init; }

    /// <summary>The mean bytes that survive a young collection.</summary>
    public required long? SurvivorBytesMean { get; init; }

    /// <summary>The share of allocated bytes that reaches the old generation.</summary>
    public required double? PromotedPercent { get; init; }

    /// <summary>
    /// The share of promoted bytes that died in the old generation: near 100 for objects of medium lifetime, near 0 for a leak.
    /// </summary>
    public required double? DiedInOldPercent { get; init; }

    /// <summary>
    /// The mean lifetime of a byte by Little's law: the live set after marking divided by the allocation rate, including the wait for the
    /// next marking.
    /// </summary>
    public required double? MeanLifetimeS { get; init; }

    /// <summary>The copying time of the average worker per GiB of survivors (G1).</summary>
    public required Milliseconds? CopyMsPerGib { get; init; }

    /// <summary>The ages at which objects are promoted; null where not recorded.</summary>
    public required TenuringDocument? Tenuring { get; init; }
}

/// <summary>The ages at which objects are promoted.</summary>
public sealed record TenuringDocument
{
    /// <summary>The number of young collections that logged their tenuring threshold.</summary>
    public required long Collections { get; init; }

    /// <summary>The number of those that lowered it to 1 because survivor space overflowed.</summary>
    public required long LoweredToOne { get; init; }

    /// <summary>The lowest threshold.</summary>
    public required long LowestThreshold { get; init; }

    /// <summary>The maximum threshold.</summary>
    public required long MaxThreshold { get; init; }

    /// <summary>The number of young collections whose survivors exceeded the desired survivor size; null without age tables.</summary>
    public required long? Overflows { get; init; }

    /// <summary>The mean bytes of each age.</summary>
    public required IReadOnlyList<AgeDocument> BytesByAge { get; init; }
}

/// <summary>Survivors of one age.</summary>
public sealed record AgeDocument
{
    /// <summary>The number of young collections survived, from 1.</summary>
    public required long Age { get; init; }

    /// <summary>The size of survivors of this age, mean over collections.</summary>
    [Signed]
    public required long BytesMean { get; init; }
}

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

/// <summary>The objects in use that one call site allocated.</summary>
public sealed record LiveSiteDocument
{
    /// <summary>Bytes, estimated from the samples.</summary>
    public required long Bytes { get; init; }

    /// <summary>The number of objects, estimated from the samples; null where unknown.</summary>
    public required long? Objects { get; init; }

    /// <summary>The index in stack of the first function that belongs to the application; null when there is none.</summary>
    public required long? AppFrame { get; init; }

    /// <summary>The functions, the allocating one first; empty for the sum of all further call sites.</summary>
    public required IReadOnlyList<string> Stack { get; init; }
}
