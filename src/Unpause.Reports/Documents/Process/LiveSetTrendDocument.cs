namespace Unpause.Reports.Documents;

/// <summary>Leak or traffic? Whether what is live after collections of the whole heap grows.</summary>
public sealed record LiveSetTrendDocument
{
    internal const string Growing = "growing", Plateau = "plateau", Unknown = "unknown";

    internal const string TooFew = "too_few_collections", TooShort = "too_short", LoadGrew = "load_grew", Settling = "settling",
        Scatter = "noisy";

    internal const string InBytes = "live_bytes", InTime = "full_collection_time";

    /// <summary>
    /// "growing": a leak, a cache without bound, or one that still fills. "plateau": it stays or falls, so what is allocated is traffic.
    /// </summary>
    [Words(nameof(Vocabulary.LiveSetVerdicts))]
    public required string Verdict { get; init; }

    /// <summary>
    /// Why it is unknown: "load_grew": the program allocated ever more as well; "settling": it grew first and then didn't; "noisy": it
    /// goes up and down by more than a trend could be told from.
    /// </summary>
    [Words(nameof(Vocabulary.LiveSetDoubts))]
    public required string? UnknownReason { get; init; }

    /// <summary>
    /// What was looked at: the bytes that are live, or where these aren't told (CPython) how long such a collection takes.
    /// </summary>
    [Words(nameof(Vocabulary.LiveSetMeasures))]
    public required string Measure { get; init; }

    /// <summary>Collections of the whole heap that tell it.</summary>
    public required long Points { get; init; }

    /// <summary>Time from the first of them to the last.</summary>
    public required Milliseconds? SpanMs { get; init; }

    /// <summary>What the live set grew by over that time, divided by its median.</summary>
    [Signed]
    public required double? GrowthRatio { get; init; }

    /// <summary>What it grew by a second (Theil and Sen's slope).</summary>
    [Signed]
    public required double? SlopeBytesPerS { get; init; }

    /// <summary>Lower end of the slope's 95 % interval.</summary>
    [Signed]
    public required double? SlopeLowBytesPerS { get; init; }

    /// <summary>Upper end of it.</summary>
    [Signed]
    public required double? SlopeHighBytesPerS { get; init; }

    /// <summary>The heap's limit, else the container's; null when neither is known.</summary>
    public required long? LimitBytes { get; init; }

    /// <summary>Time until a growing live set reaches it, at the slope.</summary>
    public required Milliseconds? TimeToLimitMs { get; init; }

    /// <summary>The same at the slope's upper end.</summary>
    public required Milliseconds? TimeToLimitLowMs { get; init; }

    /// <summary>The same at its lower end.</summary>
    public required Milliseconds? TimeToLimitHighMs { get; init; }
}
