using Unpause.Analysis;
using Unpause.Analysis.Diagnosis;
using Unpause.Analysis.Diagnosis.DotNet;

namespace Unpause.Tests.Diagnosis.DotNet;

public class MemoryLimitPressureTests
{
    [Fact]
    public void Check_NearHardLimit_Fires()
    {
        var finding = Findings.Of(new MemoryLimitPressure(), "hard-limit");
        Assert.NotNull(finding);
        Assert.Equal(Severity.High, finding.Severity);
        Assert.Contains("80 MiB", finding.Title, StringComparison.Ordinal);
        Assert.Contains("DOTNET_GCHeapHardLimit=0xA000000", finding.Advice[0].Setting, StringComparison.Ordinal);
        Assert.NotNull(finding.ExpectedGain);
    }

    [Theory]
    [InlineData("large-objects")]
    [InlineData("workstation")]
    public void Check_NoLimit_IsSilent(string sample) => Assert.Null(Findings.Of(new MemoryLimitPressure(), sample));

    /// <summary>No gen2 collection is recorded, so the live set is unknown, and 0 B would be wrong.</summary>
    [Fact]
    public void Finding_UnknownLiveSet_DoesNotMentionIt()
    {
        var recording = Recorded.Begun(1000, (0, 50), (200, 50), (400, 50));
        recording.Source.Settings["GCHeapHardLimit"] = "110";
        var process = AnalysedProcess.From(recording.Build());
        Assert.Null(process.Summary.Heap.LiveSetBytes);
        var finding = Findings.Of(new MemoryLimitPressure(), process);
        Assert.NotNull(finding);
        Assert.DoesNotContain(finding.Advice, advice => advice.Text.Contains("0 B", StringComparison.Ordinal));
        Assert.Contains("0xDC", finding.Advice[0].Setting, StringComparison.Ordinal);
        Assert.Null(finding.ExpectedGain);
        Assert.Null(finding.Gain);
    }
}
