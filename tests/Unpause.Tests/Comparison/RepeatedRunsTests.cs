using Unpause.Reports.Comparison;
using Unpause.Reports.Comparison.Documents;
using Unpause.Reports.Documents;

namespace Unpause.Tests.Comparison;

/// <summary>Verdicts over many seeded pairs, against what was put into them.</summary>
public class RepeatedRunsTests(ITestOutputHelper reported)
{
    private static readonly List<ReportDocument> Usual = SimulatedRuns.Make(400, 1);


    [Fact]
    public void Comparison_RunsOfOneProgram_AreWithinNoiseInAllMetrics()
    {
        const int trials = 2_000, fewest = 1_860;
        var quiet = Trials(trials, (random, _) =>
        {
            var runs = Drawn(Usual, 16, random);
            return Compare(runs[..8], runs[8..]).Metrics.All(metric => metric.Verdict == ComparedMetricDocument.WithinNoise);
        });
        Assert.InRange(quiet, fewest, trials);
    }

    [Fact]
    public void Comparison_TenthLongerPauses_AreFoundAndNeverTakenForShorter()
    {
        const int trials = 500, fewest = 450;
        var longer = SimulatedRuns.Make(200, 2, longer: 1.1);
        var wrong = 0;
        var found = Trials(trials, (random, _) =>
        {
            var comparison = Compare(Drawn(Usual, 8, random), Drawn(longer, 8, random));
            string[] ofPauses = ["stopped_percent", "p99_pause", "mean_pause", "p50_pause", "p90_pause", "stopped_per_gib"];
            if (comparison.Metrics.Any(metric => ofPauses.Contains(metric.Name) && metric.Verdict == ComparedMetricDocument.Better))
                Interlocked.Increment(ref wrong);
            return comparison is { Headline: "stopped_percent", Outcome: ComparedMetricDocument.Worse };
        });
        Assert.InRange(found, fewest, trials);
        Assert.Equal(0, wrong);
    }

    [Fact]
    public void Comparison_HalfTheLoad_IsAConfounder()
    {
        var half = SimulatedRuns.Make(100, 3, load: 0.5);
        var called = Trials(100, (random, _) =>
        {
            var comparison = Compare(Drawn(Usual, 8, random), Drawn(half, 8, random));
            return comparison.Outcome == ComparedMetricDocument.NotComparable
                && comparison.Conditions.Any(condition => condition is { Kind: RunConditionDocument.Confounder, Name: "load" })
                && comparison.Metrics.Single(metric => metric.Name == "stopped_per_gib").Verdict == ComparedMetricDocument.WithinNoise
                && comparison.Verdict.StartsWith("Not comparable (lower allocation rate)", StringComparison.Ordinal);
        });
        Assert.InRange(called, 95, 100);
    }

    /// <summary>A program that does a fixed amount of work is judged by its run time, and by amounts instead of shares.</summary>
    [Fact]
    public void Comparison_SameWorkInLessTime_IsJudgedByRunTime()
    {
        var quicker = SimulatedRuns.Make(20, 5, longer: 0.5, slower: 0.5);
        var comparison = Compare(Usual[..8], quicker[..8]);
        Assert.Equal((ComparedMetricDocument.Better, "recorded"), (comparison.Outcome, comparison.Headline));
        Assert.InRange(Metric(comparison, "recorded").Difference!.Value, -0.53, -0.47);
        Assert.InRange(Metric(comparison, "total_pause").Difference!.Value, -0.58, -0.42);
        Assert.DoesNotContain(comparison.Conditions, condition => condition.Kind == RunConditionDocument.Confounder);
        Assert.DoesNotContain(comparison.Metrics, metric => metric.Name == "allocation_rate");
        // Half as many collections in half the time are half the work.
        var shorter = SimulatedRuns.Make(8, 6, load: 0.5);
        Assert.Equal("stopped_percent", Compare(Usual[..8], shorter).Headline);
    }

    [Fact]
    public void Comparison_LessPerWorkAtAnotherLoad_IsBetter()
    {
        var better = SimulatedRuns.Make(20, 4, longer: 0.5, load: 0.6);
        var comparison = Compare(Usual[..8], better[..8]);
        Assert.Equal((ComparedMetricDocument.Better, "stopped_percent"), (comparison.Outcome, comparison.Headline));
        // Shorter pauses may be due to the load: half as many callers hold half as much.
        Assert.Equal(ComparedMetricDocument.NotComparable, Metric(comparison, "p99_pause").Verdict);
        Assert.Equal(ComparedMetricDocument.Better, Metric(Compare(Usual[..8], better[..8], sameLoad: true), "p99_pause").Verdict);
    }

    [Theory]
    [InlineData(1, 8)]
    [InlineData(2, 2)]
    [InlineData(3, 3)]
    public void Comparison_FewRuns_AreNeverWithinNoise(int before, int after)
    {
        var comparison = Compare(Usual[..before], SimulatedRuns.Make(after, 5, longer: 3));
        Assert.All(comparison.Metrics, metric => Assert.Equal(ComparedMetricDocument.TooFew, metric.Verdict));
        Assert.StartsWith($"Too few runs ({before} against {after}; at least 4 of each", comparison.Verdict, StringComparison.Ordinal);
    }

    [Fact]
    public void Comparison_FourRuns_TestTheHeadlineAlone()
    {
        var comparison = Compare(Usual[..4], SimulatedRuns.Make(4, 6, longer: 3));
        Assert.Equal(ComparedMetricDocument.Worse, comparison.Outcome);
        // 2 of the 70 ways to deal eight runs.
        Assert.Equal(2.0 / 70, comparison.Metrics[0].PValue!.Value, 9);
    }

    [Fact]
    public void Comparison_Intervals_HoldTheTrueDifference()
    {
        var longer = SimulatedRuns.Make(200, 7, longer: 1.2);
        var held = Trials(200, (random, _) =>
        {
            var stopped = Metric(Compare(Drawn(Usual, 6, random), Drawn(longer, 6, random)), "stopped_percent");
            return stopped is { Low: < 0.2, High: > 0.2 };
        });
        Assert.InRange(held, 186, 200);
    }

    [Fact]
    public void Comparison_RunsNeeded_AreAboutRight()
    {
        // 3 % between runs: 2 (t + t)² s² / ln(1.1)² is 4 or 5 a side.
        Assert.InRange(Metric(Compare(Usual[..40], Usual[40..80]), "stopped_percent").RunsForTenPercent!.Value, 4, 7);
        var wide = SimulatedRuns.Make(60, 8, spread: 0.15);
        Assert.InRange(Metric(Compare(wide[..30], wide[30..]), "stopped_percent").RunsForTenPercent!.Value, 40, 140);
    }

    private int Trials(int count, Func<Random, int, bool> trial)
    {
        var held = 0;
        Parallel.For(0, count, number =>
        {
            if (trial(new Random(1_000 + number), number)) Interlocked.Increment(ref held);
        });
        reported.WriteLine($"{held} of {count}");
        return held;
    }

    private static List<ReportDocument> Drawn(List<ReportDocument> runs, int count, Random random)
    {
        var all = runs.ToArray();
        random.Shuffle(all);
        return [.. all.Take(count)];
    }

    private static ComparisonDocument Compare(
        IReadOnlyList<ReportDocument> before, IReadOnlyList<ReportDocument> after, bool sameLoad = false) =>
        RunComparison.Compare(before, after, ("before", "after"), sameLoad, out _)!;

    private static ComparedMetricDocument Metric(ComparisonDocument comparison, string name) =>
        comparison.Metrics.Single(metric => metric.Name == name);
}
