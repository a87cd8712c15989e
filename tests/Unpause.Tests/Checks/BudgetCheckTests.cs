using Unpause.Reports.Budgets;
using Unpause.Reports.Checks;
using Unpause.Tests.Reports;
using static Unpause.Tests.Checks.CheckedRuns;

namespace Unpause.Tests.Checks;

/// <summary>Verdicts: limits and their edges, baselines, samples, and what matched nothing.</summary>
public class BudgetCheckTests
{
    [Theory]
    [InlineData("metric: max_pause, limit: 30ms", CheckOutcome.Kept)]
    [InlineData("metric: max_pause, limit: 29.999999ms", CheckOutcome.Broken)]
    [InlineData("metric: max_pause, limit: 29ms, tolerance: 1ms", CheckOutcome.Tolerated)]
    [InlineData("metric: max_pause, limit: 29ms, tolerance: 0.999999ms", CheckOutcome.Broken)]
    [InlineData("metric: max_pause, limit: 25ms, tolerance: 20%", CheckOutcome.Tolerated)]
    [InlineData("metric: max_pause, limit: 25ms, tolerance: 19.99%", CheckOutcome.Broken)]
    [InlineData("metric: max_pause, limit: 30ms, bound: at_least", CheckOutcome.Kept)]
    [InlineData("metric: max_pause, limit: 31ms, bound: at_least", CheckOutcome.Broken)]
    [InlineData("metric: max_pause, limit: 31ms, bound: at_least, tolerance: 1ms", CheckOutcome.Tolerated)]
    [InlineData("metric: throughput, limit: 99.6%", CheckOutcome.Kept)]
    [InlineData("metric: throughput, limit: 99.61%", CheckOutcome.Broken)]
    [InlineData("metric: throughput, limit: 100%, tolerance: 0.4pp", CheckOutcome.Tolerated)]
    [InlineData("metric: throughput, limit: 100%, tolerance: 0.39pp", CheckOutcome.Broken)]
    [InlineData("metric: throughput, limit: 100%, tolerance: 0.4%", CheckOutcome.Tolerated)]
    [InlineData("metric: pauses, limit: 2", CheckOutcome.Kept)]
    [InlineData("metric: pauses, limit: 1", CheckOutcome.Broken)]
    [InlineData("metric: induced, limit: 0", CheckOutcome.Kept)]
    [InlineData("metric: induced, limit: 0, tolerance: 50%", CheckOutcome.Kept)]
    [InlineData("metric: live_set, limit: 1GiB", CheckOutcome.NoData)]
    [InlineData("metric: max_stop, limit: 1s", CheckOutcome.NoData)]
    [InlineData("metric: p99_request, limit: 1s", CheckOutcome.NoData)]
    [InlineData("metric: max_pause, limit: 1s, process: gc.*", CheckOutcome.Kept)]
    [InlineData("metric: max_pause, limit: 1s, process: gc", CheckOutcome.NoData)]
    [InlineData("metric: max_pause, limit: 1s, service: shop", CheckOutcome.NoData)]
    [InlineData("metric: max_pause, limit: 1s, min_pauses: 2", CheckOutcome.Kept)]
    [InlineData("metric: max_pause, limit: 1ms, min_pauses: 3", CheckOutcome.NoData)]
    [InlineData("metric: max_pause, limit: 1s, min_duration: 10s", CheckOutcome.Kept)]
    [InlineData("metric: max_pause, limit: 1s, min_duration: 10.001s", CheckOutcome.NoData)]
    [InlineData("metric: max_pause, limit: 1s, min_requests: 1", CheckOutcome.NoData)]
    public void BudgetCheck_Limit_IsExact(string budget, CheckOutcome expected) =>
        Assert.Equal(expected, Judge(budget, Run(10, 30)).Outcome);

    /// <summary>A tenth of a limit has no last binary digit: limits are held to nine decimal ones.</summary>
    [Fact]
    public void BudgetCheck_ToleranceInPercent_RoundsTheLastDigits()
    {
        for (var limit = 10; limit <= 900; limit += 10)
        {
            var budget = $"metric: max_pause, limit: {limit}ms, tolerance: 10%";
            Assert.Equal(CheckOutcome.Tolerated, Judge(budget, Run(limit * 11 / 10)).Outcome);
            Assert.Equal(CheckOutcome.Broken, Judge(budget, Run((limit * 11 / 10) + 1)).Outcome);
        }
    }

