using Unpause.Recordings;
using Unpause.Recordings.Waits;
using Unpause.Reports;

namespace Unpause.Tests.Reports;

/// <summary>A used-up CPU quota is told at the top, and is the first thing to change for a starved collector.</summary>
public class CpuQuotaTests
{
    [Fact]
    public void Verdict_QuotaUsedUp_SaysSoBeforeTheCause()
    {
        var document = Write(heldNanoseconds: 8_200_000_000);
        Assert.Matches("quota[^.]* 148 periods[^.]* 8\\.2 s .*before anything.*Cause", document.Verdict);
        var starved = document.Findings.Single(finding => finding.Id == "starved-collector");
        Assert.Matches("CPU limit.* 148 periods.* 156 periods", starved.Advice[0].Text);
    }

    /// <summary>The log has 26 s; less than a twentieth of it is no reason.</summary>
    [Theory]
    [InlineData(1_500_000_000, true)]
    [InlineData(1_000_000_000, false)]
    public void Verdict_QuotaUsedUpSeldom_LeavesItOut(long held, bool said) =>
        Assert.Equal((said, false), (Write(held).Verdict.Contains("CPU quota"), Write(held).Verdict.Contains("before anything")));

    private static Unpause.Reports.Documents.ReportDocument Write(long heldNanoseconds)
    {
        var share = new ProcessorShare(25_600_000_000, 156, 148, heldNanoseconds, null, null, WaitedOfGroup: true);
        Recording[] recordings = [.. Tests.Samples.Load("samples", "jvm", "retaining-g1-jdk17.log.gz").Select(share.Complete)];
        return Report.Create(recordings).ToDocument();
    }
}
