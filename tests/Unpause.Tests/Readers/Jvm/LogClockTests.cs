using Unpause.Recordings;

namespace Unpause.Tests.Readers.Jvm;

/// <summary>When things happened in logs whose lines don't all have the same timestamps, or that begin inside a pause.</summary>
public class LogClockTests
{
    private const string Stop = "Total time for which application threads were stopped: 0.0106480 seconds\n";

    private const string Pause =
        "[GC 726.583: [ParNew: 118016K->1234K(118016K), 0.0100000 secs] 218016K->101234K(518016K), 0.0102000 secs]\n";

    private static readonly DateTimeOffset Start = new(2012, 8, 23, 8, 30, 3, 991, TimeSpan.Zero);

    /// <summary>By hand: 08:42:10.574 is 726.583 s after the start; the last stop ends at 08:42:11.585.</summary>
    [CorpusFact("repro", "field")]
    public void LogClock_DatesAmongUptimesOfAUser_AreOneClock()
    {
        var recording = JvmLogs.Read(RepositoryFolder.SharedFile("repro", "field", "42-gcviewer-30-apptime-glued", "min5.log"));
        Assert.Equal(1_011_000_000, recording.DurationNanoseconds);
        Assert.Equal(Start.AddMilliseconds(726_583), recording.Clock.StartedAt);
        Assert.Equal(Start, recording.Source.ProcessStartedAt);
        Assert.Equal(0, Assert.Single(recording.Pauses).StartNanoseconds);
        Assert.Equal([11_000_000, 1_011_000_000], recording.Stops!.Select(stop => stop.StartNanoseconds + stop.DurationNanoseconds));
    }

    /// <summary>The stops before a JVM's first collection have only dates.</summary>
    [Theory]
    [InlineData("2012-08-23T08:42:09.574+0000: ", 1_000_000_000)]
    [InlineData("2012-08-23T08:30:04.091+0000: ", 726_483_000_000)]
    public void LogClock_DatesBeforeUptimes_AreOneClock(string first, long untilPause)
    {
        var log = first + Stop + "2012-08-23T08:42:10.574+0000: 726.583: " + Pause + "2012-08-23T08:42:10.585+0000: " + Stop;
        var recording = Assert.Single(JvmLogs.Load(log).Recordings);
        var pause = Assert.Single(recording.Pauses);
        Assert.Equal(Start, recording.Source.ProcessStartedAt);
        var at = recording.Clock.StartedAt!.Value.AddTicks(pause.StartNanoseconds / 100);
        Assert.Equal(Start.AddMilliseconds(726_583), at);
        var stops = recording.Stops!.ToList();
        Assert.Equal(untilPause, pause.StartNanoseconds - (stops[0].StartNanoseconds + stops[0].DurationNanoseconds));
        Assert.Equal(untilPause + 11_000_000, stops[1].StartNanoseconds - stops[0].StartNanoseconds);
        Assert.Equal(0, recording.Coverage.LinesUnparsed);
        Assert.All(stops, stop => Assert.True(stop.StartNanoseconds >= 0));
    }

    [Fact]
    public void LogClock_AnotherJvmAfterDates_IsApart()
    {
        var log = "2012-08-23T08:42:09.574+0000: " + Stop + "2012-08-23T08:42:10.574+0000: 726.583: " + Pause
            + "2012-08-23T08:50:10.574+0000: 1.583: " + Pause + "2012-08-23T08:50:12.574+0000: " + Stop
            + "2012-08-23T08:50:13.574+0000: 4.583: " + Pause;
        var recordings = JvmLogs.Load(log).Recordings;
        Assert.Equal(2, recordings.Count);
        Assert.Equal(Start, recordings[0].Source.ProcessStartedAt);
        Assert.Equal(new DateTimeOffset(2012, 8, 23, 8, 50, 8, 991, TimeSpan.Zero), recordings[1].Source.ProcessStartedAt);
        Assert.Equal(2, recordings[1].Pauses.Count);
        Assert.InRange(recordings[1].DurationNanoseconds!.Value, 3_000_000_000, 5_000_000_000);
    }

