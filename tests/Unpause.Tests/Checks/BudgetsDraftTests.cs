using Unpause.Reports.Budgets;
using Unpause.Reports.Checks;
using Unpause.Reports.Documents;
using Unpause.Tests.Reports;
using static Unpause.Tests.Checks.CheckedRuns;

namespace Unpause.Tests.Checks;

/// <summary>The first file of budgets: it can be read, the run that it was made of keeps it, and one twice as slow doesn't.</summary>
public class BudgetsDraftTests
{
    public static TheoryData<string, string> Samples => new()
    {
        { "jvm", "retaining-g1-jdk17.log.gz" }, { "jvm", "zgc-jdk25.log.gz" }, { "dotnet", "server.nettrace.gz" },
        { "go", "catalog-gogc100.gctrace" }, { "go", "traced-go1.26.trace.gz" }, { "python", "recommend-default.upgc" },
        { "python", "web.upgc.gz" }, { "jvm", "g1-jdk25.jfr.gz" },
    };

    [Theory]
    [MemberData(nameof(Samples))]
    public void BudgetsDraft_TheRunItself_KeepsIt(string folder, string sample)
    {
        var report = Sample(folder, sample);
        var draft = BudgetsDraft.Create([report], sample)!;
        var verdicts = Check(draft, report);
        Assert.All(verdicts, verdict => Assert.Equal(CheckOutcome.Kept, verdict.Outcome));
        Assert.Contains(verdicts, verdict => verdict.Budget.MetricName == "throughput");
    }

    [Fact]
    public void BudgetsDraft_Limits_LeaveRoomButNotTooMuch()
    {
        var draft = BudgetsDraft.Create([Run(10, 30)], "gc.log")!;
        Assert.Contains("    metric: max_pause\n    limit: 45ms   # measured: 30 ms\n", draft, StringComparison.Ordinal);
        Assert.Contains("    metric: throughput\n    limit: 99.4%   # measured: 99.6 %\n", draft, StringComparison.Ordinal);
        Assert.All(Check(draft, Run(15, 44)), verdict => Assert.NotEqual(CheckOutcome.Broken, verdict.Outcome));
        Assert.Equal(CheckOutcome.Broken, CheckVerdict.Worst(Check(draft, Run(10, 60))));
    }

    [Fact]
    public void BudgetsDraft_SeveralProcesses_HaveTheirOwnBudgets()
    {
        var report = Runs(("a \"x\" \\ *.log", [10]), ("b: #{}.log", [20]), ("b: #{}.log", [30]), ("c.log", []));
        var verdicts = Check(BudgetsDraft.Create([report], "here\nbudgets: []")!, report);
        Assert.All(verdicts, verdict => Assert.Equal(CheckOutcome.Kept, verdict.Outcome));
        Assert.Equal(2, verdicts.Count(verdict => verdict.Budget.MetricName == "max_pause"));
        var longest = verdicts.Single(verdict => verdict.Budget is { MetricName: "max_pause", Process: "b: #{}.log" });
        Assert.Equal(45e6, longest.Budget.Limit.Amount);
    }

    [Fact]
    public void BudgetsDraft_Requests_HaveTheirBudgets()
    {
        var report = JudgedRequests.Of([JudgedRequests.EverySecond()], 50, JudgedRequests.Touched(Enumerable.Range(0, 20))).ToDocument();
        var verdicts = Check(BudgetsDraft.Create([report], "x")!, report);
        Assert.Contains(verdicts, verdict => verdict.Budget.MetricName == "p99_request");
        Assert.All(verdicts, verdict => Assert.Equal(CheckOutcome.Kept, verdict.Outcome));
    }

    [Fact]
    public void BudgetsDraft_NoProcess_IsNull() => Assert.Null(BudgetsDraft.Create([Run() with { Processes = [] }], "x"));

    [Theory]
    [InlineData(0, "1ns")]
    [InlineData(1, "1.5ns")]
    [InlineData(30e6, "45ms")]
    [InlineData(537989820, "810ms")]
    [InlineData(900e6, "1.4s")]
    [InlineData(1e18, "1500000000s")]
    public void RoundedLimit_Duration_IsARoundNumber(double nanoseconds, string expected) =>
        Assert.Equal(expected, RoundedLimit.Format(nanoseconds, BudgetUnit.Duration, isLeast: false));

    [Theory]
    [InlineData(100, "99.9%")]
    [InlineData(99.99, "99.9%")]
    [InlineData(80.83, "71%")]
    [InlineData(10, "0%")]
    public void RoundedLimit_Throughput_LeavesRoomForTheRest(double percent, string expected) =>
        Assert.Equal(expected, RoundedLimit.Format(percent, BudgetUnit.Percent, isLeast: true));

    private static IReadOnlyList<CheckVerdict> Check(string draft, ReportDocument report) =>
        new BudgetCheck([report], new Dictionary<string, IReadOnlyList<ReportDocument>>()).Judge(BudgetsFile.Read(draft, null));
}
