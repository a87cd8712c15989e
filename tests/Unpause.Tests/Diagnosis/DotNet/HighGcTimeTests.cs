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
        // Of the time, 44.3 % are the collector's own pauses; halting and letting go are the rest.
        Assert.StartsWith("46.4 %", high.Title, StringComparison.Ordinal);
        Assert.Contains("gen2", high.Title, StringComparison.Ordinal);
        // 9.3 % by the collector's own account; the program stood for more than a tenth.
        var felt = Findings.Of(new HighGcTime(), "large-objects");
        Assert.StartsWith("12.5 %", felt!.Title, StringComparison.Ordinal);
    }

    [Fact]
    public void IsSilentBelow() => Assert.Null(Findings.Of(new HighGcTime(), "large-objects-pooled"));
}
