using Unpause.Analysis.Comparison;
using Unpause.Reports.Budgets;
using Unpause.Reports.Comparison.Documents;

namespace Unpause.Reports.Comparison;

/// <summary>Judges all metrics of two sides together, with a correction for multiple comparisons.</summary>
internal sealed class MetricComparison
{
    private readonly ComparedSides _sides;
    private readonly LoadChange _load;
    private readonly List<(ComparedMetric Metric, double?[] Before, double?[] After)> _reported = [];
    private readonly string? _fewPauses, _fewRequests;
    private readonly Dictionary<string, RunDifference> _judged = new(StringComparer.Ordinal);

    /// <summary>Judges the metrics of two sides.</summary>
    public MetricComparison(ComparedSides sides, LoadChange load)
    {
        (_sides, _load) = (sides, load);
        (_fewPauses, _fewRequests) = (EnoughToJudge.FewPauses(sides), EnoughToJudge.FewRequests(sides));
        foreach (var metric in ComparedMetrics.FindAll(sides.Before, sides.After, load.IsFixedWork))
        {
            double?[] before = [.. sides.Before.Select(metric.Value)], after = [.. sides.After.Select(metric.Value)];
            if (before.Concat(after).Any(value => value is not null)) _reported.Add((metric, before, after));
        }

        MoveHeadline();
        if (sides.AreSingle) JudgeStretches();
        else JudgeRuns();
    }

    /// <summary>All metrics that any run has, the headline first.</summary>
    public IReadOnlyList<ComparedMetricDocument> Documents() =>
        [.. _reported.Select(row => Document(row.Metric, row.Before, row.After))];

    /// <summary>Makes the first metric that all runs have the headline, which is tested by itself.</summary>
    private void MoveHeadline()
    {
        // One run per side gives no interval for numbers that are not made of durations: what was predicted is then only shown.
        var predicted = _sides.AreSingle ? null : FindingChanges.FindPredicted(_sides);
        foreach (var name in ComparedMetrics.GetHeadlines(_load.IsFixedWork && !_sides.AreSingle, predicted))
        {
            var at = _reported.FindIndex(row => row.Metric.Name == name && IsKnown(row.Before, row.After));
            // No slow request on either side says nothing about the collector.
            if (at < 0 || _reported[at].Before.Concat(_reported[at].After).All(value => value == 0)) continue;
            var row = _reported[at];
            _reported.RemoveAt(at);
            _reported.Insert(0, row);
            return;
        }
    }

    private void JudgeRuns()
    {
        var known = _reported.Where(row => IsKnown(row.Before, row.After) && Few(row.Metric) is null).ToList();
        var judged = RunFamily.Judge([.. known.Select(row => Values(row.Before, row.After))]);
        for (var i = 0; i < known.Count; i++) _judged[known[i].Metric.Name] = judged[i];
    }

    private void JudgeStretches()
    {
        var (before, after) = (_sides.Before[0], _sides.After[0]);
        var blocks = new Dictionary<Func<ComparedRun, BlockedValues?>, (BlockedValues? Before, BlockedValues? After)>();
        var (names, numbers) = (new List<string>(), new List<BlockNumber>());
        foreach (var (metric, was, now) in _reported)
        {
            if (metric.Blocks is not { } of || !IsKnown(was, now) || Few(metric) is not null) continue;
            if (!blocks.TryGetValue(of, out var pair)) blocks[of] = pair = (of(before), of(after));
            if (pair is not ({ } one, { } other)) continue;
            names.Add(metric.Name);
            numbers.Add(new BlockNumber(
                one,
                other,
                totals => metric.OfBlocks!(totals, ReferenceEquals(totals.Of, one) ? before : after),
                Fewest(metric),
                metric.IsSum));
        }

        var judged = BlockFamily.Judge(numbers);
        for (var i = 0; i < judged.Length; i++) _judged[names[i]] = judged[i];
    }

    /// <summary>Why there is too little data for a metric; null where there is enough.</summary>
    private string? Few(ComparedMetric metric) => metric.IsOfRequests ? _fewRequests : metric.IsOfPauses ? _fewPauses : null;

    private static long Fewest(ComparedMetric metric) =>
        metric.PerMille is { } perMille ? 1000 * BlockFamily.FewestAbove / (1000 - perMille) : BlockFamily.FewestValues;

