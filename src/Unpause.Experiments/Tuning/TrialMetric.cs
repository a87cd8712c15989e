using Unpause.Reports.Budgets;

namespace Unpause.Experiments.Tuning;

/// <summary>A metric of a trial for objectives and constraints: those of <c>--fail-on</c>, and some that only trials have.</summary>
public sealed class TrialMetric
{
    /// <summary>The wall-clock time of CMD, in nanoseconds.</summary>
    public const string Elapsed = "elapsed";

    /// <summary>The CPU time of CMD and its child processes, user and system, in nanoseconds.</summary>
    public const string Cpu = "cpu";

    /// <summary>The measurable part of <see cref="Cpu"/> that the collectors used in the whole run, in nanoseconds.</summary>
    public const string GcCpu = "gc_cpu";

    /// <summary>The time in stops for GC in the whole run, in nanoseconds; only where one process was recorded.</summary>
    public const string GcStopped = "gc_stopped";

    /// <summary>Peak resident memory of CMD and its child processes, in bytes.</summary>
    public const string MaxRss = "max_rss";

    /// <summary>Failed and dropped requests as a percentage of all requests.</summary>
    public const string ErrorRate = "error_rate";

    /// <summary>The number of failed and dropped requests.</summary>
    public const string Errors = "errors";

    /// <summary>The number of requests after the warm-up.</summary>
    public const string Requests = "requests";

    /// <summary>The default objective under load.</summary>
    public const string P99Request = "p99_request";

    /// <summary>The median request latency.</summary>
    public const string P50Request = "p50_request";

    /// <summary>The longest GC pause.</summary>
    public const string MaxPause = "max_pause";

    /// <summary>The total time of GC pauses.</summary>
    public const string TotalPause = "total_pause";

    private readonly BudgetUnit _unit;

    private TrialMetric(string name, BudgetUnit unit, bool higherIsBetter = false) =>
        (Name, _unit, HigherIsBetter) = (name, unit, higherIsBetter);

    /// <summary>All metrics of trials.</summary>
    public static IReadOnlyList<TrialMetric> All { get; } =
    [
        new(Elapsed, BudgetUnit.Duration),
        new(Cpu, BudgetUnit.Duration),
        new(GcCpu, BudgetUnit.Duration),
        new(GcStopped, BudgetUnit.Duration),
        new(MaxRss, BudgetUnit.Size),
        new(ErrorRate, BudgetUnit.Percent),
        new(Errors, BudgetUnit.Count),
        new(Requests, BudgetUnit.Count, higherIsBetter: true),
        .. BudgetMetric.All.Select(metric => new TrialMetric(metric.Name, metric.Unit, metric.HigherIsBetter)),
    ];

    public string Name { get; }

    /// <summary>Whether higher is better.</summary>
    public bool HigherIsBetter { get; }

    /// <summary>The metric with a name; null when there is none.</summary>
    /// <param name="problem">The error for an unknown name; null when there is such a metric.</param>
    public static TrialMetric? Find(string name, out string? problem)
    {
        var found = All.FirstOrDefault(metric => metric.Name == name);
        problem = found is null ? Condition.Unknown(name, All.Select(metric => metric.Name)) : null;
        return found;
    }

    /// <summary>Whether it needs requests.</summary>
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

    /// <summary>The units of all metrics, for parsing conditions.</summary>
    internal static IReadOnlyDictionary<string, BudgetUnit> Units { get; } =
        All.ToDictionary(metric => metric.Name, metric => metric._unit, StringComparer.Ordinal);
}

/// <summary>A condition that must be true for a setting to be chosen: <c>max_rss&lt;500MB</c>. A budget is the opposite.</summary>
public sealed class TrialConstraint
{
    private readonly Condition _condition;

    private TrialConstraint(string text, Condition condition) => (Text, _condition) = (text, condition);

    /// <summary>The constraint as the user wrote it.</summary>
    public string Text { get; }

    /// <summary>The metric that it limits.</summary>
    public string Metric => _condition.Name;

    /// <summary>Parses a constraint.</summary>
    /// <param name="text">The constraint as the user wrote it.</param>
    /// <param name="problem">What is wrong and what to write instead; null when it is valid.</param>
    public static TrialConstraint? Read(string text, out string? problem) =>
        Condition.Read(text, TrialMetric.Units, "max_rss<500MB", out problem) is { } condition
            ? new TrialConstraint(text.Trim(), condition)
            : null;

    /// <summary>Whether a trial violates it; a trial without the number does.</summary>
    /// <param name="numbers">The numbers of the trial.</param>
    public bool IsBrokenBy(IReadOnlyDictionary<string, double> numbers) =>
        !numbers.TryGetValue(Metric, out var value) || !_condition.Holds(value);
}
