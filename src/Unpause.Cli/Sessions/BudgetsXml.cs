using Unpause.Reports.Budgets;
using Unpause.Reports.Documents;

namespace Unpause.Cli.Sessions;

/// <summary>Budgets as test results: one test per budget and process. One that cannot be judged is skipped with a reason.</summary>
internal static class BudgetsXml
{
    /// <summary>Writes them.</summary>
    public static void Write(ReportDocument report, IReadOnlyList<Budget> budgets, Stream output) => JUnitResults.Write(
        "unpause budgets",
        [.. budgets.SelectMany(budget => ReportOutput.Verdicts(report, budget).Select(judged => Of(budget, judged.Where, judged.Verdict)))],
        output);

    private static JUnitCase Of(Budget budget, string where, BudgetVerdict verdict) => verdict.Outcome switch
    {
        BudgetOutcome.Broken => new(where, budget.Text, JUnitOutcome.Failed, $"{budget.Text}: {verdict.Value}", verdict.Meaning),
        BudgetOutcome.Unknown => new(where, budget.Text, JUnitOutcome.Skipped, NotTold(budget)),
        _ => new(where, budget.Text, JUnitOutcome.Passed),
    };

    private static string NotTold(Budget budget) =>
        budget.IsOfRequests ? Budget.NotToldByRequests : "this metric is not recorded for the process";
}
