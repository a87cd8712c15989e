namespace Unpause.Reports.Budgets;

/// <summary>A test of a suite.</summary>
/// <param name="ClassName">What it is of.</param>
/// <param name="Name">Its name.</param>
/// <param name="Outcome">What became of it.</param>
/// <param name="Message">Why it didn't pass.</param>
/// <param name="More">What else is to be said of that.</param>
public sealed record JUnitCase(string ClassName, string Name, JUnitOutcome Outcome, string? Message = null, string? More = null);
