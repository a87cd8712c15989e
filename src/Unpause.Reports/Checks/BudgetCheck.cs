using Unpause.Reports.Budgets;

namespace Unpause.Reports.Checks;

/// <summary>Checks reports against the budgets of a file.</summary>
/// <param name="reports">The reports to check.</param>
/// <param name="baselines">The baseline reports of relative limits, by their names in the budgets.</param>
public sealed class BudgetCheck(IReadOnlyList<ReportDocument> reports, IReadOnlyDictionary<string, IReadOnlyList<ReportDocument>> baselines)
{
    /// <summary>Most names in a sentence.</summary>
    private const int MostNames = 3;

    // A sum of shares may differ from a limit in the last digits.
    private const double Rounding = 1e-9;

    /// <summary>Checks all budgets of a file.</summary>
    public IReadOnlyList<CheckVerdict> Judge(BudgetsFile file) => [.. file.Budgets.Select(Judge)];

    private CheckVerdict Judge(FileBudget budget)
    {
        var all = Places(reports, budget).ToList();
        var meant = all.Where(place => place.IsMeant(budget)).ToList();
        if (meant.Count == 0) return new CheckVerdict(budget, [NotThere(budget, all)]);
        List<CheckedPlace> bases = budget.Baseline is { } baseline
            ? [.. Places(baselines[baseline], budget).Where(place => place.IsMeant(budget))]
            : [];
        return new CheckVerdict(budget, [
            .. meant.Select(place => Judge(budget, place, bases))
                .OrderByDescending(verdict => verdict.Outcome).ThenByDescending(verdict => verdict.Beyond(budget.IsLeast))
        ]);
    }

    private static IEnumerable<CheckedPlace> Places(IReadOnlyList<ReportDocument> of, FileBudget budget) =>
        of.SelectMany(report => CheckedPlace.FindAll(report, budget.Metric.OfRequests is not null));

    private static PlaceVerdict NotThere(FileBudget budget, List<CheckedPlace> all)
    {
        var which = budget switch
        {
            { Process: { } process, Service: { } service } => $"no process {process} of service {service}",
            { Process: { } process } => $"no process {process}",
            { Service: { } service } => $"no service {service}",
            _ => "no process",
        };
        var names = all.Select(place => place.Name).Distinct(StringComparer.Ordinal).ToList();
        var others = names.Count == 0 ? "" : $"; found {string.Join(", ", names.Take(MostNames))}"
            + (names.Count > MostNames ? $" and {Quantities.Count(names.Count - MostNames)} more" : "");
        return new PlaceVerdict(null, CheckOutcome.NoData) { Reason = PlainText.Clean(which + others) };
    }

    private static PlaceVerdict Judge(FileBudget budget, CheckedPlace place, List<CheckedPlace> bases)
    {
        var unjudged = new PlaceVerdict(place.Name, CheckOutcome.NoData) { Value = place.Measure(budget) };
        if (unjudged.Value is not { } value) return unjudged with { Reason = place.WhyUnknown(budget) };
        if (place.Sample.TooSmall(budget) is { } few) return unjudged with { Reason = few };
        double? baseline = null;
        if (budget.Baseline is not null)
        {
            var found = Base(place, bases, out var missing);
            baseline = found?.Measure(budget);
            var why = found is null ? missing
                : found is { Process: null, Report.Requests: null } ? "it has no requests: store it with --requests, --slow and -o"
                : baseline is null ? found.WhyUnknown(budget)
                : found.Sample.TooSmall(budget) ?? OtherThreshold(budget, place, found);
            if (why is not null) return unjudged with { Baseline = baseline, Reason = $"baseline {budget.Baseline}: {why}" };
        }

        var limit = budget.Limit.Compute(baseline ?? 0);
        var tolerated = Tolerated(budget, limit);
        var outcome = !IsBeyond(value, limit, budget.IsLeast) ? CheckOutcome.Kept
            : !IsBeyond(value, tolerated, budget.IsLeast) ? CheckOutcome.Tolerated : CheckOutcome.Broken;
        return unjudged with
        {
            Outcome = outcome,
            Limit = limit,
            Tolerated = tolerated,
            Baseline = baseline,
            Basis = place.Process is { } process ? budget.Metric.Basis(process, outcome == CheckOutcome.Broken) : null,
        };
    }

    private static double Tolerated(FileBudget budget, double limit)
    {
        if (budget.Tolerance is not { } tolerance) return limit;
        var room = tolerance.Kind == LimitKind.Share ? Math.Abs(limit) * tolerance.Amount / 100 : tolerance.Amount;
        return budget.IsLeast ? limit - room : limit + room;
    }

    private static bool IsBeyond(double value, double bound, bool isLeast) =>
        (isLeast ? bound - value : value - bound) > Rounding * Math.Max(1, Math.Abs(bound));

    /// <summary>The counterpart in the baseline: the only one, otherwise the one with the same name.</summary>
    private static CheckedPlace? Base(CheckedPlace place, List<CheckedPlace> bases, out string? missing)
    {
        if (bases.Count == 0)
        {
            missing = "it has no such process";
            return null;
        }

        var named = bases.Count == 1 ? bases : bases.FindAll(other => other.Lasting == place.Lasting);
        missing = named.Count == 0 ? $"none of its {bases.Count} processes has the name {place.Lasting}"
            : named.Count > 1 ? $"{named.Count} of its processes match"
            : named[0].Process?.Source.Runtime is { } runtime && place.Process?.Source.Runtime is { } own && runtime != own
                ? $"it is from another runtime ({runtime}, not {own})"
            : null;
        return missing is null ? named[0] : null;
    }

    private static string? OtherThreshold(FileBudget budget, CheckedPlace place, CheckedPlace found)
    {
        if (!BudgetMetric.NeedsThreshold(budget.MetricName)) return null;
        var (now, then) = (place.Report.Requests!.SlowThresholdMs, found.Report.Requests!.SlowThresholdMs);
        return now.Nanoseconds == then.Nanoseconds ? null
            : $"its --slow is {Quantities.Duration((double)then.Nanoseconds)}, here it is {Quantities.Duration((double)now.Nanoseconds)}";
    }
}

/// <summary>The outcome of a budget, the best first.</summary>
public enum CheckOutcome
{
    /// <summary>The value is within the limit.</summary>
    Kept,

    /// <summary>The value is beyond the limit, but within the tolerance.</summary>
    Tolerated,

    /// <summary>The budget could not be checked.</summary>
    NoData,

    /// <summary>The value is beyond the limit.</summary>
    Broken,
}

/// <summary>The verdict on a budget.</summary>
/// <param name="Places">The verdict on each process, or on the requests, the worst first; at least one.</param>
public sealed record CheckVerdict(FileBudget Budget, IReadOnlyList<PlaceVerdict> Places)
{
    /// <summary>The outcome: broken when broken anywhere, without data when it could be checked nowhere.</summary>
    public CheckOutcome Outcome
    {
        get
        {
            var judged = Places.Where(place => place.Outcome != CheckOutcome.NoData).ToList();
            return judged.Count == 0 ? CheckOutcome.NoData : judged.Max(place => place.Outcome);
        }
    }

    /// <summary>The worst outcome of all budgets.</summary>
    public static CheckOutcome Worst(IReadOnlyList<CheckVerdict> verdicts) => verdicts.Max(verdict => verdict.Outcome);
}
