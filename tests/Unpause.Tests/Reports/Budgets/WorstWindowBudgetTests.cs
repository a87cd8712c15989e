using Unpause.Reports;
using Unpause.Reports.Budgets;
using static Unpause.Tests.Recorded;

namespace Unpause.Tests.Reports.Budgets;

/// <summary>Budgets of the least share of the time that the application has.</summary>
public class WorstWindowBudgetTests
{
    [Theory]
    [InlineData("mmu(100ms)<80%", BudgetOutcome.Broken)]
    [InlineData("mmu(0.1s) < 80%", BudgetOutcome.Broken)]
    [InlineData("mmu(100ms)<70%", BudgetOutcome.Kept)]
    [InlineData("mmu(1s)<97%", BudgetOutcome.Kept)]
    [InlineData("mmu(1min)<97%", BudgetOutcome.Unknown)]
    public void Budget_OfTheWorstWindow_IsJudged(string text, BudgetOutcome outcome)
    {
        Assert.True(Budget.TryParse(text, out var budget, out var problem), problem);
        var process = Report.Create([With(2_000, (500, 15), (560, 15))]).ToDocument().Processes[0];
        Assert.Equal(outcome, budget!.Judge(process).Outcome);
    }

    [Fact]
    public void Budget_WindowThatIsNotFixed_IsRefusedWithTheKnownOnes()
    {
        Assert.False(Budget.TryParse("mmu(150ms)<80%", out _, out var problem));
        Assert.Contains("mmu(200ms)", problem, StringComparison.Ordinal);
    }

    [Fact]
    public void Metric_OfTheWorstWindow_IsBetterWhenHigher() =>
        Assert.All(BudgetMetric.All.Where(metric => metric.Name.StartsWith("mmu", StringComparison.Ordinal)), metric =>
            Assert.True(metric.HigherIsBetter));
}
