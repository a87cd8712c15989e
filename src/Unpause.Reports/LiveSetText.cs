namespace Unpause.Reports;

/// <summary>Whether the live set grows, in one line.</summary>
internal static class LiveSetText
{
    /// <summary>The line; empty where there is no or too little data.</summary>
    public static string Line(LiveSetTrendDocument? trend) => trend?.Verdict switch
    {
        LiveSetTrendDocument.Unknown when trend.UnknownReason == LiveSetTrendDocument.TooFew => "",
        LiveSetTrendDocument.Growing => $"growing{By(trend)} ({Basis(trend)}){Until(trend)}",
        LiveSetTrendDocument.Plateau => $"stable, no leak: allocated objects die ({Basis(trend)})",
        LiveSetTrendDocument.Unknown => $"trend unknown: {Why(trend)} ({Basis(trend)})",
        _ => "",
    };

    private static string By(LiveSetTrendDocument trend) => trend switch
    {
        { SlopeBytesPerS: { } slope, SlopeLowBytesPerS: { } low, SlopeHighBytesPerS: { } high } =>
            $" by {Quantities.Bytes(slope)} per second ({Quantities.Bytes(low)} to {Quantities.Bytes(high)})",
        { GrowthRatio: { } ratio } => $": full collections take {Quantities.Percent(100 * ratio)} longer at the end",
        _ => "",
    };

    private static string Until(LiveSetTrendDocument trend)
    {
        if (trend is not { TimeToLimitMs: { } time, TimeToLimitLowMs: { } soonest, LimitBytes: { } limit }) return "";
        var range = trend.TimeToLimitHighMs is { } latest
            ? $"{Cell.Duration(soonest)} to {Cell.Duration(latest)}"
            : $"{Cell.Duration(soonest)} or later";
        return $": {Quantities.Bytes(limit)} will be reached in {Cell.Duration(time)} ({range})";
    }

    private static string Why(LiveSetTrendDocument trend) => trend.UnknownReason switch
    {
        LiveSetTrendDocument.TooShort => "the full collections are too close together",
        LiveSetTrendDocument.LoadGrew => "the live set grew, but so did the allocation rate",
        LiveSetTrendDocument.Settling => "the live set grew only at the start, like a cache that fills up",
        _ => "the live set goes up and down",
    };

    private static string Basis(LiveSetTrendDocument trend) =>
        $"{Quantities.Count(trend.Points, "collection")} over {Cell.Duration(trend.SpanMs)}";
}
