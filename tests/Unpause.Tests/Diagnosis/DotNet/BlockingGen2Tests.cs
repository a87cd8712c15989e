using Unpause.Analysis.Diagnosis;
using Unpause.Analysis.Diagnosis.DotNet;

namespace Unpause.Tests.Diagnosis.DotNet;

public class BlockingGen2Tests
{
    [Fact]
    public void Check_ConcurrentGcOff_Fires()
    {
        var finding = Findings.Of(new BlockingGen2(), "large-objects-blocking");
        Assert.NotNull(finding);
        Assert.Equal(Severity.High, finding.Severity);
        Assert.Contains("154 ms (gc 6)", finding.Title, StringComparison.Ordinal);
        Assert.Equal(4, finding.Evidence[0].Value);
        Assert.Contains(finding.Evidence, evidence => evidence.Text == "gcConcurrent=0");
        Assert.Equal(DotNetSettings.Concurrent, finding.Advice[0].Setting);
        Assert.Contains(finding.Advice, advice => advice.Code?.Contains("ArrayPool", StringComparison.Ordinal) == true);
    }

    [Theory]
    [InlineData("large-objects-concurrent")]
    [InlineData("large-objects-pooled")]
    [InlineData("induced")]
    public void Check_BackgroundOrInducedGen2_IsSilent(string sample) => Assert.Null(Findings.Of(new BlockingGen2(), sample));

    [Fact]
    public void Evidence_BlockingByChoice_HasTheReason()
    {
        var finding = Findings.Of(new BlockingGen2(), "workstation");
        Assert.NotNull(finding);
        Assert.Contains(finding.Evidence, evidence => evidence.Text == "of these, blocking because: gen2 too small for background");
        Assert.Contains(finding.Advice, advice => advice.Setting == "DOTNET_GCgen0size=0x4000000");
    }
}
