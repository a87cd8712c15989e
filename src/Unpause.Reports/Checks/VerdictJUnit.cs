using Unpause.Reports.Budgets;

namespace Unpause.Reports.Checks;

/// <summary>Verdicts as test results: one test for each budget and subject. A budget without data is an error.</summary>
public static class VerdictJUnit
{
    /// <summary>Writes the verdicts.</summary>
    public static void Write(Stream output, IReadOnlyList<CheckVerdict> verdicts) =>
        JUnitResults.Write("unpause check", [.. verdicts.SelectMany(Of)], output);

    private static IEnumerable<JUnitCase> Of(CheckVerdict verdict) => verdict.Places.Select(place =>
    {
        var budget = verdict.Budget;
        var outcome = place.Outcome switch
        {
            CheckOutcome.Broken => JUnitOutcome.Failed,
            // A process without data is skipped where the budget could be checked for others.
            CheckOutcome.NoData => verdict.Outcome == CheckOutcome.NoData ? JUnitOutcome.Error : JUnitOutcome.Skipped,
            _ => JUnitOutcome.Passed,
        };
        return new JUnitCase(place.Where ?? "budgets", budget.Name, outcome, VerdictText.Sentence(budget, place), budget.Note);
    });
}
