using System.Diagnostics;
using Unpause.Experiments.Labs;
using Unpause.Recorder.Processes;
using Unpause.Recordings;

namespace Unpause.Cli.Tests;

[Trait("Tier", "live")]
public sealed class LabEndingTests
{
    [Fact]
    public void LabEnding_Sentence_ComparesBugAndFixes()
    {
        Assert.Equal("p99 1.94 s → 39.8 ms: −98 %.", LabEnding.Sentence("p99", 1.94e9, [("fix", 39.8e6)]));
        Assert.Equal(
            "p99 100 ms → 50 ms with one (−50 %), 120 ms with two (+20 %).",
            LabEnding.Sentence("p99", 100e6, [("one", 50e6), ("two", 120e6)]));
        Assert.Equal("p99 405 ms → 1.12 ms: −99.7 %.", LabEnding.Sentence("p99", 405e6, [("fix", 1.12e6)]));
        Assert.Equal("p99 10 s → 1 µs: < −99.9 %.", LabEnding.Sentence("p99", 10e9, [("fix", 1e3)]));
        Assert.Equal("p99: not measured.", LabEnding.Sentence("p99", null, [("fix", 1e6)]));
        Assert.Equal("p99: not measured.", LabEnding.Sentence("p99", 1e6, [("fix", null)]));
    }

    [Fact]
    public void LabEnding_RisingP99_IsExplainedWhenTheTotalFalls()
    {
        Assert.Equal(
            "The p99 pause rises from 3 ms to 130 ms, because 200 of 2,859 pauses remain, each with more work. "
            + "Total pause time falls from 2.6 s to 700 ms.",
            LabEnding.RisingPercentile((2859, 2.6e9, 3e6), (200, 0.7e9, 130e6)));
        Assert.Null(LabEnding.RisingPercentile((2859, 2.6e9, 3e6), (200, 2.7e9, 130e6)));
        Assert.Null(LabEnding.RisingPercentile((2859, 2.6e9, 3e6), (200, 0.7e9, 2e6)));
        Assert.Null(LabEnding.RisingPercentile((2859, 2.6e9, null), (200, 0.7e9, null)));
    }

    [Fact]
    public void MachineLoad_BusyNeighbours_AreDetected()
    {
        var busy = Enumerable.Range(0, Environment.ProcessorCount)
            .Select(_ => Process.Start("timeout", ["30", "sh", "-c", "while :; do :; done"])).ToList();
        try
        {
            Assert.InRange(MachineLoad.Now()!.Value, 2 * MachineLoad.NotableShare, 1);
        }
        finally
        {
            foreach (var process in busy)
            {
                process.Kill(entireProcessTree: true);
                process.Dispose();
            }
        }
    }
}
