using System.Globalization;
using Unpause.Analysis.Comparison;
using Unpause.Reports.Documents;

namespace Unpause.Reports.Comparison;

/// <summary>What a comparison says in words and cells; every output has the same.</summary>
internal static class ComparisonText
{
    private const int MostOthers = 3;

    // From ten times as much on it is told so.
    private const double Many = 9;

    // An interval of so few percent is told with a decimal.
    private const double Narrow = 0.05;

    /// <summary>The answer: the headline, then what else is more than noise.</summary>
    public static string Verdict(ComparisonDocument comparison)
    {
        if (comparison.Metrics is not [var headline, ..]) return "Neither side tells a number that could be compared.";
        var (metric, runs) = (Told(headline), Runs(comparison));
        var rest = comparison.Metrics.Skip(1).ToList();
        return headline.Verdict switch
        {
            ComparedMetricDocument.Better or ComparedMetricDocument.Worse =>
                $"{(headline.Verdict == ComparedMetricDocument.Better ? "Better" : "Worse")}{runs}: {metric}."
                    + Others(rest, headline.Verdict),
            ComparedMetricDocument.WithinNoise => $"{(IsRepeated(comparison) ? "Within noise" : "Within the noise of these two runs")}: "
                + $"{metric}.{Needed(headline)}{Others(rest, null)}",
            ComparedMetricDocument.NotComparable => $"Not comparable ({headline.Reason}): {metric}.{ForEach(comparison)}",
            ComparedMetricDocument.TooFew =>
                $"{TooFew(comparison, headline)}: {metric}.{(IsRepeated(comparison) ? "" : Others(rest, null))}",
            _ => $"{metric}.{Others(rest, null)}",
        };
    }

    /// <summary>What the numbers don't tell.</summary>
    public static IEnumerable<string> Caveats(ComparedSides sides, LoadChange load)
    {
        if (sides.AreSingle)
        {
            yield return "One run a side: stretches of each were drawn again, which tells what these two runs show. How far two runs "
                + "of the same program lie apart by chance they can't tell: repeat both, "
                + $"{RunFamily.FewestRuns} times at the least, and give the folders.";
        }

        if (!sides.AreSingle && IsOneAfterTheOther(sides))
        {
            yield return "All runs of one side were made before those of the other: what the machine did otherwise meanwhile is in the "
                + "difference, too. Runs that take turns don't have that.";
        }

        if (load is { Load: { } ratio, IsByRequests: false })
        {
            yield return $"{(ratio > 1 ? "More" : "Less")} is allocated after, which may be another load or the change itself: requests "
                + "(--slow, --before-requests, --after-requests) would tell, or say --same-load if it was the same.";
        }

        if (sides.Before.Concat(sides.After).Any(run => run.Report.Processes.Count > 1))
            yield return "Of runs with several processes the one is compared that both sides have, and was stopped longest.";
    }

    /// <summary>A number before, after, and how far that is: <c>p99 pause 12 ms → 3 ms (−75 %, −80 to −70 %)</c>.</summary>
    public static string Told(ComparedMetricDocument metric) =>
        $"{metric.Title} {Value(metric, metric.Before)} → {Value(metric, metric.After)}"
        + (Change(metric) is { } change ? $" ({change}{(Interval(metric) is { } interval ? $", {interval}" : "")})" : "");

    /// <summary>A number with its unit; a dash where it is unknown.</summary>
    public static string Value(ComparedMetricDocument metric, double? value) =>
        value is { } known ? Unit(metric).Write(known / Unit(metric).Factor) : "–";

    /// <summary>The difference; null where one side is unknown.</summary>
    public static string? Change(ComparedMetricDocument metric) => metric.Difference switch
    {
        null => null,
        0 => "±0",
        { } share when metric.IsRatio => Share(share),
        { } amount => Signed(metric, amount),
    };

    /// <summary>What the difference may be; null where that isn't known.</summary>
    public static string? Interval(ComparedMetricDocument metric)
    {
        if (metric is not { Low: { } low, High: { } high }) return null;
        if (low == 0 && high == 0) return "±0";
        if (metric.IsRatio && high - low < Narrow) return $"{Narrowly(low)} to {Narrowly(high)} %";
        return metric.IsRatio
            ? $"{(high < Many ? Share(low)[..^" %".Length] : Share(low))} to {Share(high)}"
            : $"{Signed(metric, low).Replace(" points", "", StringComparison.Ordinal)} to {Signed(metric, high)}";
    }

    /// <summary>The verdict for people.</summary>
    public static string Word(ComparedMetricDocument metric) => metric.Verdict switch
    {
        ComparedMetricDocument.WithinNoise => "within noise",
        ComparedMetricDocument.TooFew => "not judged",
        ComparedMetricDocument.NotComparable => "not comparable",
        _ => metric.Verdict,
    };

    /// <summary>What else was not the same: a line each.</summary>
    public static string Told(RunConditionDocument condition) => $"{condition.Name} {condition.Before} → {condition.After}";

