using System.Globalization;
using Unpause.Analysis.Comparison;
using Unpause.Reports;
using Unpause.Reports.Comparison;
using Unpause.Reports.Comparison.Documents;
using Unpause.Reports.Documents;

namespace Unpause.Tests.Comparison;

/// <summary>What the collector costs at least on both sides of a comparison, against figures by hand; and when it is refused.</summary>
public sealed class ComparedOverheadTests
{
    [Fact]
    public void Overhead_SameWork_EqualsTheHandFigures()
    {
        // 10 s with 2 s of pauses, then 9 s with 0.5 s: the least without pauses is 8 s.
        var overhead = Compare([Run(10, 2)], [Run(9, 0.5)], sameLoad: true);
        Assert.Equal((null, "before", 8000), (overhead.Refusal, overhead.Baseline, Math.Round(overhead.DistilledMs!.Value, 6)));
        Assert.Equal((1.25, 1.125), (Math.Round(overhead.Before!.Ratio, 9), Math.Round(overhead.After!.Ratio, 9)));
        Assert.Null(overhead.Before.Low);
        Assert.NotNull(overhead.CpuRefusal);
        Assert.Contains(OverheadText.LowerBound, overhead.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void Overhead_SeveralRuns_HasIntervals()
    {
        var overhead = Compare([Run(10, 2), Run(10.2, 2), Run(10.1, 2)], [Run(9, 1.5), Run(9.1, 1.5), Run(9.2, 1.5)], sameLoad: true);
        Assert.Equal("after", overhead.Baseline);
        var distilled = Math.Cbrt(7.5 * 7.6 * 7.7);
        Assert.Equal(1000 * distilled, overhead.DistilledMs!.Value, 6);
        Assert.Equal(Math.Cbrt(10 * 10.2 * 10.1) / distilled, overhead.Before!.Ratio, 9);
        Assert.InRange(overhead.Before.Ratio, overhead.Before.Low!.Value, overhead.Before.High!.Value);
    }

    [Fact]
    public void Overhead_UnknownWork_IsRefused()
    {
        var overhead = Compare([Run(10, 2)], [Run(10, 0.5)], sameLoad: false);
        Assert.Equal(OverheadText.ComparedRefusal(CostRefusal.NoWork), overhead.Refusal);
        Assert.Equal((overhead.Refusal, null, null), (overhead.Text, overhead.Before, overhead.DistilledMs));
    }

    [Theory]
    [InlineData("go", "catalog-gogc100.gctrace", "catalog-gogc800.gctrace")]
    [InlineData("jvm", "retaining-g1-jdk17.log.gz", "dropped-g1-jdk17.log.gz")]
    [InlineData("dotnet", "large-objects.nettrace.gz", "large-objects-pooled.nettrace.gz")]
    public void Overhead_RealRuns_EqualsTheDefinition(string runtime, string before, string after)
    {
        var (one, other) = (Sample(runtime, before), Sample(runtime, after));
        var overhead = Compare([one], [other], sameLoad: true);
        var (c1, e1, c2, e2) = (Length(one), Paused(one), Length(other), Paused(other));
        var distilled = Math.Min(c1 - e1, c2 - e2);
        Assert.Equal(distilled, overhead.DistilledMs!.Value, 3);
        Assert.Equal(c1 / distilled, overhead.Before!.Ratio, 6);
        Assert.Equal(c2 / distilled, overhead.After!.Ratio, 6);
        Assert.True(overhead.Before.Ratio >= 1 && overhead.After.Ratio >= 1);
    }

    private static double Length(ReportDocument report) => report.Processes[0].Source.DurationMs!.Value.Nanoseconds / 1e6;

    private static double Paused(ReportDocument report) =>
        (report.Processes[0].Stops is { GcStops: { } stops } ? stops.TotalMs : report.Processes[0].Pauses.TotalMs).Nanoseconds / 1e6;

    private static ReportDocument Sample(string runtime, string name) =>
        Report.Create(Samples.Load("samples", runtime, name)).ToDocument();

    /// <summary>A JVM log of some seconds with one pause.</summary>
    private static ReportDocument Run(double seconds, double paused)
    {
        var end = seconds.ToString("0.000", CultureInfo.InvariantCulture);
        var length = (paused * 1000).ToString("0.000", CultureInfo.InvariantCulture);
        return Report.Create(Samples.Of(
            "[0.000s][info][gc] Using G1\n"
            + $"[{end}s][info][gc] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 50M->10M(200M) {length}ms\n")).ToDocument();
    }

    private static ComparedOverheadDocument Compare(ReportDocument[] before, ReportDocument[] after, bool sameLoad) =>
        RunComparison.Compare(before, after, ("a", "b"), sameLoad, out _)!.Overhead!;
}