    /// <summary>By hand: the log's first line, at 1 s, ends a pause of 2.525974 s; its last one ends at 9 s.</summary>
    [CorpusFact("repro", "field", "neg.log")]
    public void LogClock_LogThatBeginsInsideAPause_BeginsWithIt()
    {
        var recording = JvmLogs.Read(RepositoryFolder.SharedFile("repro", "field", "neg.log"));
        Assert.Equal([0, 10_515_974_000], recording.Pauses.Select(pause => pause.StartNanoseconds));
        Assert.Equal(10_525_974_000, recording.DurationNanoseconds);
        Assert.All(recording.Collections, collection => Assert.True(collection.StartNanoseconds >= 0));
    }

    [Theory]
    [InlineData("[10.000s][info][gc] Allocation Stall (main) 300.000ms\n[11.000s][info][gc] GC(9) Pause Mark End 1.000ms\n", 1_300_000_000)]
    [InlineData(
        "[10.000s][info][safepoint] Safepoint \"G1CollectForAllocation\", Time since last: 1 ns, Reaching safepoint: 1 ns, "
        + "Cleanup: 1 ns, At safepoint: 1 ns, Total: 400000000 ns\n[11.000s][info][gc] GC(9) Pause Young 1.000ms\n",
        1_400_000_000)]
    public void LogClock_FirstLineEndsAStallOrStop_IsZero(string log, long duration)
    {
        var recording = Assert.Single(JvmLogs.Load(log).Recordings);
        Assert.Equal(duration, recording.DurationNanoseconds);
        Assert.Equal(duration - 1_000_000, Assert.Single(recording.Pauses).StartNanoseconds);
    }

    /// <summary>By hand: the pause of 30.514 ms is over when the next line begins, 31 ms after its own timestamp.</summary>
    [CorpusFact("repro", "field", "11-gcviewer-198-shenandoah8")]
    public void LogClock_EarlyShenandoahOfAUser_StampsAreStarts()
    {
        var recording = JvmLogs.Read(RepositoryFolder.SharedFile("repro", "field", "11-gcviewer-198-shenandoah8", "min.log"));
        var pause = Assert.Single(recording.Pauses);
        Assert.Equal((0, 30_514_000), (pause.StartNanoseconds, pause.DurationNanoseconds));
        Assert.Equal(32_421_000, recording.DurationNanoseconds);
    }

    /// <summary>Early builds print sizes after marking and stamp beginnings; later ones stamp ends.</summary>
    [Theory]
    [InlineData("8.000: [Pause Final Mark 13G->9784M(18G), 20.000 ms]\n8.021: [Pause Final Update Refs, 4.000 ms]\n", 0, 21)]
    [InlineData("8.000: [Pause Final Mark (process weakrefs), 20.000 ms]\n8.021: [Pause Final Update Refs, 4.000 ms]\n", 0, 37)]
    [InlineData("8.000: [Pause Full, start]\n8.020: [Pause Full 50M->30M(64M), 20.000 ms]\n8.041: [Pause Init Mark, 1.000 ms]\n", 0, 40)]
    public void LogClock_ShenandoahOfJdk8_StampsByItsBuild(string log, long first, long second)
    {
        var starts = Assert.Single(JvmLogs.Load(log).Recordings).Pauses.Select(pause => pause.StartNanoseconds / 1_000_000);
        Assert.Equal([first, second], starts);
    }

    /// <summary>Uptimes are rounded to milliseconds: the JVM's start stays zero.</summary>
    [Fact]
    public void LogClock_PauseAtTheJvmsStart_KeepsItsUptime()
    {
        const string log = "[0.001s][info][gc] Using G1\n[0.010s][info][gc] GC(0) Pause Young (Normal) 3M->1M(8M) 10.400ms\n"
            + "[0.500s][info][gc] GC(1) Pause Young (Normal) 3M->1M(8M) 1.000ms\n";
        var recording = Assert.Single(JvmLogs.Load(log).Recordings);
        Assert.Equal(499_000_000, recording.Pauses[1].StartNanoseconds);
        Assert.Equal(500_000_000, recording.DurationNanoseconds);
    }
}