    private static bool IsKnown(double?[] before, double?[] after) => !before.Contains(null) && !after.Contains(null);

    private static RunValues Values(double?[] before, double?[] after) =>
        new([.. before.Select(value => value!.Value)], [.. after.Select(value => value!.Value)]);

    private ComparedMetricDocument Document(ComparedMetric metric, double?[] before, double?[] after)
    {
        var known = IsKnown(before, after);
        var values = known ? Values(before, after) : null;
        var difference = Difference(metric, values);
        var (verdict, why) = Verdict(metric, before, after, difference);
        var factor = difference?.IsRatio ?? true ? 1 : metric.Unit.Factor;
        return new()
        {
            Name = metric.Name,
            Title = metric.Title,
            Unit = metric.Unit.Name,
            Before = (values?.MeanBefore ?? MeanOfKnown(before)) * metric.Unit.Factor,
            After = (values?.MeanAfter ?? MeanOfKnown(after)) * metric.Unit.Factor,
            IsRatio = difference?.IsRatio ?? false,
            Difference = difference?.Estimate * factor,
            Low = difference?.Low * factor,
            High = difference?.High * factor,
            PValue = difference?.PValue,
            Verdict = verdict,
            Reason = why,
            RunsForTenPercent = values is null ? null : RunFamily.RunsNeeded(values),
            RunsBefore = Reported(before, metric),
            RunsAfter = Reported(after, metric),
        };
    }

    /// <summary>The judged difference; the plain difference for a number of single runs that is not made of durations.</summary>
    private RunDifference? Difference(ComparedMetric metric, RunValues? values)
    {
        if (values is null) return null;
        var isJudged = _judged.TryGetValue(metric.Name, out var judged) && Few(metric) is null;
        if (isJudged && !_sides.AreSingle) return judged;
        var isRatio = isJudged && judged.State != DifferenceState.TooFew ? judged.IsRatio : values.IsRatio;
        var plain = isRatio ? (values.MeanAfter / values.MeanBefore) - 1 : values.MeanAfter - values.MeanBefore;
        if (!isJudged || judged.State == DifferenceState.TooFew)
            return new RunDifference(plain, null, null, isRatio, null, DifferenceState.TooFew);

        // The interval comes from buckets, the estimate from the report's exact numbers: move the interval to the estimate.
        var shift = isRatio ? (1 + plain) / (1 + judged.Estimate) : plain - judged.Estimate;
        return judged with
        {
            Estimate = plain,
            Low = isRatio ? ((1 + judged.Low) * shift) - 1 : judged.Low + shift,
            High = isRatio ? ((1 + judged.High) * shift) - 1 : judged.High + shift,
        };
    }

    private (string Verdict, string? Why) Verdict(ComparedMetric metric, double?[] before, double?[] after, RunDifference? difference)
    {
        if (difference is not { } known) return (ComparedMetricDocument.TooFew, Unreported(before, after));
        if (known.State == DifferenceState.TooFew)
        {
            return (ComparedMetricDocument.TooFew, Few(metric) ?? WhyTooFew(metric));
        }

        if (known.State == DifferenceState.WithinNoise) return (ComparedMetricDocument.WithinNoise, null);
        var verdict = Direction(metric, known.Estimate > 0);
        if (metric.IsOfEachPause && OthersAreLeft(known.Estimate > 0) is { } left)
            return (known.Estimate > 0 ? ComparedMetricDocument.Higher : ComparedMetricDocument.Lower, left);
        return WhyNotComparable(metric, known.Estimate > 0) is { } why ? (ComparedMetricDocument.NotComparable, why) : (verdict, null);
    }

    /// <summary>
    /// When fewer pauses take less time together, the remaining ones may be longer, and vice versa. That is neither good nor bad.
    /// </summary>
    private string? OthersAreLeft(bool longer)
    {
        var rarer = _judged.GetValueOrDefault(ComparedMetrics.PauseRate);
        var stopped = _judged.GetValueOrDefault(ComparedMetrics.Stopped);
        var isOfMore = stopped.State == DifferenceState.Real && stopped.Estimate > 0 == longer;
        return rarer.State == DifferenceState.Real && rarer.Estimate < 0 == longer && !isOfMore
            ? longer ? "there are fewer pauses, and they take no more time together"
            : "there are more pauses, and they take no less time together"
            : null;
    }

