namespace Unpause.Reports.Budgets;

/// <summary>What became of a budget for one process.</summary>
/// <param name="Outcome">Kept, broken, or not to be told.</param>
/// <param name="Value">The process's own value with its unit; null when unknown.</param>
/// <param name="Basis">Of what the value is, where that isn't what the budget's name says; null where it is.</param>
/// <param name="Meaning">What the metric's name means where it meant something else in earlier versions; else null.</param>
public sealed record BudgetVerdict(BudgetOutcome Outcome, string? Value, string? Basis = null, string? Meaning = null);
