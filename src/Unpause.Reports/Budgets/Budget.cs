namespace Unpause.Reports.Budgets;

/// <summary>
/// A condition that breaks the budget when it is true for any process, such as <c>max_pause&gt;200ms</c> or <c>throughput&lt;95%</c>.
/// </summary>
public sealed class Budget
{
    private static readonly Dictionary<string, BudgetUnit> Units =
        BudgetMetric.All.ToDictionary(metric => metric.Name, metric => metric.Unit, StringComparer.Ordinal);

    private readonly BudgetMetric _metric;
    private readonly Condition _condition;

    private Budget(string text, BudgetMetric metric, Condition condition) => (Text, _metric, _condition) = (text, metric, condition);

    /// <summary>Why a budget of requests cannot be checked, as a clause.</summary>
    public const string NotReportedByRequests = "the requests do not have this number";

    /// <summary>The names of all budget metrics.</summary>
    public static IReadOnlyList<string> Metrics => [.. BudgetMetric.All.Select(metric => metric.Name)];

    /// <summary>The budget as the user wrote it.</summary>
    public string Text { get; }

    /// <summary>Parses a budget.</summary>
    /// <param name="text">Metric, comparison (<c>&gt; &gt;= &lt; &lt;=</c>), limit with its unit.</param>
    /// <param name="budget">The budget; null when it is invalid.</param>
    /// <param name="problem">What is wrong and what to write instead; null when it is valid.</param>
    public static bool TryParse(string text, out Budget? budget, out string? problem)
    {
        budget = Condition.Read(text, Units, "max_pause>200ms", out problem) is { } condition
            ? new Budget(text, BudgetMetric.All.First(metric => metric.Name == condition.Name), condition)
            : null;
        return budget is not null;
    }

    /// <summary>Whether it limits a number of the requests, not of each process.</summary>
    public bool IsOfRequests => _metric.OfRequests is not null;

    /// <summary>Checks one process.</summary>
    public BudgetVerdict Judge(ProcessDocument process)
    {
        var verdict = Judge(_metric.GetValue(process));
        if (_metric.Own is not { } own || verdict.Value is null) return verdict;
        return verdict with
        {
            Basis = _metric.Basis(process, verdict.Outcome == BudgetOutcome.Broken),
            Meaning = process.Stops?.GcStops is null ? null : FeltPauses.Change(_metric.Name, own),
        };
    }

    /// <summary>Checks the requests; null when there are none.</summary>
    public BudgetVerdict Judge(RequestsDocument? requests) => Judge(requests is null ? null : _metric.GetValue(requests));

    private BudgetVerdict Judge(double? measured)
    {
        if (measured is not { } value) return new BudgetVerdict(BudgetOutcome.Unknown, null);
        return new BudgetVerdict(
            _condition.Holds(value) ? BudgetOutcome.Broken : BudgetOutcome.Kept, Condition.Written(value, _metric.Unit));
    }
}

/// <summary>The verdict on a budget for one process.</summary>
/// <param name="Outcome">Whether the budget is kept, broken, or cannot be checked.</param>
/// <param name="Value">The value of the process with its unit; null when unknown.</param>
/// <param name="Basis">What the value is of, where that differs from the metric's name; otherwise null.</param>
/// <param name="Meaning">What the metric's name means, where it meant something else in earlier versions; otherwise null.</param>
public sealed record BudgetVerdict(BudgetOutcome Outcome, string? Value, string? Basis = null, string? Meaning = null);

/// <summary>The outcome of a budget.</summary>
public enum BudgetOutcome
{
    /// <summary>The condition is false.</summary>
    Kept,

    /// <summary>The condition is true.</summary>
    Broken,

    /// <summary>The recording does not have the number.</summary>
    Unknown,
}

/// <summary>The unit of a budget's limit.</summary>
public enum BudgetUnit
{
    /// <summary>A duration with a unit: <c>200ms</c>.</summary>
    Duration,

    /// <summary>A size with a unit: <c>1.5GiB</c>; rates are per second.</summary>
    Size,

    /// <summary>A percentage, with or without <c>%</c>.</summary>
    Percent,

    /// <summary>A bare number.</summary>
    Count,

    /// <summary>A bare number from 0 to 1.</summary>
    Share,
}