    [Theory]
    [InlineData("limit: +10%", 33, CheckOutcome.Kept)]
    [InlineData("limit: +10%", 34, CheckOutcome.Broken)]
    [InlineData("limit: +10%, tolerance: 1ms", 34, CheckOutcome.Tolerated)]
    [InlineData("limit: -10%", 27, CheckOutcome.Kept)]
    [InlineData("limit: -10%", 28, CheckOutcome.Broken)]
    [InlineData("limit: −10%", 28, CheckOutcome.Broken)]
    [InlineData("limit: +5ms", 35, CheckOutcome.Kept)]
    [InlineData("limit: +5ms", 36, CheckOutcome.Broken)]
    [InlineData("limit: +0%", 30, CheckOutcome.Kept)]
    [InlineData("limit: +0%", 31, CheckOutcome.Broken)]
    public void BudgetCheck_LimitRelativeToABaseline_IsComputed(string limit, long longest, CheckOutcome expected)
    {
        var verdict = Judge($"metric: max_pause, {limit}, baseline: main.json", Run(10, longest), Run(30, 10));
        Assert.Equal((expected, 30e6), (verdict.Outcome, verdict.Places[0].Baseline));
    }

    [Fact]
    public void BudgetCheck_PercentagePoints_AreNotPercent()
    {
        // 99 % of the time in the baseline, 98.5 % now.
        Assert.Equal(CheckOutcome.Kept, Judge("metric: throughput, limit: -0.5pp, baseline: a.json", Run(150), Run(100)).Outcome);
        Assert.Equal(CheckOutcome.Broken, Judge("metric: throughput, limit: -0.4pp, baseline: a.json", Run(150), Run(100)).Outcome);
        Assert.Equal(CheckOutcome.Broken, Judge("metric: throughput, limit: -0.5%, baseline: a.json", Run(150), Run(100)).Outcome);
        Assert.Equal(CheckOutcome.Kept, Judge("metric: throughput, limit: -0.51%, baseline: a.json", Run(150), Run(100)).Outcome);
    }

    /// <summary>Ten percent more than nothing is nothing; what the baseline doesn't tell is no limit.</summary>
    [Fact]
    public void BudgetCheck_BaselineOfZeroOrNothing_IsALimitOrNoData()
    {
        Assert.Equal(CheckOutcome.Kept, Judge("metric: induced, limit: +10%, baseline: a.json", Run(10), Run(10)).Outcome);
        var more = Judge("metric: pauses, limit: +10%, baseline: a.json", Run(10), Run());
        Assert.Equal((CheckOutcome.Broken, 0.0, 0.0), (more.Outcome, more.Places[0].Baseline, more.Places[0].Limit));
        var none = Judge("metric: max_pause, limit: +10%, baseline: a.json", Run(10), Run());
        Assert.Equal((CheckOutcome.NoData, "baseline a.json: no pause was recorded"), (none.Outcome, none.Places[0].Reason));
        var few = Judge("metric: max_pause, limit: +10%, min_pauses: 2, baseline: a.json", Run(10, 10), Run(10));
        Assert.Equal((CheckOutcome.NoData, "baseline a.json: 1 pause, but min_pauses is 2"), (few.Outcome, few.Places[0].Reason));
    }

    [Fact]
    public void BudgetCheck_BaselineWithSeveralProcesses_UsesTheOneWithTheName()
    {
        const string Budget = "metric: max_pause, limit: +0%, baseline: a.json";
        var now = Runs(("a.log", [10]), ("b.log", [20]));
        Assert.Equal(CheckOutcome.Kept, Judge(Budget, now, Runs(("b.log", [20]), ("a.log", [10]))).Outcome);
        Assert.Equal(CheckOutcome.Broken, Judge(Budget, now, Runs(("b.log", [10]), ("a.log", [20]))).Outcome);
        Assert.Equal(CheckOutcome.Kept, Judge(Budget, now, Run(20)).Outcome);
        var others = Judge(Budget, now, Runs(("x.log", [10]), ("y.log", [20])));
        Assert.Equal("baseline a.json: none of its 2 processes has the name b.log",
            others.Places.Select(place => place.Reason).Order().Last());
        var twice = Judge(Budget, Runs(("a.log", [10])), Runs(("a.log", [10]), ("a.log", [20])));
        Assert.Equal("baseline a.json: 2 of its processes match", twice.Places[0].Reason);
        var chosen = Judge(Budget + ", process: x*", Runs(("x1.log", [10])), Runs(("x2.log", [10]), ("y.log", [20])));
        Assert.Equal(CheckOutcome.Kept, chosen.Outcome);
        var go = Judge(Budget, now, Sample("go", "catalog-gogc100.gctrace"));
        Assert.Contains("it is from another runtime (go, not jvm)", go.Places[0].Reason, StringComparison.Ordinal);
    }

    [Fact]
    public void BudgetCheck_SeveralProcesses_AreBrokenByAnyAndKeptByKnownOnes()
    {
        var verdict = Judge("metric: max_pause, limit: 15ms", Runs(("a.log", [10]), ("b.log", [20]), ("c.log", []), ("d.log", [30])));
        Assert.Equal(CheckOutcome.Broken, verdict.Outcome);
        Assert.Equal(["d.log", "b.log", "c.log", "a.log"], verdict.Places.Select(place => place.Where));
        Assert.Equal(CheckOutcome.Kept, Judge("metric: max_pause, limit: 15ms", Runs(("a.log", [10]), ("c.log", []))).Outcome);
        Assert.Equal(CheckOutcome.NoData, Judge("metric: max_pause, limit: 15ms", Runs(("b.log", []), ("c.log", []))).Outcome);
    }

