namespace Unpause.Reports.Budgets;

/// <summary>What became of a budget.</summary>
public enum BudgetOutcome
{
    /// <summary>The condition does not hold.</summary>
    Kept,

    /// <summary>The condition holds.</summary>
    Broken,

    /// <summary>The recording doesn't tell the number.</summary>
    Unknown,
}
