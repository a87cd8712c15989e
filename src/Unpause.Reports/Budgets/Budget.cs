using Unpause.Reports.Documents;

namespace Unpause.Reports.Budgets;

/// <summary>
/// A condition that must not hold, such as <c>max_pause&gt;200ms</c> or <c>throughput&lt;95%</c>: when it holds for any
/// process, the budget is broken.
/// </summary>
public sealed class Budget
{
    private static readonly Dictionary<string, BudgetUnit> Units =
        BudgetMetric.All.ToDictionary(metric => metric.Name, metric => metric.Unit, StringComparer.Ordinal);

    private readonly BudgetMetric _metric;
    private readonly Condition _condition;

    private Budget(string text, BudgetMetric metric, Condition condition) => (Text, _metric, _condition) = (text, metric, condition);

    /// <summary>Why a budget of the requests can't be judged, a clause.</summary>
    public const string NotToldByRequests = "the requests don't tell this number";

    /// <summary>The names of all metrics that can be bounded.</summary>
    public static IReadOnlyList<string> Metrics => [.. BudgetMetric.All.Select(metric => metric.Name)];

    /// <summary>As the user wrote it.</summary>
    public string Text { get; }

    /// <summary>Reads a budget.</summary>
    /// <param name="text">Metric, comparison (<c>&gt; &gt;= &lt; &lt;=</c>), limit with its unit.</param>
    /// <param name="budget">The budget, when it can be read.</param>
    /// <param name="problem">What is wrong and what to write instead, when it can't.</param>
    public static bool TryParse(string text, out Budget? budget, out string? problem)
    {
        budget = Condition.Read(text, Units, "max_pause>200ms", out problem) is { } condition
            ? new Budget(text, BudgetMetric.All.First(metric => metric.Name == condition.Name), condition)
            : null;
        return budget is not null;
    }

    /// <summary>Whether it bounds a number of the requests, not of each process.</summary>
    public bool IsOfRequests => _metric.OfRequests is not null;

    /// <summary>Judges one process.</summary>
    public BudgetVerdict Judge(ProcessDocument process)
    {
        var verdict = Judge(_metric.Of(process));
        if (_metric.Own is not { } own || verdict.Value is null) return verdict;
        return verdict with
        {
            Basis = _metric.Basis(process, verdict.Outcome == BudgetOutcome.Broken),
            Meaning = process.Stops?.GcStops is null ? null : FeltPauses.Change(_metric.Name, own),
        };
    }

    /// <summary>Judges the requests; null when there are none.</summary>
    public BudgetVerdict Judge(RequestsDocument? requests) => Judge(requests is null ? null : _metric.Of(requests));

    private BudgetVerdict Judge(double? measured)
    {
        if (measured is not { } value) return new BudgetVerdict(BudgetOutcome.Unknown, null);
        return new BudgetVerdict(
            _condition.Holds(value) ? BudgetOutcome.Broken : BudgetOutcome.Kept, Condition.Written(value, _metric.Unit));
    }
}
