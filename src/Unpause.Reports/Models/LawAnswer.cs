using Unpause.Analysis.CostModels;

namespace Unpause.Reports.Models;

/// <summary>The memory law applied to numbers that the user gave.</summary>
/// <param name="Law">The law with the user's numbers.</param>
/// <param name="LimitBytes">The memory limit in question.</param>
public sealed record LawAnswer(MemoryLaw Law, double LimitBytes)
{
    /// <summary>The formulas of the law.</summary>
    internal const string Formula =
        "period = (limit − survivors) ÷ traffic; pause = survivors × seconds per GiB; time in GC = pause ÷ (period + pause)";

    private const double WorthWorkPercent = 10;
    private const double TalkTraffic = 512.0 * 1024 * 1024, TalkSurvivors = 1024.0 * 1024 * 1024;

    private static readonly double[] OfSurvivors = [1.1, 1.25, 1.5, 2, 3, 5, 10, 20];

    /// <summary>The limit in question and others around it, in ascending order.</summary>
    internal IReadOnlyList<double> Limits =>
        [.. OfSurvivors.Select(times => times * Law.SurvivorBytes).Append(LimitBytes).Distinct().Order()];

    /// <summary>The answer in one sentence.</summary>
    internal string Verdict =>
        $"With {Quantities.Bytes(LimitBytes)}: one full GC of {Seconds(Law.PauseSeconds)} every {Seconds(Law.PeriodSeconds(LimitBytes))}, "
        + $"which is {Quantities.Percent(Rounded(Law.Percent(LimitBytes)))} of run time.";

    /// <summary>The formulas with the numbers filled in.</summary>
    internal IReadOnlyList<string> Steps =>
    [
        $"period = ({Quantities.Bytes(LimitBytes)} − {Quantities.Bytes(Law.SurvivorBytes)}) ÷ "
        + $"{Quantities.Bytes(Law.TrafficBytesPerSecond)}/s = {Seconds(Law.PeriodSeconds(LimitBytes))}",
        $"pause = {Quantities.Bytes(Law.SurvivorBytes)} × {Seconds(Law.PauseSecondsPerGibibyte)} per GiB = {Seconds(Law.PauseSeconds)}",
        $"time in GC = {Seconds(Law.PauseSeconds)} ÷ ({Seconds(Law.PeriodSeconds(LimitBytes))} + {Seconds(Law.PauseSeconds)}) = "
        + Quantities.Percent(Rounded(Law.Percent(LimitBytes))),
    ];

    /// <summary>Remarks on the answer.</summary>
    internal IReadOnlyList<string> Notes =>
    [
        $"To stay below {Quantities.Percent(WorthWorkPercent)} GC time: at least {Quantities.Bytes(Law.LimitFor(WorthWorkPercent))}. "
        + "To fit a model to the real application: unpause model RECORDING.",
        .. Law is { TrafficBytesPerSecond: TalkTraffic, SurvivorBytes: TalkSurvivors }
            ? ["These numbers are from a talk. For 10 GiB it has 18 s and 3 %, as the law does. "
                + "For 3 GiB it has 6 s and 8 %, where the law gives 4 s and 11 %."]
            : (string[])[],
    ];

    /// <summary>The table with a row for each limit.</summary>
    internal TextTable Table => new(
        ["limit", "GC every", "GC time", ""],
        [.. Limits.Select(limit => (string[])
        [
            Quantities.Bytes(limit) + (limit == LimitBytes ? " ←" : ""), Seconds(Law.PeriodSeconds(limit)),
            Law.Percent(limit) is { } percent ? Quantities.Percent(Rounded(percent)) : "too small", ModelText.Bar(Law.Percent(limit)),
        ])],
        3);

    private static double Rounded(double? percent) => Math.Round(percent ?? 0, percent >= 1 ? 0 : 2);

    private static string Seconds(double? seconds) => seconds is { } known ? Quantities.Duration(known * 1e9) : Cell.Unknown;
}
