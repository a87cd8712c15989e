using Unpause.Reports.Documents;

namespace Unpause.Reports;

/// <summary>Whether the live set grows, in a line.</summary>
internal static class LiveSetText
{
    /// <summary>The line; empty where nothing tells, or too little to speak of.</summary>
    public static string Line(LiveSetTrendDocument? trend) => trend?.Verdict switch
    {
        LiveSetTrendDocument.Unknown when trend.UnknownReason == LiveSetTrendDocument.TooFew => "",
        LiveSetTrendDocument.Growing => $"it grows{By(trend)} ({Basis(trend)}){Until(trend)}",
        LiveSetTrendDocument.Plateau => $"it stays: what is allocated is traffic, no leak ({Basis(trend)})",
        LiveSetTrendDocument.Unknown => $"whether it grows can't be told: {Why(trend)} ({Basis(trend)})",
        _ => "",
    };

    private static string By(LiveSetTrendDocument trend) => trend switch
    {
        { SlopeBytesPerS: { } slope, SlopeLowBytesPerS: { } low, SlopeHighBytesPerS: { } high } =>
            $" by {Quantities.Bytes(slope)} a second ({Quantities.Bytes(low)} to {Quantities.Bytes(high)})",
        { GrowthRatio: { } ratio } => $": collections of it take {Quantities.Percent(100 * ratio)} longer at the end",
        _ => "",
    };

    private static string Until(LiveSetTrendDocument trend)
    {
        if (trend is not { TimeToLimitMs: { } time, TimeToLimitLowMs: { } soonest, LimitBytes: { } limit }) return "";
        var range = trend.TimeToLimitHighMs is { } latest
            ? $"{Cell.Duration(soonest)} to {Cell.Duration(latest)}"
            : $"{Cell.Duration(soonest)} at the earliest";
        return $": {Quantities.Bytes(limit)} are reached in {Cell.Duration(time)} ({range})";
    }

    private static string Why(LiveSetTrendDocument trend) => trend.UnknownReason switch
    {
        LiveSetTrendDocument.TooShort => "the collections of the whole heap lie too close together",
        LiveSetTrendDocument.LoadGrew => "it grew, and what is allocated a second grew as well",
        LiveSetTrendDocument.Settling => "it grew at first, as a cache does that fills",
        _ => "it goes up and down",
    };

    private static string Basis(LiveSetTrendDocument trend) =>
        $"{Quantities.Count(trend.Points, "collection")} over {Cell.Duration(trend.SpanMs)}";
}
