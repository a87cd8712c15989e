using Unpause.Analysis.Diagnosis;
using Unpause.Analysis.Diagnosis.DotNet;

namespace Unpause.Tests.Diagnosis.DotNet;

public class YoungPinningTests
{
    /// <summary>The program keeps 3,000 arrays pinned; the runtime pins one more.</summary>
    [Fact]
    public void Evidence_PinnedObjects_AreCountedPerYoungCollection()
    {
        var finding = Findings.Of(new YoungPinning(), "young-pins");
        Assert.NotNull(finding);
        Assert.Equal(Severity.High, finding.Severity);
        Assert.InRange(finding.Evidence[0].Value!.Value, 3_000, 3_003);
        Assert.InRange(finding.Evidence[2].Value!.Value, 90, 100);
        Assert.Contains("pinned: true", finding.Advice[0].Code, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("young-unpinned")]
    [InlineData("workstation")]
    [InlineData("leak")]
    public void Check_OtherSurvivorsDominate_IsSilent(string sample) => Assert.Null(Findings.Of(new YoungPinning(), sample));
}
