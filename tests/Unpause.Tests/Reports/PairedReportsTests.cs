using Unpause.Reports;
using Unpause.Reports.Documents;
using Unpause.Reports.Pairs;

namespace Unpause.Tests.Reports;

public sealed class PairedReportsTests
{
    private static readonly ReportDocument Retaining = Of("jvm", "retaining-g1-jdk17.log.gz");
    private static readonly ReportDocument Dropped = Of("jvm", "dropped-g1-jdk17.log.gz");

    [Fact]
    public void AFixIsSeenInNumbersAndFindings()
    {
        var pair = PairedReports.Of(Retaining, Dropped, out var refusal)!;
        Assert.Null(refusal);
        Assert.Equal(["objects-held-too-long"], pair.Gone.Select(finding => finding.Id));
        Assert.Empty(pair.Came);
        Assert.Empty(pair.Differences());
        // 4.9 of 25.6 s and 39.5 ms of 25.2 s, as each report says by itself.
        Assert.Equal(
            "Stopped 19.2 % of the time → 0.16 % (−99.2 %); longest stop 538 ms → 9.23 ms (−98 %).", PairWriter.Sentence(pair));
    }

    [Fact]
    public void TheOtherWayRoundItIsWorse()
    {
        var pair = PairedReports.Of(Dropped, Retaining, out _)!;
        Assert.Equal(["objects-held-too-long"], pair.Came.Select(finding => finding.Id));
        Assert.Empty(pair.Gone);
    }

    [Fact]
    public void WhatIsTheSameHasNoDifference()
    {
        var pair = PairedReports.Of(Retaining, Retaining, out _)!;
        Assert.Equal(["objects-held-too-long"], pair.Stayed.Select(finding => finding.Id));
        Assert.Empty(pair.Gone.Concat(pair.Came));
        Assert.Empty(pair.Differences());
    }

    [Fact]
    public void WhatElseChangedIsSaid()
    {
        var other = PairedReports.Of(Retaining, Of("jvm", "retaining-g1-jdk25.log.gz"), out _)!;
        Assert.Contains(other.Differences(), difference => difference.StartsWith("version 17.0.15", StringComparison.Ordinal));
        var process = Retaining.Processes[0];
        var larger = Retaining with
        {
            Processes = [process with { Heap = process.Heap with { MaxBytes = 2L << 30, AllocationRateBytesPerS = 300e6 } }],
        };
        Assert.Equal(
            ["heap limit 1 GiB → 2 GiB", "another load: 77.9 MiB allocated a second → 286 MiB"],
            PairedReports.Of(Retaining, larger, out _)!.Differences());
    }

    [Fact]
    public void OtherRuntimesAreRefused()
    {
        Assert.Null(PairedReports.Of(Retaining, Of("go", "catalog-gogc100.gctrace"), out var refusal));
        Assert.Contains("JVM and Go have nothing to compare", refusal, StringComparison.Ordinal);
        Assert.Null(PairedReports.Of(Report.Of([]).ToDocument(), Retaining, out refusal));
        Assert.NotNull(refusal);
    }

    private static ReportDocument Of(params string[] path) => Report.Of(Samples.Load(["samples", .. path])).ToDocument();
}
