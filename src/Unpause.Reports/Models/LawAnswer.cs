using Unpause.Analysis.CostModels;

namespace Unpause.Reports;

/// <summary>What the law of memory says of numbers that the user gave.</summary>
/// <param name="Law">The numbers.</param>
/// <param name="LimitBytes">The limit that was asked for.</param>
public sealed record LawAnswer(MemoryLaw Law, double LimitBytes)
{
    /// <summary>The law, with the names of its terms.</summary>
    internal const string Formula =
        "period = (limit − survivors) ÷ traffic; pause = survivors × seconds per GiB; time in GC = pause ÷ (period + pause)";

    private const double WorthWorkPercent = 10;
    private const double TalkTraffic = 512.0 * 1024 * 1024, TalkSurvivors = 1024.0 * 1024 * 1024;

    private static readonly double[] OfSurvivors = [1.1, 1.25, 1.5, 2, 3, 5, 10, 20];

    /// <summary>Limits around the one that was asked for, and that one, in ascending order.</summary>
    internal IReadOnlyList<double> Limits =>
        [.. OfSurvivors.Select(times => times * Law.SurvivorBytes).Append(LimitBytes).Distinct().Order()];

    /// <summary>The answer in a sentence.</summary>
    internal string Verdict =>
        $"With {Quantities.Bytes(LimitBytes)}: a collection of the whole heap every {Seconds(Law.PeriodSeconds(LimitBytes))}, "
        + $"{Seconds(Law.PauseSeconds)} long: {Quantities.Percent(Rounded(Law.Percent(LimitBytes)))} of the time.";

    /// <summary>The law with its numbers put in.</summary>
    internal IReadOnlyList<string> Steps =>
    [
        $"period = ({Quantities.Bytes(LimitBytes)} − {Quantities.Bytes(Law.SurvivorBytes)}) ÷ "
        + $"{Quantities.Bytes(Law.TrafficBytesPerSecond)}/s = {Seconds(Law.PeriodSeconds(LimitBytes))}",
        $"pause = {Quantities.Bytes(Law.SurvivorBytes)} × {Seconds(Law.PauseSecondsPerGibibyte)} per GiB = {Seconds(Law.PauseSeconds)}",
        $"time in GC = {Seconds(Law.PauseSeconds)} ÷ ({Seconds(Law.PeriodSeconds(LimitBytes))} + {Seconds(Law.PauseSeconds)}) = "
        + Quantities.Percent(Rounded(Law.Percent(LimitBytes))),
    ];

    /// <summary>What to know of it.</summary>
    internal IReadOnlyList<string> Notes =>
    [
        $"At most {Quantities.Percent(WorthWorkPercent)} of the time takes a limit of {Quantities.Bytes(Law.LimitFor(WorthWorkPercent))}. "
        + "A recording of the program says how far it follows the law: unpause model RECORDING.",
        .. Law is { TrafficBytesPerSecond: TalkTraffic, SurvivorBytes: TalkSurvivors }
            ? ["The talk that these numbers are from says 18 s and 3 % for 10 GiB, as the law does, and for 3 GiB every 6 s and 8 %; the "
                + "law gives 4 s and 11 % there."]
            : (string[])[],
    ];

    /// <summary>A row for each limit.</summary>
    internal TextTable Table => new(
        ["limit", "every", "time in GC", ""],
        [.. Limits.Select(limit => (string[])
        [
            Quantities.Bytes(limit) + (limit == LimitBytes ? " ←" : ""), Seconds(Law.PeriodSeconds(limit)),
            Law.Percent(limit) is { } percent ? Quantities.Percent(Rounded(percent)) : "doesn't fit", ModelText.Bar(Law.Percent(limit)),
        ])],
        3);

    private static double Rounded(double? percent) => Math.Round(percent ?? 0, percent >= 1 ? 0 : 2);

    private static string Seconds(double? seconds) => seconds is { } known ? Quantities.Duration(known * 1e9) : Cell.Unknown;
}
