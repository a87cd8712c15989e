using Unpause.Recordings;

namespace Unpause.Tests.Readers.Jvm;

/// <summary>Lines with a stop that were skipped once: each is read, or counted as not understood.</summary>
public class LostPausesTests
{
    private static readonly string Rows = string.Concat(
        Enumerable.Range(1, 60).Select(i => $"{i,4}: {1000 - i,14} {10000 - i,14}  {(i % 2 == 0 ? "[Ljava.lang.Object;" : "[[[C")}\n"))
        + "Total         30000         600000\n";

    /// <summary>CMS: histogram and heap print are inside the full collection.</summary>
    [Fact]
    public void LostPauses_HistogramInsideACollection_HidesNoPause()
    {
        var log = "1.000: [GC (Allocation Failure) 1.000: [ParNew: 13184K->521K(14784K), 0.0105120 secs] 13184K->521K(47552K), "
            + "0.0105851 secs]"
            + " [Times: user=0.00 sys=0.00, real=0.01 secs] \n"
            + "2.000: [Full GC (System.gc()) {Heap before GC invocations=1 (full 0):\n"
            + " par new generation   total 14784K, used 521K [0x00000000fd000000, 0x00000000fe010000, 0x00000000fe010000)\n"
            + "  eden space 13184K,   0% used [0x00000000fd000000, 0x00000000fd000000, 0x00000000fdce0000)\n}\n"
            + "2.010: [Class Histogram (before full gc): \n num     #instances         #bytes  class name\n" + Rows
            + ", 3.5000000 secs]\n5.510: [CMS: 0K->518K(32768K), 119.0000000 secs]124.510: [Class Histogram (after full gc): \n" + Rows
            + ", 0.5000000 secs]\n 521K->518K(47552K), [Metaspace: 2847K->2847K(1056768K)], 123.0277354 secs] "
            + "[Times: user=120.00 sys=1.00, real=123.03 secs] \n"
            + "130.000: [GC (Allocation Failure) 130.000: [ParNew: 13184K->521K(14784K), 0.0100000 secs] 13184K->521K(47552K), "
            + "0.0100000 secs]"
            + " [Times: user=0.00 sys=0.00, real=0.01 secs] \n";
        var recording = Assert.Single(JvmLogs.Load(log).Recordings);
        Assert.Equal([10_585_100, 123_027_735_400, 10_000_000], recording.Pauses.Select(pause => pause.DurationNanoseconds));
        Assert.Equal(0, recording.Coverage.LinesUnparsed);
        Assert.Equal(2, recording.Phases.Count(phase => phase.Name == "Class Histogram"));
    }

    /// <summary>Parallel and G1: threads are stopped for the histogram too, beside the collection.</summary>
    [Fact]
    public void LostPauses_HistogramBesideACollection_IsAPause()
    {
        var log = "1.000: [Class Histogram (before full gc): \n" + Rows + ", 2.0000000 secs]\n"
            + "3.000: [Full GC (System.gc()) [PSYoungGen: 1K->0K(9K)] [ParOldGen: 8K->8K(9K)] 9K->8K(18K), [Metaspace: "
            + "1K->1K(9K)], 4.0000000 secs]"
            + " [Times: user=4.00 sys=0.00, real=4.00 secs] \n7.000: [Class Histogram (after full gc): \n" + Rows + ", 1.0000000 secs]\n";
        var recording = Assert.Single(JvmLogs.Load(log).Recordings);
        Assert.Equal(7_000_000_000, recording.Pauses.Sum(pause => pause.DurationNanoseconds));
        Assert.Single(recording.Collections);
        Assert.Equal(0, recording.Coverage.LinesUnparsed);
    }

    [Fact]
    public void LostPauses_ShenandoahOfJdk8_IsRead()
    {
        const string Log = "CommandLine flags: -XX:+UseShenandoahGC \nTrigger: Learning 1 of 5. Free (87M) is below initial "
            + "threshold (89M)\n"
            + "0.233: [Concurrent reset, start]\n    Using 2 of 2 workers for concurrent reset\n0.234: [Concurrent reset "
            + "32854K->32983K(34816K), 0.401 ms]\n"
            + "0.234: [Pause Init Mark (process weakrefs), start]\n0.236: [Pause Init Mark (process weakrefs), 1.983 ms]\n"
            + "0.239: [Concurrent marking (process weakrefs), 2.100 ms]\n"
            + "0.242: [Pause Final Mark (process weakrefs), start]\n0.245: [Pause Final Mark (process weakrefs), 2.472 ms]\n"
            + "0.250: [Concurrent cleanup 1613M->1361M(1636M), 0.092 ms]\n"
            + "0.300: [Pause Full, start]\n0.312: [Pause Full 50M->30M(64M), 12.300 ms]\n0.400: #5: [Pause Init Mark, 0.500 ms]\n"
            + "0.500: #5: [Pause Final MarkTotal Garbage: 1M\nImmediate Garbage: 0M, 0 regions (0% of total)\n "
            + "2497M->2499M(3981M), 0.800 ms]\n";
        var recording = Assert.Single(JvmLogs.Load(Log).Recordings);
        Assert.Equal("Shenandoah", recording.Source.Collector);
        Assert.Equal([1_983_000, 2_472_000, 12_300_000, 500_000, 800_000], recording.Pauses.Select(pause => pause.DurationNanoseconds));
        Assert.Equal(3, recording.Collections.Count);
        Assert.Equal(0, recording.Coverage.LinesUnparsed);
        Assert.Equal(3, recording.Phases.Count(phase => phase.Concurrent));
    }

    [Fact]
    public void LostPauses_AdaptiveSizeLines_HideNoPause()
    {
        const string Log = "0.153: [GCAdaptiveSizePolicy::old generation size: collection: 1 (4194304) -> (8781824) \n"
            + "AdaptiveSizePolicy::survivor space sizes: collection: 1 (524288, 524288) -> (1441792, 524288) filler object size: 0\n"
            + " 3054K->3065K(13056K), 0.0077290 secs]\n0.207: [Full GCAdaptiveSizePolicy::old generation size: collection: 4 "
            + "(17563648) -> (1) \n"
            + " 10036K->9989K(64384K), 0.0053011 secs]\n";
        var recording = Assert.Single(JvmLogs.Load(Log).Recordings);
        Assert.Equal([7_729_000, 5_301_100], recording.Pauses.Select(pause => pause.DurationNanoseconds));
        Assert.Equal(0, recording.Coverage.LinesUnparsed);
    }

    /// <summary>PrintGCID: a collection's number is where an uptime could be.</summary>
    [Fact]
    public void LostPauses_CollectionNumbers_AreNotTimes()
    {
        const string Log = "100.100: #190: [GC (Allocation Failure) 100.100: #190: [ParNew: 9K->1K(9K), 0.0010000 secs] "
            + "9K->1K(18K), 0.0020000 secs]\n"
            + "101.200: #9: [GC pause (G1 Evacuation Pause) (young), 0.0030000 secs]\n103.200: #10: [GC concurrent-mark-end, "
            + "0.1000000 secs]\n";
        var recording = Assert.Single(JvmLogs.Load(Log).Recordings);
        Assert.Equal([2_000_000, 3_000_000], recording.Pauses.Select(pause => pause.DurationNanoseconds));
        Assert.Equal([0, 1_100_000_000], recording.Pauses.Select(pause => pause.StartNanoseconds));
    }

    [Theory]
    [InlineData("[1.0s] GC(1) Old: 518K->518K(960K)", 0)]
    [InlineData("[1.0s] GC(1)   Other: -0.0ms", 0)]
    [InlineData("[1.0s] GC(1) FullGC done: young usage: 1M, old usage: 2M", 0)]
    [InlineData("[1.0s] GC(1) Promotion failed", 0)]
    [InlineData("[1.000s][info][gc] GC(1) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(64M)", 1)]
    [InlineData("[1.000s][info][gc] Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(64M) 12.000ms", 1)]
    [InlineData("00s][info][gc] GC(1) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(64M) 12.000ms", 1)]
    [InlineData("the application paused for 12ms", 0)]
    public void LostPauses_UnifiedLine_IsParsedOrCounted(string line, int notUnderstood)
    {
        line = line.Replace("[1.0s] ", "[1.000s][info][gc] ", StringComparison.Ordinal);
        var recording = Assert.Single(JvmLogs.Load(
            "[0.100s][info][gc] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(64M) 5.000ms\n" + line
            + "\n[1.200s][info][gc] GC(1) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(64M) 5.000ms\n").Recordings);
        Assert.Equal(notUnderstood, recording.Coverage.LinesUnparsed);
        Assert.Equal(2, recording.Pauses.Count);
    }

    /// <summary>Unreadable: exit code 4.</summary>
    [Theory]
    [InlineData("[1.000s][info][gc] Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(64M) 12.000ms", true)]
    [InlineData("collector: Pause Young took 12.5 ms here", true)]
    [InlineData("Full GC (System.gc()) 12M->3M(5M), 0.5 secs, of another log", true)]
    [InlineData("[1.000s][info][gc] GC(1) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(64M)", false)]
    [InlineData("Pause of the worker ends after 12 messages", false)]
    [InlineData("the application paused for 12ms", false)]
    public void LostPauses_CollectionAndDurationUnread_IsUnreadable(string line, bool isUnreadable)
    {
        var recording = Assert.Single(JvmLogs.Load(
            "[0.100s][info][gc] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(64M) 5.000ms\n" + line
            + "\n[1.200s][info][gc] GC(1) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(64M) 5.000ms\n").Recordings);
        Assert.Equal(isUnreadable, recording.Coverage.Unreadable);
    }

    /// <summary>A torn timestamp hides no duration.</summary>
    [Fact]
    public void LostPauses_TornTimestamp_IsReadable()
    {
        var recording = Assert.Single(JvmLogs.Load(
            "[0.100s][info][gc] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(64M) 5.000ms\n"
            + "[0.2s][info][gc] GC(1) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(64M) 5.000ms\n"
            + "[0.300s][info][gc] GC(2) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(64M) 5.000ms\n").Recordings);
        Assert.Equal((3, false), (recording.Pauses.Count, recording.Coverage.Unreadable));
    }

    [Theory]
    [InlineData("2.000: [Something New, 5.0000000 secs]", 1)]
    [InlineData(" 9K->1K(18K), 7.0000000 secs] [Times: user=7.00 sys=0.00, real=7.00 secs] ", 2)]
    [InlineData(" [Times: user=7.00 sys=0.00, real=7.00 secs] ", 1)]
    [InlineData("the application took 5.0 secs", 0)]
    public void LostPauses_LegacyLine_IsParsedOrCounted(string line, int most)
    {
        var recording = Assert.Single(JvmLogs.Load(
            "1.000: [GC 9K->1K(18K), 0.0020000 secs] [Times: user=0.00 sys=0.00, real=0.00 secs] \n" + line
            + "\n3.000: [GC 9K->1K(18K), 0.0020000 secs] [Times: user=0.00 sys=0.00, real=0.00 secs] \n").Recordings);
        Assert.InRange(recording.Coverage.LinesUnparsed, Math.Min(most, 1), most);
        Assert.Equal(2, recording.Pauses.Count);
    }
}
