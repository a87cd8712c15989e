namespace Unpause.Reports.Budgets;

/// <summary>What became of a budget for one process.</summary>
/// <param name="Outcome">Kept, broken, or not to be told.</param>
/// <param name="Value">The process's own value with its unit; null when unknown.</param>
public sealed record BudgetVerdict(BudgetOutcome Outcome, string? Value);
