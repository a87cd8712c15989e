using Unpause.Analysis.Diagnosis.DotNet;

namespace Unpause.Tests.Diagnosis.DotNet;

public class FrequentGen2Tests
{
    [Fact]
    public void Check_Gen2AsFrequentAsGen0_Fires()
    {
        var finding = Findings.Of(new FrequentGen2(), "large-objects");
        Assert.NotNull(finding);
        Assert.StartsWith("43 gen2 collections for 1 younger ones:", finding.Title, StringComparison.Ordinal);
        Assert.Contains("large-object-churn", finding.Advice[0].Text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("workstation")]
    [InlineData("induced")]
    [InlineData("server")]
    public void Check_RareOrInducedGen2_IsSilent(string sample) => Assert.Null(Findings.Of(new FrequentGen2(), sample));
}
