namespace Unpause.Reports.Budgets;

/// <summary>What a budget's limit is written in.</summary>
internal enum BudgetUnit
{
    /// <summary>With a time unit: <c>200ms</c>.</summary>
    Duration,

    /// <summary>With a size unit: <c>1.5GiB</c>; rates are a second.</summary>
    Size,

    /// <summary>With or without <c>%</c>.</summary>
    Percent,

    /// <summary>A bare number.</summary>
    Count,

    /// <summary>A bare number from 0 to 1.</summary>
    Share,
}
