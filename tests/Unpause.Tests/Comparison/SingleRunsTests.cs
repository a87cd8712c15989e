using Unpause.Reports;
using Unpause.Reports.Comparison;
using Unpause.Reports.Comparison.Documents;
using Unpause.Reports.Documents;

namespace Unpause.Tests.Comparison;

/// <summary>One run a side: what the two show, and no more.</summary>
public class SingleRunsTests
{
    private static readonly ReportDocument Retaining = Of("jvm", "retaining-g1-jdk17.log.gz");
    private static readonly ReportDocument Dropped = Of("jvm", "dropped-g1-jdk17.log.gz");

    [Fact]
    public void Comparison_Fix_IsSeenInNumbersAndFindings()
    {
        var comparison = Compare(Retaining, Dropped);
        Assert.Equal((ComparisonDocument.WithinRun, ComparedMetricDocument.Better), (comparison.Basis, comparison.Outcome));
        Assert.Equal(["starved-collector", "objects-retained-too-long"], comparison.Findings.Select(finding => finding.Id));
        Assert.All(comparison.Findings, finding => Assert.Equal(ComparedFindingDocument.Gone, finding.State));
        // The longest pause and the live set of one run have no interval.
        Assert.Equal(ComparedMetricDocument.TooFew, Metric(comparison, "max_pause").Verdict);
        Assert.Empty(comparison.Conditions);
    }

    [Fact]
    public void Comparison_FixReversed_IsWorse()
    {
        var comparison = Compare(Dropped, Retaining);
        Assert.Equal(ComparedMetricDocument.Worse, comparison.Outcome);
        Assert.Equal(2, comparison.Findings.Count);
        Assert.All(comparison.Findings, finding => Assert.Equal((ComparedFindingDocument.New, null), (finding.State, finding.Prediction)));
    }

    [Fact]
    public void Comparison_RunAgainstItself_HasNoDifference()
    {
        var comparison = Compare(Retaining, Retaining);
        Assert.Equal(ComparedMetricDocument.WithinNoise, comparison.Outcome);
        Assert.All(comparison.Metrics, metric => Assert.True(metric.Difference is 0 or null, metric.Name));
        Assert.Equal(PredictionDocument.NoImprovement, comparison.Findings[0].Prediction!.Outcome);
    }

    [Fact]
    public void Comparison_ChangedConditions_AreListed()
    {
        var comparison = Compare(Retaining, Of("jvm", "retaining-g1-jdk25.log.gz"));
        Assert.Contains(comparison.Conditions, row => row is { Kind: RunConditionDocument.Changed, Name: "version" });
        var larger = Report.Create(Samples.Of(
            "[0.001s][info][gc] Using G1\n[0.1s][info][gc] GC(0) Pause Young (Normal) (G1 Evacuation Pause) "
            + "50M->10M(200M) 2.000ms\n[99.000s][info][gc] GC(1) Pause Young (Normal) (G1 Evacuation Pause) 60M->10M(200M) 2.000ms\n"))
            .ToDocument();
        Assert.Contains(Compare(Retaining, larger).Conditions, row => row is { Kind: RunConditionDocument.Confounder, Name: "length" });
    }

    [Fact]
    public void Comparison_AnotherRuntimeOrNoProcess_IsRefused()
    {
        Assert.Null(RunComparison.Compare([Retaining], [Of("go", "catalog-gogc100.gctrace")], ("a", "b"), false, out var refusal));
        Assert.Equal("JVM and Go cannot be compared: their collectors work differently", refusal);
        Assert.Null(RunComparison.Compare([Report.Create([]).ToDocument()], [Retaining], ("a", "b"), false, out refusal));
        Assert.Equal("a report has no process", refusal);
    }

    [Fact]
    public void Comparison_StretchesOfOneProgram_AreWithinNoise()
    {
        // Nothing lies between these runs but chance within them.
        var runs = SimulatedRuns.Make(300, 11, spread: 0);
        var quiet = Enumerable.Range(0, runs.Count / 2).Count(pair => Compare(runs[2 * pair], runs[(2 * pair) + 1]).Metrics.All(
            metric => metric.Verdict is ComparedMetricDocument.WithinNoise or ComparedMetricDocument.TooFew));
        Assert.InRange(quiet, 139, 150);
        var longer = SimulatedRuns.Make(100, 12, longer: 1.25, spread: 0);
        var found = Enumerable.Range(0, longer.Count).Count(
            pair => Compare(runs[pair], longer[pair]).Outcome == ComparedMetricDocument.Worse);
        Assert.InRange(found, 90, 100);
    }

    [Fact]
    public void Comparison_HostileStoredHistograms_AreRead()
    {
        var pauses = Dropped.Processes[0].Pauses;
        var histogram = pauses.Histogram! with
        {
            Blocks =
            [
                new() { Index = -1, Values = pauses.Histogram.All },
                new() { Index = int.MaxValue, Values = pauses.Histogram.All },
                new() { Index = 3, Values = pauses.Histogram.All with { Indexes = [int.MinValue], Counts = [1] } },
                new() { Index = 3, Values = pauses.Histogram.All with { Indexes = [int.MaxValue], Counts = [-5], Count = -5 } },
                new() { Index = 3, Values = pauses.Histogram.All with { Indexes = [7, 7], Counts = [1, 1] } },
                new() { Index = 3, Values = pauses.Histogram.All with { Indexes = [7, 9], Counts = [1] } },
            ],
            All = pauses.Histogram.All with { Indexes = [int.MaxValue], Counts = [1] },
        };
        var process = Dropped.Processes[0] with { Stops = null, Pauses = pauses with { Histogram = histogram } };
        Assert.NotNull(Compare(Retaining, Dropped with { Processes = [process] }));
        Assert.NotNull(Compare(Dropped with { Processes = [process] }, Dropped with { Processes = [process] }));
    }

    private static ComparisonDocument Compare(ReportDocument before, ReportDocument after) =>
        RunComparison.Compare([before], [after], ("before", "after"), sameLoad: false, out _)!;

    private static ComparedMetricDocument Metric(ComparisonDocument comparison, string name) =>
        comparison.Metrics.Single(metric => metric.Name == name);

    private static ReportDocument Of(params string[] path) => Report.Create(Samples.Load(["samples", .. path])).ToDocument();
}
