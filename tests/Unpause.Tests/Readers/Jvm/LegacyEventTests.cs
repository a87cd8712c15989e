namespace Unpause.Tests.Readers.Jvm;

/// <summary>What belongs to one pause of an old log, and not to another or to the whole cycle.</summary>
public class LegacyEventTests
{
    [Fact]
    public void LegacyPause_RealTimeFarLonger_WasWaitedFor()
    {
        var recording = Assert.Single(Samples.Of(
            "2013-12-16T19:29:58.481+0000: 241069.519: [GC 241107.146: [ParNew: 1102035K->13267K(1219328K), 0.0266830 secs] "
            + "7665864K->6577191K(10350336K), 0.0776960 secs] [Times: user=0.14 sys=0.01, real=37.70 secs]\n"));
        Assert.Equal(37_700_000_000, Assert.Single(recording.Pauses).DurationNanoseconds);
        Assert.Equal(37_700_000_000, recording.DurationNanoseconds);
    }

    /// <summary>Rounded times and times of work are no wait.</summary>
    [Theory]
    [InlineData("user=0.14 sys=0.01, real=0.08")]
    [InlineData("user=7.00 sys=0.00, real=7.00")]
    public void LegacyPause_OtherRealTime_IsNot(string times)
    {
        var recording = Assert.Single(Samples.Of(
            $"241069.519: [GC 7665864K->6577191K(10350336K), 0.0776960 secs] [Times: {times} secs]\n"));
        Assert.Equal(77_696_000, Assert.Single(recording.Pauses).DurationNanoseconds);
    }

    [Fact]
    public void LegacyCycle_SecondRemarkOrCleanup_IsOfAnotherCycle()
    {
        var remarks = string.Concat(Enumerable.Range(1, 3).Select(number =>
            $"{number}00.000: [GC[YG occupancy: 5 K (100 K)] [1 CMS-remark: 500K(1000K)] 505K(1100K), 0.4 secs] "
            + "[Times: user=0.01 sys=0.00, real=0.40 secs]\n"));
        Assert.Equal(3, Assert.Single(Samples.Of(remarks)).Collections.Count);
        var cleanups = string.Concat(Enumerable.Range(1, 3).Select(
            number => $"{number}00.000: [GC cleanup 21M->20M(30M), 0.0155840 secs]\n"));
        Assert.Equal(3, Assert.Single(Samples.Of(cleanups)).Collections.Count);
    }

    [Fact]
    public void LegacyRemark_LongPause_HasPhasesAndCpuOfItsOwn()
    {
        var recording = Assert.Single(Samples.Of(
            "100.000: [GC[YG occupancy: 5 K (100 K)]100.000: [Rescan (parallel) , 0.0500000 secs]100.050: [weak refs processing, 0.1000000 "
            + "secs] [1 CMS-remark: 500K(1000K)] 505K(1100K), 0.4 secs] [Times: user=0.05 sys=0.01, real=0.40 secs]\n"));
        var own = Assert.Single(recording.CyclePauses);
        Assert.Equal((0, 2, 60_000_000, 10_000_000), (own.FirstPhase, own.EndPhase, own.CpuNanoseconds, own.SystemCpuNanoseconds));
    }
}
