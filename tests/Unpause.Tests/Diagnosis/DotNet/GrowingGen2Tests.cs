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

    [Theory]
    [InlineData("workstation")]
    [InlineData("large-objects")]
    [InlineData("hard-limit")]
    public void IsSilentOnTraffic(string sample) => Assert.Null(Findings.Of(new GrowingGen2(), sample));
}
