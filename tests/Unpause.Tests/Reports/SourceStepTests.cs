using Unpause.Reports;
using Unpause.Reports.Short;

namespace Unpause.Tests.Reports;

/// <summary>What a source writes in coarse steps is never said to be 0.</summary>
public class SourceStepTests
{
    /// <summary>gc.DEBUG_STATS prints seconds with four decimals.</summary>
    [Fact]
    public void Report_PauseThatReads0_IsShorterThanTheStep()
    {
        var report = Report.Create(Samples.Load("samples", "python", "debug-stats.txt"));
        var text = Terminal(report);
        Assert.Contains("gen0 7 (< 700 µs)   gen1 1 (300 µs)   gen2 1 (4.5 ms)", text, StringComparison.Ordinal);
        Assert.Contains("p50 < 100 µs", text, StringComparison.Ordinal);
        var markdown = new MarkdownReportWriter().Text(report);
        Assert.Contains("| gen0 | 7 | 7 | 0 | 0 | &lt; 700 µs | &lt; 100 µs | &lt; 100 µs |", markdown, StringComparison.Ordinal);
        Assert.DoesNotContain("0 ns", markdown, StringComparison.Ordinal);
        var json = new JsonReportWriter().Text(report);
        Assert.Contains("\"pause_resolution_ms\": 0.1,", json, StringComparison.Ordinal);
        Assert.Contains("\"heap_resolution_bytes\": null,", json, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("gc 1 @0.010s 2%: 0.02+0.5+0.01 ms clock, 0.1+0/0.4/0+0.02 ms cpu, 4->4->0 MB, 4 MB goal, 0 MB stacks, 0 MB globals, 4 P",
        "< 1 MiB")]
    [InlineData("[0.100s][info][gc] Using Serial\n[0.200s][info][gc] GC(0) Pause Full (System.gc()) 3M->0M(64M) 2.100ms", "< 1 MiB")]
    [InlineData("2.000: [Full GC (System.gc())  900K->0K(125952K), 0.0063457 secs]", "< 1 KiB")]
    public void Report_LiveSetThatReads0_IsSmallerThanTheStep(string lines, string expected)
    {
        var report = Report.Create(Samples.Of(lines + "\n"));
        Assert.Equal(0, Assert.Single(report.ToDocument().Processes).Heap.LiveSetBytes);
        Assert.Contains($"live {expected}", Terminal(report), StringComparison.Ordinal);
        var escaped = expected.Replace("<", "&lt;", StringComparison.Ordinal);
        Assert.Contains($"live set {escaped}", new MarkdownReportWriter().Text(report), StringComparison.Ordinal);
    }

    private static string Terminal(Report report)
    {
        return PlainConsole.Text(120, console => new ShortReportWriter().Write(report.ToDocument(), console));
    }
}
