using Unpause.Reports.Comparison;
using Unpause.Reports.Comparison.Documents;
using Unpause.Reports.Trends.Documents;

namespace Unpause.Reports.Trends;

/// <summary>The sentences of a trend, shared by every output.</summary>
internal static class TrendText
{
    private const int MostNames = 3, MostChanges = 4;

    /// <summary>The answer: the worst report, then the trends.</summary>
    public static string Verdict(
        IReadOnlyList<TrendRunDocument> runs, int? worst, UsualRunDocument usual, IReadOnlyList<TrendTestDocument> trends, string? refusal)
    {
        var significant = trends.Where(trend => trend.Verdict != TrendTestDocument.NotSignificant).Select(trend => trend.Text).ToList();
        var trend = refusal ?? (significant.Count > 0 ? string.Join(' ', significant) : "No number rises or falls significantly.");
        return $"{First(runs, worst, usual)} {trend}";
    }

    private static string First(IReadOnlyList<TrendRunDocument> runs, int? worst, UsualRunDocument usual)
    {
        if (worst is not { } index)
        {
            return runs.Count > 1 ? $"None of {Quantities.Count(runs.Count, "report")} has a pause."
                : $"One report: {Moment(runs, 0)}{(runs[0].PausedPercent is { } only ? $", {Cell.Percent(only)} paused" : "")}.";
        }

        var run = runs[index];
        var numbers = run.PausedPercent is { } paused
            ? $"{Cell.Percent(paused)} paused, usually {Cell.Percent(usual.PausedPercent)}"
            : $"p99 pause {Cell.Duration(run.P99Ms)}, usually {Duration(usual.P99Ms)}";
        var stands = run.PausedPercent is null ? TrendRunDocument.P99 : TrendRunDocument.Paused;
        return run.Unusual.Contains(stands)
            ? $"{Moment(runs, index)} was the worst of {Quantities.Count(runs.Count, "report")}: {numbers}."
            : $"The highest of {Quantities.Count(runs.Count, "report")}, {Moment(runs, index)}: {numbers}.";
    }

    /// <summary>Why there is no test.</summary>
    public static string TooFew(int runs, int fewest) => $"Too few reports for a trend: {runs} of at least {fewest}.";

    /// <summary>Why there is no test although there are enough reports.</summary>
    public static string NoNumbers(int fewest) => $"Too few reports for a trend: no number is in at least {fewest} of them.";

    /// <summary>A test in a sentence.</summary>
    public static string Describe(string metric, string verdict, double? slope, double p)
    {
        var title = metric switch
        {
            TrendRunDocument.Paused => "The share of paused time",
            TrendRunDocument.P99 => "The p99 pause",
            _ => "The live set",
        };
        var chance = p < 0.001 ? "p < 0.001" : $"p = {p.ToString("0.###", CultureInfo.InvariantCulture)}";
        if (verdict == TrendTestDocument.NotSignificant) return $"{title}: no significant trend ({chance}).";
        var amount = Math.Abs(slope ?? 0);
        var by = metric switch
        {
            _ when amount == 0 => "",
            TrendRunDocument.Paused => $" by {amount.ToString("0.###", CultureInfo.InvariantCulture)} percentage points per day",
            TrendRunDocument.P99 => $" by {Duration(amount)} per day",
            _ => $" by {Quantities.Bytes(amount)} per day",
        };
        return $"{title} {(verdict == TrendTestDocument.Rising ? "rises" : "falls")}{by} ({chance}).";
    }

    /// <summary>What readers of the numbers must know.</summary>
    public static IEnumerable<string> Notes(
        IReadOnlyList<TrendRunDocument> runs, int withSeveral, IReadOnlyList<string> perRun)
    {
        if (withSeveral > 0)
        {
            yield return $"{Quantities.Count(withSeveral, "report")} {(withSeveral == 1 ? "has" : "have")} several processes: "
                + "the numbers are of the process with the longest total pause time.";
        }

        if (perRun.Count > 0)
            yield return $"In most reports other than before, and not listed as a change: {Names(perRun)}.";
        if (Mixed(runs, "services", run => run.Service) is { } services) yield return services;
        if (Mixed(runs, "runtimes", run => run.Runtime) is { } runtimes) yield return runtimes;
    }

    /// <summary>A date; where another run has the same one, with the time of day, to the minute or the second. UTC.</summary>
    public static string Moment(IReadOnlyList<TrendRunDocument> runs, int index)
    {
        // Runs are in order of time, so those of the same day or minute are neighbours.
        var start = runs[index].Start;
        var format = !IsShared(TimeSpan.TicksPerDay) ? "yyyy-MM-dd" : IsShared(TimeSpan.TicksPerMinute) ? "yyyy-MM-dd HH:mm:ss"
            : "yyyy-MM-dd HH:mm";
        return start.ToString(format, CultureInfo.InvariantCulture);

        bool IsShared(long length) => IsSame(index - 1, length) || IsSame(index + 1, length);
        bool IsSame(int other, long length) => other >= 0 && other < runs.Count && runs[other].Start.Ticks / length == start.Ticks / length;
    }

    /// <summary>What changed in a run, in a line without its date; null where nothing did.</summary>
    public static string? Changes(TrendRunDocument run) => run.Changes.Count == 0 ? null
        : string.Join(", ", run.Changes.Take(MostChanges).Select(change =>
            ComparisonText.Describe(change.Name == "version" ? change with { Name = run.Runtime } : change)))
            + (run.Changes.Count > MostChanges ? $" and {Quantities.Count(run.Changes.Count - MostChanges)} more" : "");

    /// <summary>A duration of milliseconds that is not exact.</summary>
    public static string Duration(double? milliseconds) =>
        milliseconds is { } known ? Quantities.Duration(known * 1e6) : Cell.Unknown;

    private static string? Mixed(IReadOnlyList<TrendRunDocument> runs, string what, Func<TrendRunDocument, string?> of)
    {
        var names = runs.Select(of).OfType<string>().Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal).ToList();
        if (names.Count < 2) return null;
        return $"The reports are of {names.Count} {what} ({Names(names)}): pass those of one for a trend of its own.";
    }

    /// <summary>The first names, and that there are more.</summary>
    public static string Names(IReadOnlyList<string> names) =>
        string.Join(", ", names.Take(MostNames))
        + (names.Count > MostNames ? $" and {Quantities.Count(names.Count - MostNames)} more" : "");
}
