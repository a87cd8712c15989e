using Unpause.Reports.Budgets;

namespace Unpause.Tests.Reports.Budgets;

public class BudgetsPageTests
{
    [Fact]
    public void BudgetsPage_AllMetrics_AreListed()
    {
        var page = File.ReadAllText(RepositoryFolder.File("docs", "budgets-in-ci.md"));
        var names = BudgetMetric.All.Select(metric => metric.Name);
        Assert.Equal([], names.Where(name => !page.Contains($"`{name}`", StringComparison.Ordinal)));
    }
}
