using Unpause.Reports.Budgets;

namespace Unpause.Checks;

/// <summary>Verdicts as test results: a test for each budget and place. A budget that no data could judge is an error.</summary>
public static class VerdictJUnit
{
    /// <summary>Writes them.</summary>
    public static void Write(Stream output, IReadOnlyList<CheckVerdict> verdicts) =>
        JUnitResults.Write("unpause check", [.. verdicts.SelectMany(Of)], output);

    private static IEnumerable<JUnitCase> Of(CheckVerdict verdict) => verdict.Places.Select(place =>
    {
        var budget = verdict.Budget;
        var outcome = place.Outcome switch
        {
            CheckOutcome.Broken => JUnitOutcome.Failed,
            // Where other processes could be judged, the budget was.
            CheckOutcome.NoData => verdict.Outcome == CheckOutcome.NoData ? JUnitOutcome.Error : JUnitOutcome.Skipped,
            _ => JUnitOutcome.Passed,
        };
        return new JUnitCase(place.Where ?? "budgets", budget.Name, outcome, VerdictText.Sentence(budget, place), budget.Note);
    });
}
