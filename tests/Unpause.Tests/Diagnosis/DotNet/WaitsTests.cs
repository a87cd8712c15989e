using Unpause.Analysis.Diagnosis;
using Unpause.Analysis.Diagnosis.DotNet;
using Unpause.Recordings.Waits;
using Unpause.Tests.Readers.DotNet;

namespace Unpause.Tests.Diagnosis.DotNet;

/// <summary>Slow requests whose cause is not GC.</summary>
public class WaitsTests
{
    [Fact]
    public void ThreadPoolStarvation_BlockingRequests_Fires()
    {
        var finding = Findings.Of(new ThreadPoolStarvation(), "starved");
        Assert.NotNull(finding);
        Assert.Equal(Severity.High, finding.Severity);
        Assert.StartsWith("Thread pool starvation, not GC:", finding.Title, StringComparison.Ordinal);
        Assert.True(Wait("starved", OtherWait.Pool).ShareOfSlowRequests > 0.9);
        Assert.Null(Findings.Of(new LockContention(), "starved"));
    }

    /// <summary>Two bursts of 14 requests: work waits for 981 ms in all, at most 531 ms at a time.</summary>
    [Fact]
    public void ThreadPoolStarvation_Bursts_Fires()
    {
        var finding = Findings.Of(new ThreadPoolStarvation(), "brief-starvation");
        Assert.NotNull(finding);
        Assert.InRange(Findings.Value(finding, "starvation_total_ms"), 385, 1000);
        Assert.Equal(0, Findings.Value(finding, "total_pause_ms"));
    }

    [Fact]
    public void LockContention_OneLock_CountsTheWaits()
    {
        var wait = Wait("locks", OtherWait.Locks);
        Assert.InRange(wait.Count!.Value, 50, 130);
        Assert.True(wait.LongestNanoseconds > 20_000_000, "the lock is held for 20 ms at a time");
        Assert.NotNull(Findings.Of(new LockContention(), "locks"));
        Assert.Null(Findings.Of(new ThreadPoolStarvation(), "locks"));
    }

    [Fact]
    public void Waits_UnexplainedTime_IsUnknown()
    {
        Assert.Equal(0, Wait("calm", OtherWait.Pool).Count);
        Assert.True(Wait("calm", OtherWait.Unknown).ShareOfSlowRequests > 0.9);
        Assert.True(Wait("starved", OtherWait.Unknown).ShareOfSlowRequests < 0.1);
    }

    /// <summary>Without the events the rules are not applicable if requests were recorded, and silent otherwise.</summary>
    [Theory]
    [InlineData("web", true)]
    [InlineData("workstation", false)]
    public void Check_NoWaitEvents_IsNotApplicableOnlyWithRequests(string sample, bool missing)
    {
        var process = Unpause.Analysis.AnalysedProcess.From(NettraceSample.Read(sample));
        Assert.Empty(process.Recording.OtherWaits);
        foreach (var rule in (Rule[])[new ThreadPoolStarvation(), new LockContention()])
        {
            Assert.Equal(missing, rule.Check(process) is Verdict.NotApplicableVerdict);
        }
    }

    private static OtherWait Wait(string sample, string what) =>
        Assert.Single(NettraceSample.Read(sample).OtherWaits, wait => wait.What == what);
}
