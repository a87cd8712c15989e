namespace Unpause.Reports.Budgets;

/// <summary>The unit of a budget's limit.</summary>
internal enum BudgetUnit
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
