using Unpause.Analysis.Diagnosis;
using Unpause.Analysis.Diagnosis.DotNet;

namespace Unpause.Tests.Diagnosis.DotNet;

[Trait("Tier", "live")]
public class LargeObjectWaitsTests
{
    [Fact]
    public void Check_ThreadsWaitToAllocate_Fires()
    {
        var finding = Findings.Of(new LargeObjectWaits(), "large-object-waits");
        Assert.NotNull(finding);
        Assert.Equal(Severity.High, finding.Severity);
        Assert.Equal(32, finding.Evidence[0].Value);
        Assert.Equal(867.8, finding.Evidence[1].Value!.Value, 0.1);
        Assert.Contains("too many large objects during a background collection", finding.Evidence[2].Text, StringComparison.Ordinal);
        Assert.Contains("DOTNET_UOHWaitBGCSizeIncPercent", finding.Advice[0].Setting, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("large-objects-concurrent")]
    [InlineData("large-objects")]
    public void Check_FewOrNoWaits_IsSilent(string sample) => Assert.Null(Findings.Of(new LargeObjectWaits(), sample));

    [Fact]
    public void Check_NoPrivateProvider_SaysWhatIsMissing()
    {
        var run = Readers.DotNet.RecordedProgram.Run("large 1000 1", "DOTNET_EventPipeConfig=Microsoft-Windows-DotNETRuntime:0x1:4");
        var verdict = new LargeObjectWaits().Check(Unpause.Analysis.AnalysedProcess.From(run.Recording));
        Assert.Contains(
            "record with unpause run -- CMD",
            Assert.IsType<Verdict.NotApplicableVerdict>(verdict).Why,
            StringComparison.Ordinal);
    }
}
