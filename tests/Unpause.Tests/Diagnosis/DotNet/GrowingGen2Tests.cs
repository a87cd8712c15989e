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

    /// <summary>Young collections copy 250 MiB that stay, and gen2 has run too seldom for a trend.</summary>
    [Fact]
    public void Check_FewGen2CollectionsAndAllSurvives_Fires()
    {
        var finding = Findings.Of(new GrowingGen2(), "rising-leak");
        Assert.NotNull(finding);
        Assert.Equal(Severity.High, finding.Severity);
        Assert.True(finding.Evidence[1].Value > 250_000_000, "bytes at the end");
        Assert.Equal(("kept_percent", true), (finding.Evidence[3].Key, finding.Evidence[3].Value > 95));
        Assert.All(finding.Advice, advice => Assert.Null(advice.Setting));
    }

    [Theory]
    [InlineData("workstation")]
    [InlineData("through")]
    [InlineData("pressure")]
    [InlineData("large-objects")]
    [InlineData("hard-limit")]
    public void Check_StableLiveSet_IsSilent(string sample) => Assert.Null(Findings.Of(new GrowingGen2(), sample));
}
