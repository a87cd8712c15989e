using Unpause.Diagnosis;
using Unpause.Diagnosis.DotNet;

namespace Unpause.Tests.Diagnosis.DotNet;

public class HighGcTimeTests
{
    [Fact]
    public void FiresAbovePercentages()
    {
        var high = Findings.Of(new HighGcTime(), "hard-limit");
        Assert.NotNull(high);
        Assert.Equal(Severity.High, high.Severity);
        Assert.StartsWith("44.", high.Title, StringComparison.Ordinal);
        Assert.Contains("gen2", high.Title, StringComparison.Ordinal);
        var watch = Findings.Of(new HighGcTime(), "large-objects");
        Assert.NotNull(watch);
        Assert.Equal(Severity.Low, watch.Severity);
    }

    [Fact]
    public void IsSilentBelow() => Assert.Null(Findings.Of(new HighGcTime(), "large-objects-pooled"));
}
