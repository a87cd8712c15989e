using Unpause.Analysis.Comparison;
using Unpause.Experiments.Tuning;
using Unpause.Reports.Tuning;

namespace Unpause.Tests.Analysis.Tuning;

/// <summary>What the collector costs at least in the trials of an experiment, and what is refused.</summary>
public sealed class TuneCostTests
{
    private const double Second = 1e9, Hour = 3600 * Second, Gib = 1L << 30;

    [Fact]
    public void Cost_Batch_IsOfWholeRuns()
    {
        var result = Result(null,
            Line("default", 0, (TrialMetric.Elapsed, 10), (TrialMetric.GcStopped, 2), (TrialMetric.Cpu, 20), (TrialMetric.GcCpu, 6)),
            Line("other", 0, (TrialMetric.Elapsed, 9), (TrialMetric.GcStopped, 0), (TrialMetric.Cpu, 18), (TrialMetric.GcCpu, 1)));
        var cost = TuneCost.Compute(result);
        Assert.Equal((null, false), (cost.Wall.Refusal, cost.Wall.PerRequest));
        Assert.Equal((0, 8 * Second), (cost.Wall.Bound!.Baseline, Math.Round(cost.Wall.Bound.Distilled)));
        Assert.Equal(10 / 8.0, cost.Wall.Bound.Settings[0]!.Value.Ratio, 9);
        Assert.Equal(9 / 8.0, cost.Wall.Bound.Settings[1]!.Value.Ratio, 9);
        Assert.Equal(20 / 14.0, cost.Cpu.Bound!.Settings[0]!.Value.Ratio, 9);
        Assert.Contains("lower bound", string.Join(" ", TuneText.Cost(result, cost)), StringComparison.Ordinal);
    }

    [Fact]
    public void Cost_LoadForAFixedTime_IsPerRequest()
    {
        var result = Result(Load(url: "http://127.0.0.1/"),
            Line("default", 0, (TrialMetric.Cpu, 20), (TrialMetric.GcCpu, 4), (TrialMetric.Elapsed, 9), Requests(1000)),
            Line("other", 0, (TrialMetric.Cpu, 20), (TrialMetric.GcCpu, 4), (TrialMetric.Elapsed, 9), Requests(500)));
        var cost = TuneCost.Compute(result);
        Assert.True(cost.Cpu.PerRequest);
        Assert.Equal(16e-3 * Second, cost.Cpu.Bound!.Distilled, 3);
        Assert.Equal([1.25, 2.5], cost.Cpu.Bound.Settings.Select(ratio => Math.Round(ratio!.Value.Ratio, 9)));
        Assert.Equal(CostRefusal.OpenLoop, cost.Wall.Refusal);
    }

    [Fact]
    public void Cost_ClosedLoopLoad_HasWallTimePerRequest()
    {
        var result = Result(Load(url: null),
            Line("default", 0, (TrialMetric.Elapsed, 10), (TrialMetric.GcStopped, 2), Requests(100)) with { LoadFormat = "wrk" });
        Assert.Equal(0.08 * Second, TuneCost.Compute(result).Wall.Bound!.Distilled, 3);
    }

    [Fact]
    public void Cost_WithoutItsTimes_IsRefused()
    {
        Assert.Equal(CostRefusal.NoTotal, Of(null, (TrialMetric.Elapsed, 10), (TrialMetric.GcCpu, 2)).Cpu.Refusal);
        Assert.Equal(CostRefusal.NoCollector, Of(null, (TrialMetric.Elapsed, 10), (TrialMetric.Cpu, 2)).Cpu.Refusal);
        Assert.Equal(CostRefusal.NothingLeft, Of(null, (TrialMetric.Elapsed, 10), (TrialMetric.GcStopped, 10)).Wall.Refusal);
        Assert.Equal(CostRefusal.NoWork, Of(Load("http://127.0.0.1/"), (TrialMetric.Cpu, 10), (TrialMetric.GcCpu, 2)).Cpu.Refusal);
        var failed = Line("default", 0, (TrialMetric.Cpu, 10), (TrialMetric.GcCpu, 2)) with { Failure = "it ended" };
        Assert.Equal(CostRefusal.NoTotal, TuneCost.Compute(Result(null, failed)).Cpu.Refusal);

        static TuneCost Of(TuneLoad? load, params (string, double)[] metrics) =>
            TuneCost.Compute(Result(load, Line("default", 0, metrics)));
    }

    [Fact]
    public void Price_CpuAndMemory_EqualsTheHandFigures()
    {
        // Two core-hours, half an hour with 4 GiB: 2 × 0.04 + 2 × 0.005.
        var line = Line("default", 0, (TrialMetric.Cpu, 7200), (TrialMetric.GcCpu, 1440), (TrialMetric.Elapsed, 1800));
        line.Metrics[TrialMetric.MaxRss] = 4 * Gib;
        var result = Result(null, line);
        var price = new TunePrice(0.04, 0.005).Compute(result, TuneCost.Compute(result), 0)!;
        Assert.Equal(0.08, price.Cpu, 9);
        Assert.Equal(0.01, price.Memory!.Value, 9);
        Assert.Equal(0.09, price.Total, 9);
        // 20 % of the CPU time is GC's: the least without it is 5760 s.
        Assert.Equal(0.016, price.CollectorAtLeast!.Value, 9);
        Assert.Null(new TunePrice(0.04, null).Compute(result, TuneCost.Compute(result), 0)!.Memory);
        Assert.Null(new TunePrice(0.04, null).Compute(result, TuneCost.Compute(result), 1));
    }

    [Fact]
    public void Price_UnderLoad_IsOfAMillionRequests()
    {
        var line = Line("default", 0, (TrialMetric.Cpu, 3600), (TrialMetric.GcCpu, 0), Requests(100_000));
        var result = Result(Load("http://127.0.0.1/"), line);
        Assert.Equal(0.4, new TunePrice(0.04, null).Compute(result, TuneCost.Compute(result), 0)!.Total, 9);
    }

    private static (string, double) Requests(double count) => (TrialMetric.Requests, count / Second);

    /// <summary>A trial; times in seconds.</summary>
    private static TrialLine Line(string setting, int round, params (string Name, double Seconds)[] metrics) =>
        new(setting, round, metrics.ToDictionary(metric => metric.Name, metric => metric.Seconds * Second));

    private static TuneLoad Load(string? url) => new(
        url, 100, TimeSpan.FromSeconds(9), 8, url is null ? "wrk" : null, null, TimeSpan.Zero, new Uri("http://127.0.0.1/"), TimeSpan.Zero);

    private static TuneResult Result(TuneLoad? load, params TrialLine[] lines)
    {
        TuneSetting[] settings = [TuneSetting.Default, new TuneSetting("other", [])];
        var plan = new TunePlan(["cmd"], settings, load, TrialMetric.Find(TrialMetric.Elapsed, out _)!, [], 3, null);
        return new TuneResult(plan, TuneJudgement.Compute([], 2, higherIsBetter: false), [], lines, 1, Interrupted: false);
    }
}
