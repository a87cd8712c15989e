using Unpause.Reports.Budgets;

namespace Unpause.Reports.Tuning;

/// <summary>A number of a trial that may be the objective or be bounded: those of <c>--fail-on</c>, and what only a trial tells.</summary>
public sealed class TrialMetric
{
    /// <summary>The wall time of CMD, in nanoseconds.</summary>
    public const string Elapsed = "elapsed";

    /// <summary>The most memory that CMD and its children had at a time, in bytes.</summary>
    public const string MaxRss = "max_rss";

    /// <summary>Failed and dropped requests, in percent of all.</summary>
    public const string ErrorRate = "error_rate";

    /// <summary>Failed and dropped requests.</summary>
    public const string Errors = "errors";

    /// <summary>Requests behind the warm-up.</summary>
    public const string Requests = "requests";

    /// <summary>The objective under load.</summary>
    public const string P99Request = "p99_request";

    /// <summary>Half of the requests are no slower.</summary>
    public const string P50Request = "p50_request";

    /// <summary>The longest that a collection stopped the program.</summary>
    public const string MaxPause = "max_pause";

    /// <summary>All that collections stopped the program.</summary>
    public const string TotalPause = "total_pause";

    private readonly BudgetUnit _unit;

    private TrialMetric(string name, BudgetUnit unit, bool higherIsBetter = false) =>
        (Name, _unit, HigherIsBetter) = (name, unit, higherIsBetter);

    /// <summary>All of them.</summary>
    public static IReadOnlyList<TrialMetric> All { get; } =
    [
        new(Elapsed, BudgetUnit.Duration),
        new(MaxRss, BudgetUnit.Size),
        new(ErrorRate, BudgetUnit.Percent),
        new(Errors, BudgetUnit.Count),
        new(Requests, BudgetUnit.Count, higherIsBetter: true),
        .. BudgetMetric.All.Select(metric => new TrialMetric(metric.Name, metric.Unit, metric.HigherIsBetter)),
    ];

    /// <summary>As it is written.</summary>
    public string Name { get; }

    /// <summary>Whether more of it is better.</summary>
    public bool HigherIsBetter { get; }

    /// <summary>The metric of a name.</summary>
    /// <param name="name">The name.</param>
    /// <param name="problem">That there is none, and what there is; null when there is one.</param>
    public static TrialMetric? Find(string name, out string? problem)
    {
        var found = All.FirstOrDefault(metric => metric.Name == name);
        problem = found is null ? Condition.Unknown(name, All.Select(metric => metric.Name)) : null;
        return found;
    }

    /// <summary>Whether a trial without <c>--slow</c> can't tell it.</summary>
    /// <param name="name">A metric's name.</param>
    public static bool NeedsThreshold(string name) =>
        BudgetMetric.All.FirstOrDefault(metric => metric.Name == name) is { OfRequests: not null }
        && !RequestNumbers.Names.Contains(name);

    /// <summary>Whether a trial without requests can't tell it.</summary>
    /// <param name="name">A metric's name.</param>
    public static bool NeedsRequests(string name) => name is ErrorRate or Errors or Requests
        || BudgetMetric.All.FirstOrDefault(metric => metric.Name == name) is { OfRequests: not null };

    /// <summary>A value with its unit.</summary>
    public string Write(double value) => Condition.Written(value, _unit);

    /// <summary>The unit of its values in JSON: <c>ns</c>, <c>bytes</c>, <c>percent</c> or <c>count</c>.</summary>
    public string UnitName => _unit switch
    {
        BudgetUnit.Duration => "ns",
        BudgetUnit.Size => "bytes",
        BudgetUnit.Percent => "percent",
        BudgetUnit.Share => "share",
        _ => "count",
    };

    /// <summary>The units of all, to read conditions.</summary>
    internal static IReadOnlyDictionary<string, BudgetUnit> Units { get; } =
        All.ToDictionary(metric => metric.Name, metric => metric._unit, StringComparer.Ordinal);
}
