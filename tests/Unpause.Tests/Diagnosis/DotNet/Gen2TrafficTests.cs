using Unpause.Analysis.Diagnosis.DotNet;

namespace Unpause.Tests.Diagnosis.DotNet;

public class Gen2TrafficTests
{
    [Fact]
    public void Check_ObjectsDieInGen2_Fires()
    {
        var finding = Findings.Of(new Gen2Traffic(), "through");
        Assert.NotNull(finding);
        Assert.EndsWith("promoted too early, not a leak", finding.Title, StringComparison.Ordinal);
        // 6 million arrays of 224 bytes passed through a queue of 200,000. Those that died before gen2 or after its last collection
        // do not count.
        Assert.InRange(finding.Evidence[0].Value!.Value, 500_000_000, 6_000_000 * 224.0);
        Assert.Null(Findings.Of(new GrowingGen2(), "through"));
    }

    [Theory]
    [InlineData("leak")]
    [InlineData("large-objects")]
    [InlineData("large-objects-pooled")]
    [InlineData("induced")]
    public void Check_LeakOrLargeObjects_IsSilent(string sample) => Assert.Null(Findings.Of(new Gen2Traffic(), sample));
}