    /// <summary>What was promised and what came; null where nothing was promised.</summary>
    public static string? Told(PredictionDocument? promise, IReadOnlyList<ComparedMetricDocument> metrics)
    {
        if (promise is null) return null;
        var metric = metrics.FirstOrDefault(metric => metric.Name == promise.MeasuredBy);
        var unit = metric?.Unit == "percent" ? " points" : $" {promise.Unit}";
        var told = metric?.Title ?? promise.Metric.Replace('_', ' ');
        var range = promise.Low == promise.High || promise.Low == 0
            ? $"{(promise.Low == 0 ? "up to " : "")}{Number(promise.High)}" : $"{Number(promise.Low)} to {Number(promise.High)}";
        var came = promise.Measured is { } amount ? $"{Number(amount)}{unit} came in all" : "what came isn't told";
        var outcome = promise.Outcome switch
        {
            PredictionDocument.AsPredicted => "kept",
            PredictionDocument.LessThanPredicted => "less than promised",
            PredictionDocument.NoImprovement => metric?.Verdict == ComparedMetricDocument.WithinNoise ? "not more than noise" : "the opposite",
            _ => "not judged",
        };
        return $"promised {range}{unit} less of {told}, {came}: {outcome}";
    }

    private static bool IsOneAfterTheOther(ComparedSides sides)
    {
        var (before, after) = (Starts(sides.Before), Starts(sides.After));
        return before.Count > 0 && after.Count > 0 && (before.Max() < after.Min() || after.Max() < before.Min());
    }

    private static List<DateTimeOffset> Starts(IReadOnlyList<ComparedRun> runs) =>
        [.. runs.Select(run => run.Process.Source.StartedAt).OfType<string>()
            .Select(text => DateTimeOffset.TryParse(text, CultureInfo.InvariantCulture, out var at) ? at : default)
            .Where(at => at != default)];

    /// <summary>A share of what was before: <c>−75 %</c>, <c>×12</c>.</summary>
    public static string Share(double share) => share >= Many
        ? $"×{(1 + share).ToString(share >= 99 ? "#,0" : "0.#", CultureInfo.InvariantCulture)}"
        : Quantities.Change(1, 1 + share);

    private static string Narrowly(double share) => (100 * share).ToString("+0.0;−0.0;0", CultureInfo.InvariantCulture);

    /// <summary>A difference in the number's own unit; a share's are points, which are no percent of it.</summary>
    private static string Signed(ComparedMetricDocument metric, double amount)
    {
        var size = Value(metric, Math.Abs(amount));
        var told = Unit(metric) == ComparedUnit.Percent ? size.Replace(" %", " points", StringComparison.Ordinal) : size;
        return $"{(amount > 0 ? "+" : amount < 0 ? "−" : "")}{told}";
    }

    private static string Number(double amount) =>
        amount.ToString(Math.Abs(amount) >= 100 ? "#,0;−#,0;0" : "0.##;−0.##;0", CultureInfo.InvariantCulture);

    private static ComparedUnit Unit(ComparedMetricDocument metric) => ComparedUnit.Of(metric.Unit);

    private static bool IsRepeated(ComparisonDocument comparison) => comparison.Basis == ComparisonDocument.ByRuns;

    private static string Runs(ComparisonDocument comparison) =>
        IsRepeated(comparison) ? $" ({comparison.Before.Runs.Count} runs against {comparison.After.Runs.Count})" : " in these two runs";

    private static string TooFew(ComparisonDocument comparison, ComparedMetricDocument headline) =>
        !IsRepeated(comparison) || Math.Min(comparison.Before.Runs.Count, comparison.After.Runs.Count) >= RunFamily.FewestRuns
        ? $"Not enough to judge ({headline.Reason})"
        : $"Too few runs ({comparison.Before.Runs.Count} against {comparison.After.Runs.Count}; "
            + $"{RunFamily.FewestRuns} of each are the fewest that can tell a difference from chance)";

    private static string Needed(ComparedMetricDocument headline) => headline.RunsForTenPercent is { } runs
        ? $" {Quantities.Count(runs, "run")} a side would show a difference of 10 %."
        : "";

    private static string ForEach(ComparisonDocument comparison)
    {
        var each = comparison.Metrics.FirstOrDefault(metric => metric.Name.StartsWith("stopped_per_", StringComparison.Ordinal)
            && metric.Verdict is not ComparedMetricDocument.TooFew);
        return each is null ? "" : $" For the same work: {Told(each)}: {Word(each)}.";
    }

    private static string Others(List<ComparedMetricDocument> rest, string? headline)
    {
        var better = Named(rest, ComparedMetricDocument.Better, "better");
        var worse = Named(rest, ComparedMetricDocument.Worse, "worse");
        return headline switch
        {
            ComparedMetricDocument.Better => worse is null ? "" : $" But {worse}.",
            ComparedMetricDocument.Worse => better is null ? "" : $" But {better}.",
            _ => (better, worse) is (null, null) ? "" : $" But {string.Join("; ", new[] { worse, better }.OfType<string>())}.",
        };
    }

    private static string? Named(List<ComparedMetricDocument> rest, string verdict, string word)
    {
        var found = rest.Where(metric => metric.Verdict == verdict).ToList();
        if (found.Count == 0) return null;
        var more = found.Count > MostOthers ? $" and {found.Count - MostOthers} more" : "";
        return $"{word}: {string.Join(", ", found.Take(MostOthers).Select(Told))}{more}";
    }
}