    [Fact]
    public void BudgetCheck_NoMatchingProcess_NamesWhatThereIs()
    {
        var verdict = Judge("metric: max_pause, limit: 1s, process: z*",
            Runs(("a.log", [1]), ("b.log", [2]), ("c.log", [3]), ("d.log", [4]), ("e.log", [5])));
        Assert.Equal("no process z*; found e.log, d.log, c.log and 2 more", verdict.Places[0].Reason);
    }

    /// <summary>What tells of memory alone has no pauses that could be counted; its sizes can be bounded.</summary>
    [Fact]
    public void BudgetCheck_NumberNotRecorded_IsNotZero()
    {
        var profile = Run(10);
        var process = profile.Processes[0];
        profile = profile with { Processes = [process with { Source = process.Source with { HasCollections = false } }] };
        foreach (var metric in (string[])["pauses", "collections", "induced", "throughput", "max_pause", "stops"])
        {
            var limit = metric is "throughput" ? "1%" : metric == "max_pause" ? "1s" : "5";
            Assert.Equal(CheckOutcome.NoData, Judge($"metric: {metric}, limit: {limit}", profile).Outcome);
        }

        Assert.Equal(CheckOutcome.Kept, Judge("metric: peak_heap, limit: 1GiB", profile).Outcome);
        Assert.Equal("no pauses are recorded, but min_pauses is 1",
            Judge("metric: peak_heap, limit: 1GiB, min_pauses: 1", profile).Places[0].Reason);
    }

    [Fact]
    public void BudgetCheck_Requests_AreJudgedTogether()
    {
        var report = JudgedRequests.Of([JudgedRequests.EverySecond()], 50, JudgedRequests.Touched(Enumerable.Range(0, 20))).ToDocument();
        Assert.Equal(CheckOutcome.Kept, Judge("metric: p50_request, limit: 5ms, min_requests: 200", report).Outcome);
        Assert.Equal(CheckOutcome.Broken, Judge("metric: max_request, limit: 104ms", report).Outcome);
        Assert.Equal(CheckOutcome.Kept, Judge("metric: slow_percent, limit: +0%, baseline: a.json", report, report).Outcome);
        Assert.Equal(CheckOutcome.NoData, Judge("metric: p50_request, limit: 5ms, min_requests: 2000", report).Outcome);
        Assert.Equal("baseline a.json: it has no requests: store it with --requests, --slow and -o",
            Judge("metric: slow_percent, limit: +0%, baseline: a.json", report, Run(10)).Places[0].Reason);
        var other = JudgedRequests.Of([JudgedRequests.EverySecond()], 60, JudgedRequests.Touched(Enumerable.Range(0, 20))).ToDocument();
        Assert.Equal("baseline a.json: its --slow is 60 ms, here it is 50 ms",
            Judge("metric: slow_percent, limit: +0%, baseline: a.json", report, other).Places[0].Reason);
        Assert.Equal(CheckOutcome.Kept, Judge("metric: p99_request, limit: +0%, baseline: a.json", report, other).Outcome);
    }

    /// <summary>A file's verdict is that of --fail-on, for every metric, sample and side.</summary>
    [Theory]
    [InlineData("jvm", "retaining-g1-jdk17.log.gz")]
    [InlineData("dotnet", "server.nettrace.gz")]
    [InlineData("go", "catalog-gogc100.gctrace")]
    [InlineData("python", "recommend-default.upgc")]
    [InlineData("cpu", "go-1.23.perf.txt.gz")]
    public void BudgetCheck_AnyMetric_AgreesWithFailOn(params string[] sample)
    {
        var report = Sample(sample);
        foreach (var metric in BudgetMetric.All.Where(metric => metric.OfProcess is not null))
        {
            foreach (var limit in (string[])["0", "1", "50", "1000000"])
            {
                var unit = metric.Unit switch { BudgetUnit.Duration => "ms", BudgetUnit.Size => "kb", _ => "" };
                var sign = metric.HigherIsBetter ? "<" : ">";
                Assert.True(Budget.TryParse($"{metric.Name}{sign}{limit}{unit}", out var budget, out _));
                var old = report.Processes.Select(process => budget!.Judge(process).Outcome).ToList();
                var expected = old.Contains(BudgetOutcome.Broken) ? CheckOutcome.Broken
                    : old.Contains(BudgetOutcome.Kept) ? CheckOutcome.Kept : CheckOutcome.NoData;
                Assert.Equal(expected, Judge($"metric: {metric.Name}, limit: {limit}{unit}", report).Outcome);
            }
        }
    }
}
