using Unpause.Reports;
using Unpause.Reports.Budgets;

namespace Unpause.Tests.Reports.Budgets;

public class BudgetTests
{
    [Theory]
    [InlineData("max_pause>29ms", BudgetOutcome.Broken)]
    [InlineData("max_pause>30ms", BudgetOutcome.Kept)]
    [InlineData("max_pause >= 30ms", BudgetOutcome.Broken)]
    [InlineData("max_pause>0.03s", BudgetOutcome.Kept)]
    [InlineData("throughput<97%", BudgetOutcome.Broken)]
    [InlineData("throughput<95", BudgetOutcome.Kept)]
    [InlineData("pauses>1", BudgetOutcome.Broken)]
    [InlineData("induced>0", BudgetOutcome.Kept)]
    [InlineData("peak_heap>99b", BudgetOutcome.Broken)]
    [InlineData("live_set>1GiB", BudgetOutcome.Unknown)]
    [InlineData("max_stop>1ms", BudgetOutcome.Unknown)]
    public void Budget_Report_IsJudgedByItsNumber(string text, BudgetOutcome expected)
    {
        Assert.True(Budget.TryParse(text, out var budget, out var problem), problem);
        Assert.Equal(expected, budget!.Judge(Report.Create([Recorded.With(1000, (0, 10), (100, 30))]).ToDocument().Processes[0]).Outcome);
    }

    [Theory]
    [InlineData("max_pause", "comparison")]
    [InlineData("longest>3ms", "known are max_pause")]
    [InlineData("max_pause>200", "max_pause>200ms")]
    [InlineData("max_pause>ms", "200ms")]
    [InlineData("throughput<", "95%")]
    [InlineData("", "comparison")]
    public void Budget_BadText_SaysWhatToWriteInstead(string text, string expected)
    {
        Assert.False(Budget.TryParse(text, out _, out var problem));
        Assert.Contains(expected, problem, StringComparison.Ordinal);
    }
}
