namespace Unpause.Reports.Budgets;

/// <summary>A test case of a suite.</summary>
/// <param name="ClassName">The class name of the test.</param>
/// <param name="Name">The name of the test.</param>
/// <param name="Outcome">The outcome.</param>
/// <param name="Message">Why it did not pass.</param>
/// <param name="More">Further details.</param>
public sealed record JUnitCase(string ClassName, string Name, JUnitOutcome Outcome, string? Message = null, string? More = null);
