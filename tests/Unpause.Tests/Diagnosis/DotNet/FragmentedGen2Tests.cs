using Unpause.Analysis.Diagnosis.DotNet;

namespace Unpause.Tests.Diagnosis.DotNet;

public class FragmentedGen2Tests
{
    [Fact]
    public void Check_PinnedObjectsFragmentGen2_Fires()
    {
        var finding = Findings.Of(new FragmentedGen2(), "pinned");
        Assert.NotNull(finding);
        Assert.Contains(finding.Evidence, evidence => evidence is { Value: 24_178, Unit: "objects" });
        Assert.Contains("pinned: true", finding.Advice[0].Code, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("large-objects")]
    [InlineData("workstation")]
    [InlineData("hard-limit")]
    public void Check_NoFragmentation_IsSilent(string sample) => Assert.Null(Findings.Of(new FragmentedGen2(), sample));
}
