using Unpause.Analysis.Diagnosis.DotNet;

namespace Unpause.Tests.Diagnosis.DotNet;

public class SmallGen0BudgetTests
{
    [Fact]
    public void Check_TinyGen0_Fires()
    {
        var finding = Findings.Of(new SmallGen0Budget(), "small-gen0");
        Assert.NotNull(finding);
        Assert.InRange(finding.Evidence[1].Value!.Value, 500_000, 560_000);
        Assert.Equal("DOTNET_GCgen0size=0x4000000", finding.Advice[0].Setting);
    }

    [Theory]
    [InlineData("workstation")]
    [InlineData("datas")]
    [InlineData("leak")]
    public void Check_LargeGen0OrDatas_IsSilent(string sample) => Assert.Null(Findings.Of(new SmallGen0Budget(), sample));
}
