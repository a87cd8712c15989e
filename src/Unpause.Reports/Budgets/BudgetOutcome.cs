namespace Unpause.Reports.Budgets;

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
