using Unpause.Analysis.Diagnosis;
using Unpause.Analysis.Diagnosis.DotNet;

namespace Unpause.Tests.Diagnosis.DotNet;

public class GrowingGen2Tests
{
    [Fact]
    public void Check_LiveSetGrows_Fires()
    {
        var finding = Findings.Of(new GrowingGen2(), "leak");
        Assert.NotNull(finding);
        Assert.Contains("301 MiB", finding.Title, StringComparison.Ordinal);
        Assert.True(finding.Evidence[2].Value > 100_000_000, "bytes a second");
    }

    /// <summary>Severity follows the time to the limit. A recording of four seconds may be a start-up phase.</summary>
    [Fact]
    public void Finding_TooShortForATrend_MakesNoForecast()
    {
        var finding = Findings.Of(new GrowingGen2(), "leak");
        Assert.NotNull(finding);
        Assert.Equal(Severity.Low, finding.Severity);
        Assert.Equal(ConfidenceLevel.Possible, finding.Confidence!.Level);
        Assert.DoesNotContain("is reached in", finding.Title, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("workstation")]
    [InlineData("large-objects")]
    [InlineData("hard-limit")]
    public void Check_StableLiveSet_IsSilent(string sample) => Assert.Null(Findings.Of(new GrowingGen2(), sample));
}
