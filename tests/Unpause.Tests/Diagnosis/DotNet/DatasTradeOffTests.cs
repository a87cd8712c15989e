using Unpause.Analysis.Diagnosis.DotNet;

namespace Unpause.Tests.Diagnosis.DotNet;

public class DatasTradeOffTests
{
    [Fact]
    public void Check_DatasKeepsGen0Small_Fires()
    {
        var finding = Findings.Of(new DatasTradeOff(), "datas");
        Assert.NotNull(finding);
        Assert.Equal("DOTNET_GCDynamicAdaptationMode=0", finding.Advice[0].Setting);
        Assert.InRange(finding.Evidence[1].Value!.Value, 2_000_000, 3_000_000);
    }

    [Theory]
    [InlineData("datas-off")]
    [InlineData("server")]
    public void Check_DatasOffOrRareCollections_IsSilent(string sample) => Assert.Null(Findings.Of(new DatasTradeOff(), sample));
}
