using Unpause.Diagnosis;
using Unpause.Diagnosis.DotNet;

namespace Unpause.Tests.Diagnosis.DotNet;

public class GrowingGen2Tests
{
    [Fact]
    public void FiresWhereTheLiveSetGrowsThroughout()
    {
        var finding = Findings.Of(new GrowingGen2(), "leak");
        Assert.NotNull(finding);
        Assert.Contains("301 MiB", finding.Title, StringComparison.Ordinal);
        Assert.True(finding.Evidence[2].Value > 100_000_000, "bytes a second");
    }

    /// <summary>It is ranked by what it leads to; a recording of four seconds may be a program that starts.</summary>
    [Fact]
    public void SaysWhenTheMemoryIsGone()
    {
        var finding = Findings.Of(new GrowingGen2(), "leak");
        Assert.NotNull(finding);
        Assert.Equal(Severity.Medium, finding.Severity);
        Assert.Equal(ConfidenceLevel.Possible, finding.Confidence!.Level);
        Assert.Contains("another 4 GiB is reached in 12 s at this rate", finding.Title, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("workstation")]
    [InlineData("large-objects")]
    [InlineData("hard-limit")]
    public void IsSilentOnTraffic(string sample) => Assert.Null(Findings.Of(new GrowingGen2(), sample));
}
