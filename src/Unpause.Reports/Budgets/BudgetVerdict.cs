namespace Unpause.Reports.Budgets;

/// <summary>The verdict on a budget for one process.</summary>
/// <param name="Outcome">Whether the budget is kept, broken, or cannot be checked.</param>
/// <param name="Value">The value of the process with its unit; null when unknown.</param>
/// <param name="Basis">What the value is of, where that differs from the metric's name; otherwise null.</param>
/// <param name="Meaning">What the metric's name means, where it meant something else in earlier versions; otherwise null.</param>
public sealed record BudgetVerdict(BudgetOutcome Outcome, string? Value, string? Basis = null, string? Meaning = null);