    private static string Direction(ComparedMetric metric, bool higher) => metric.Better switch
    {
        BetterWhen.Neither => higher ? ComparedMetricDocument.Higher : ComparedMetricDocument.Lower,
        BetterWhen.Higher => higher ? ComparedMetricDocument.Better : ComparedMetricDocument.Worse,
        _ => higher ? ComparedMetricDocument.Worse : ComparedMetricDocument.Better,
    };

    private static string Unreported(double?[] before, double?[] after)
    {
        var (one, other) = (before.Count(value => value is not null), after.Count(value => value is not null));
        return before.Length == 1 && after.Length == 1
            ? one == 0 ? "not recorded before" : "not recorded after"
            : $"recorded by {one} of {Quantities.Count(before.Length, "run")} before and by {other} of {after.Length} after";
    }

    private string WhyTooFew(ComparedMetric metric)
    {
        if (!_sides.AreSingle)
        {
            var least = Labellings.LeastP(_sides.Before.Count, _sides.After.Count);
            return $"{_sides.Before.Count} against {Quantities.Count(_sides.After.Count, "run")}: "
                + $"the p-value cannot be below {Quantities.Percent(100 * Math.Min(1, least))}";
        }

        return metric.Blocks is null ? "one run per side gives no confidence interval for it"
            : metric.PerMille is not null ? $"fewer than {BlockFamily.FewestAbove} values above the percentile"
            : $"fewer than {BlockFamily.FewestValues} values, or values without timestamps";
    }

    /// <summary>A known confounder that explains a difference in this direction; null where there is none.</summary>
    private string? WhyNotComparable(ComparedMetric metric, bool higher)
    {
        if (_load.OtherProcessors && metric.IsOfTime) return "different number of processors";
        if (_load.Length is { } length && metric.GrowsWithLength && length > 1 == higher)
            return length > 1 ? "the recordings after are longer" : "the recordings after are shorter";
        if (_load.Load is not { } load || !metric.GrowsWithLoad || load > 1 != higher) return null;
        foreach (var each in metric.ForEachWork)
        {
            // A difference per unit of work is independent of the load.
            if (_judged.TryGetValue(each, out var judged))
                return judged.State == DifferenceState.Real && judged.Estimate > 0 == higher ? null : Load(load);
        }

        return Load(load);
    }

    private string Load(double load) =>
        _load.IsByRequests ? load > 1 ? "more requests per second" : "fewer requests per second"
            : load > 1 ? "higher allocation rate" : "lower allocation rate";

    private static double? MeanOfKnown(double?[] values) => values.Average();

    private static double?[] Reported(double?[] values, ComparedMetric metric) => [.. values.Select(value => value * metric.Unit.Factor)];
}

/// <summary>Whether two sides have enough data to be judged.</summary>
internal static class EnoughToJudge
{
    /// <summary>
    /// Why pauses cannot be judged; null where they can. A side without pauses counts only if its recording is long enough to expect pauses
    /// at the rate of the other side.
    /// </summary>
    public static string? FewPauses(ComparedSides sides)
    {
        var (before, after) = (Pauses(sides.Before), Pauses(sides.After));
        return before.Count + after.Count < BlockFamily.FewestValues ? $"fewer than {BlockFamily.FewestValues} pauses in total"
            : Few(before, after) ? "the recording before is too short"
            : Few(after, before) ? "the recording after is too short"
            : null;

        static bool Few((double Count, double Length) side, (double Count, double Length) other) =>
            side.Count < BlockFamily.FewestValues
                && (other.Length <= 0 || other.Count / other.Length * side.Length < BlockFamily.FewestValues);
    }

    /// <summary>Why requests cannot be judged; null where they can.</summary>
    public static string? FewRequests(ComparedSides sides) =>
        new[] { sides.Before, sides.After }.Any(side => side.Sum(run => run.Requests?.Count ?? 0) < BlockFamily.FewestValues)
            ? $"fewer than {BlockFamily.FewestValues} requests"
            : null;

    private static (double Count, double Length) Pauses(IReadOnlyList<ComparedRun> runs) =>
        (runs.Sum(run => (double)FeltPauses.Get(run.Process).Count), runs.Sum(run => run.Nanoseconds ?? 0));
}
