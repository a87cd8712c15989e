using Unpause.Reports.Budgets;

namespace Unpause.Checks;

/// <summary>A budget of a file: what must hold of a number of each process, or of the requests.</summary>
public sealed record FileBudget
{
    internal FileBudget(BudgetMetric metric, BudgetLimit limit, bool isLeast) => (Metric, Limit, IsLeast) = (metric, limit, isLeast);

    /// <summary>How it is called.</summary>
    public required string Name { get; init; }

    /// <summary>Where it begins in its file, from 1.</summary>
    public required int Line { get; init; }

    /// <summary>The name of its metric.</summary>
    public string MetricName => Metric.Name;

    /// <summary>What its owner says to who breaks it.</summary>
    public string? Note { get; init; }

    /// <summary>The stored report that its limit is relative to; null where it is absolute.</summary>
    public string? Baseline { get; init; }

    /// <summary>The number.</summary>
    internal BudgetMetric Metric { get; }

    /// <summary>How much it may be.</summary>
    internal BudgetLimit Limit { get; }

    /// <summary>Whether the limit is the least that it must be; else the most.</summary>
    internal bool IsLeast { get; }

    /// <summary>How far beyond the limit passes; null for not at all.</summary>
    internal BudgetLimit? Tolerance { get; init; }

    /// <summary>A pattern for the processes' names; null for all.</summary>
    internal string? Process { get; init; }

    /// <summary>A pattern for the services' names; null for all.</summary>
    internal string? Service { get; init; }

    /// <summary>The fewest pauses.</summary>
    internal long MinPauses { get; init; }

    /// <summary>The fewest requests.</summary>
    internal long MinRequests { get; init; }

    /// <summary>The shortest recording, in nanoseconds.</summary>
    internal double MinDurationNanoseconds { get; init; }
}
