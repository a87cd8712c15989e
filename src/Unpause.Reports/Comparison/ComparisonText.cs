using Unpause.Analysis.Comparison;
using Unpause.Reports.Comparison.Documents;

namespace Unpause.Reports.Comparison;

/// <summary>The sentences and cells of a comparison, shared by every output.</summary>
internal static class ComparisonText
{
    private const int MostOthers = 3;

    // From ten times as much on, a factor is shown instead of a percentage.
    private const double Many = 9;

    // An interval narrower than this gets a decimal.
    private const double Narrow = 0.05;

    /// <summary>The answer: the headline metric, then other significant differences.</summary>
    public static string Verdict(ComparisonDocument comparison)
    {
        if (comparison.Metrics is not [var headline, ..]) return "Neither side has a number to compare.";
        var (metric, runs) = (Describe(headline), Runs(comparison));
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

    /// <summary>Limits of what the numbers show.</summary>
    public static IEnumerable<string> Caveats(ComparedSides sides, LoadChange load)
    {
        if (sides.AreSingle)
        {
            yield return "One run each: run-to-run variance is unknown. "
                + $"Repeat both at least {RunFamily.FewestRuns} times and pass the folders.";
        }

        if (!sides.AreSingle && IsOneAfterTheOther(sides))
        {
            yield return "All runs of one side were made before those of the other. "
                + "Any other change of the machine in between is part of the difference. Alternate the runs to avoid this.";
        }

        if (load is { Load: { } ratio, IsByRequests: false })
        {
            yield return $"The allocation rate after is {(ratio > 1 ? "higher" : "lower")}: a different load, or the change itself. "
                + "Pass requests (--slow, --before-requests, --after-requests) to find out, or --same-load if the load was the same.";
        }

        if (sides.Before.Concat(sides.After).Any(run => run.Report.Processes.Count > 1))
            yield return "In runs with several processes, unpause compares the process that both sides have and that was stopped longest.";
    }

    /// <summary>A number before and after, with its change: <c>p99 pause 12 ms → 3 ms (−75 %, −80 to −70 %)</c>.</summary>
    public static string Describe(ComparedMetricDocument metric) =>
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

    /// <summary>The confidence interval of the difference; null where it is unknown.</summary>
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

    /// <summary>A condition that differs between the sides, in a line.</summary>
    public static string Describe(RunConditionDocument condition) => $"{condition.Name} {condition.Before} → {condition.After}";

    /// <summary>The predicted and the measured improvement; null where nothing was predicted.</summary>
    public static string? Describe(PredictionDocument? promise, IReadOnlyList<ComparedMetricDocument> metrics)
    {
        if (promise is null) return null;
        var metric = metrics.FirstOrDefault(metric => metric.Name == promise.MeasuredBy);
        // Every gain is of a number that should fall, so predictions are shown as negative differences.
        var isShare = metric?.Unit == "percent";
        var unit = isShare ? " percentage points of" : $" {promise.Unit} of";
        var title = metric?.Title ?? promise.Metric.Replace('_', ' ');
        var range = promise.Low == promise.High || promise.Low == 0
            ? $"{(promise.Low == 0 ? "up to " : "")}{Number(-promise.High)}" : $"{Number(-promise.Low)} to {Number(-promise.High)}";
        var measured = promise.Measured is { } amount ? $"measured {Number(-amount)}" : "not measured";
        var outcome = promise.Outcome switch
        {
            PredictionDocument.AsPredicted => "as predicted",
            PredictionDocument.LessThanPredicted => "less than predicted",
            PredictionDocument.NoImprovement => metric?.Verdict == ComparedMetricDocument.WithinNoise ? "within noise" : "the opposite",
            _ => "not judged",
        };
        return $"predicted {range}{unit} {title}, {measured}: {outcome}";
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

    /// <summary>A difference in the number's own unit; differences of shares are percentage points.</summary>
    private static string Signed(ComparedMetricDocument metric, double amount)
    {
        var size = Value(metric, Math.Abs(amount));
        var text = Unit(metric) == ComparedUnit.Percent ? size.Replace(" %", " points", StringComparison.Ordinal) : size;
        return $"{(amount > 0 ? "+" : amount < 0 ? "−" : "")}{text}";
    }

    private static string Number(double amount) => amount.ToString(
        Math.Abs(amount) switch { >= 100 => "+#,0;−#,0;0", >= 10 => "+0.#;−0.#;0", _ => "+0.##;−0.##;0" },
        CultureInfo.InvariantCulture);

    private static ComparedUnit Unit(ComparedMetricDocument metric) => ComparedUnit.Parse(metric.Unit);

    private static bool IsRepeated(ComparisonDocument comparison) => comparison.Basis == ComparisonDocument.ByRuns;

    private static string Runs(ComparisonDocument comparison) =>
        IsRepeated(comparison) ? $" ({comparison.Before.Runs.Count} runs against {comparison.After.Runs.Count})" : " in these two runs";

    private static string TooFew(ComparisonDocument comparison, ComparedMetricDocument headline) =>
        !IsRepeated(comparison) || Math.Min(comparison.Before.Runs.Count, comparison.After.Runs.Count) >= RunFamily.FewestRuns
        ? $"Not enough data to judge ({headline.Reason})"
        : $"Too few runs ({comparison.Before.Runs.Count} against {comparison.After.Runs.Count}; "
            + $"at least {RunFamily.FewestRuns} of each are needed to detect a difference)";

    private static string Needed(ComparedMetricDocument headline) => headline.RunsForTenPercent is { } runs
        ? $" {Quantities.Count(runs, "run")} per side would detect a difference of 10 %."
        : "";

    private static string ForEach(ComparisonDocument comparison)
    {
        var each = comparison.Metrics.FirstOrDefault(metric => metric.Name.StartsWith("stopped_per_", StringComparison.Ordinal)
            && metric.Verdict is not ComparedMetricDocument.TooFew);
        return each is null ? "" : $" Per unit of work: {Describe(each)}: {Word(each)}.";
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
        return $"{word}: {string.Join(", ", found.Take(MostOthers).Select(Describe))}{more}";
    }
}

/// <summary>One number of a comparison as text.</summary>
public static class ComparisonSentence
{
    /// <summary><c>p99 pause 12 ms → 3 ms (−75 %, −80 to −70 %)</c></summary>
    public static string Format(ComparedMetricDocument metric) => PlainText.Clean(ComparisonText.Describe(metric));
}
