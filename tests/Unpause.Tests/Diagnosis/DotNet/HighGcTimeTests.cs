using Unpause.Analysis.Diagnosis;
using Unpause.Analysis.Diagnosis.DotNet;

namespace Unpause.Tests.Diagnosis.DotNet;

public class HighGcTimeTests
{
    [Fact]
    public void Check_HighShareOfPauses_Fires()
    {
        var high = Findings.Of(new HighGcTime(), "hard-limit");
        Assert.NotNull(high);
        Assert.Equal(Severity.High, high.Severity);
        // GC pauses proper take 44.3 % of the time; the rest is suspending and resuming the threads.
        Assert.StartsWith("46.4 %", high.Title, StringComparison.Ordinal);
        Assert.Contains("gen2", high.Title, StringComparison.Ordinal);
        // GC pauses proper take 9.3 % of the time; with suspension, the application was paused for more than a tenth.
        var felt = Findings.Of(new HighGcTime(), "large-objects");
        Assert.StartsWith("12.5 %", felt!.Title, StringComparison.Ordinal);
    }

    [Fact]
    public void Check_LowShareOfPauses_IsSilent() => Assert.Null(Findings.Of(new HighGcTime(), "large-objects-pooled"));
}
