using Unpause.Reports.Budgets;

namespace Unpause.Reports.Checks;

/// <summary>A budget of a file: a limit of a number of each process, or of the requests.</summary>
public sealed record FileBudget
{
    internal FileBudget(BudgetMetric metric, BudgetLimit limit, bool isLeast) => (Metric, Limit, IsLeast) = (metric, limit, isLeast);

    /// <summary>The name of the budget.</summary>
    public required string Name { get; init; }

    /// <summary>The line where it starts in its file, from 1.</summary>
    public required int Line { get; init; }

    /// <summary>The name of its metric.</summary>
    public string MetricName => Metric.Name;

    /// <summary>The owner's message for anyone who breaks it.</summary>
    public string? Note { get; init; }

    /// <summary>The stored report that its limit is relative to; null where it is absolute.</summary>
    public string? Baseline { get; init; }

    /// <summary>The metric.</summary>
    internal BudgetMetric Metric { get; }

    /// <summary>The limit.</summary>
    internal BudgetLimit Limit { get; }

    /// <summary>Whether the limit is a minimum; otherwise it is a maximum.</summary>
    internal bool IsLeast { get; }

    /// <summary>The tolerance beyond the limit; null for none.</summary>
    internal BudgetLimit? Tolerance { get; init; }

    /// <summary>The pattern of process names; null for all.</summary>
    internal string? Process { get; init; }

    /// <summary>The pattern of service names; null for all.</summary>
    internal string? Service { get; init; }

    /// <summary>The minimum number of pauses.</summary>
    internal long MinPauses { get; init; }

    /// <summary>The minimum number of requests.</summary>
    internal long MinRequests { get; init; }

    /// <summary>The minimum length of the recording in nanoseconds.</summary>
    internal double MinDurationNanoseconds { get; init; }
}
