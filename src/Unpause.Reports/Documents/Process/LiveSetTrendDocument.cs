namespace Unpause.Reports.Documents;

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
