using Unpause.Diagnosis;
using Unpause.Diagnosis.DotNet;

namespace Unpause.Tests.Diagnosis.DotNet;

public class MemoryLimitPressureTests
{
    [Fact]
    public void FiresNearTheHardLimit()
    {
        var finding = Findings.Of(new MemoryLimitPressure(), "hard-limit");
        Assert.NotNull(finding);
        Assert.Equal(Severity.High, finding.Severity);
        Assert.Contains("80 MiB", finding.Title, StringComparison.Ordinal);
        Assert.Contains("DOTNET_GCHeapHardLimit=0xA000000", finding.Advice[0].Setting, StringComparison.Ordinal);
        Assert.NotNull(finding.ExpectedGain);
    }

    [Theory]
    [InlineData("large-objects")]
    [InlineData("workstation")]
    public void IsSilentWithoutALimit(string sample) => Assert.Null(Findings.Of(new MemoryLimitPressure(), sample));
}
