using Unpause.Recordings;
using Unpause.Recordings.Words;
using static Unpause.Tests.Readers.Jvm.Jfr.JfrFile;

namespace Unpause.Tests.Readers.Jvm.Jfr;

/// <summary>Flight recordings of JDK 9 and 10, and of collectors that are gone; files that others published.</summary>
public class JfrEarlierTests
{
    /// <summary>By <c>jfr print</c> of JDK 25: 8 collections and as many pauses, 82.790058 ms in all.</summary>
    [CorpusFact("repro", "field", "92-jdk9-jfr")]
    public void JfrEarlier_NamesOfJdk9_AreRead()
    {
        var recording = JvmLogs.Read(RepositoryFolder.SharedFile("repro", "field", "92-jdk9-jfr", "jmc-allocation_10s_before.jfr"));
        Assert.Equal(8, recording.Collections.Count);
        Assert.Equal(8, recording.Pauses.Count);
        Assert.Equal(82.790058, Milliseconds(recording.Pauses), 1e-3);
        Assert.Equal("G1", recording.Source.Collector);
        Assert.All(recording.Collections, collection => Assert.Equal(Causes.Allocation, collection.Cause));
        var first = new DateTimeOffset(2018, 4, 26, 12, 10, 30, TimeSpan.Zero).AddTicks(796_141);
        var at = recording.Clock.StartedAt!.Value.AddTicks(recording.Pauses[0].StartNanoseconds / 100);
        Assert.InRange((at - first).TotalMicroseconds, -10, 10);
        Assert.False(recording.Coverage.Unreadable);
    }

    /// <summary>
    /// By <c>jfr print</c>: ParNew 1,367.106 ms in 20, full collections 3,429.388 ms in 4, CMS's cycles 227.294 ms in 9, of which the
    /// recording has the sum and the longest pause alone.
    /// </summary>
    [CorpusFact("repro", "field", "91-public-binaries")]
    public void JfrEarlier_CmsWithoutPauseEvents_HasAllOfSumOfPauses()
    {
        var recording = JvmLogs.Read(RepositoryFolder.SharedFile("repro", "field", "91-public-binaries", "jmc-full_gc_cms.jfr"));
        Assert.Equal(33, recording.Collections.Count);
        Assert.Equal(5_023.788415, Milliseconds(recording.Pauses), 1e-2);
        var cycles = recording.Pauses.Where(pause => recording.Collections[pause.Collection].Kind == CollectionKind.Background).ToList();
        Assert.Equal(227.294396, Milliseconds(cycles), 1e-2);
        // The cycle that a full collection ended had one pause.
        Assert.Equal(17, cycles.Count);
        Assert.All(cycles, pause => Assert.False(pause.HasTime));
        Assert.All(recording.Pauses.Except(cycles), pause => Assert.True(pause.HasTime));
        // The first cycle's: 21.3 ms, the longest of them 16.1 ms.
        var first = cycles.Where(pause => recording.Collections[pause.Collection].Number == 3).ToList();
        Assert.Equal([5.2, 16.1], first.Select(pause => Math.Round(pause.DurationNanoseconds / 1e6, 1)).Order());
        Assert.Single(recording.Coverage.Notes);
    }

    [Fact]
    public void JfrEarlier_CyclesWithoutPauseEvents_HavePausesWithoutTimes()
    {
        const long number = 10, text = 11, collection = 21;
        (long, string, (string, long, bool, bool, string?)[])[] types =
        [
            (number, "long", []), (text, "java.lang.String", []),
            (collection, "com.oracle.jdk.GarbageCollection", [
                ("startTime", number, false, false, "@TICKS"),
                ("duration", number, false, false, "TICKS"),
                ("gcId", number, false, false, null),
                ("name", text, false, false, null),
                ("sumOfPauses", number, false, false, "NANOSECONDS"),
                ("longestPause", number, false, false, "NANOSECONDS")
            ]),
        ];
        var bytes = new JfrFile()
            .Event(collection, Number(2_000), Number(300), Number(0), Utf8("ParNew"), Number(300), Number(300))
            .Event(collection, Number(4_000), Number(5_000), Number(1), Utf8("ConcurrentMarkSweep"), Number(500), Number(400))
            .Event(collection, Number(9_000), Number(5_000), Number(2), Utf8("ConcurrentMarkSweep"), Number(200), Number(200))
            .Event(collection, Number(15_000), Number(5_000), Number(3), Utf8("ConcurrentMarkSweep"), Number(0), Number(0))
            .Bytes(types);
        var recording = Assert.Single(Tests.Samples.Of(bytes));
        Assert.Equal(4, recording.Collections.Count);
        Assert.Equal(
            [(0, 300, true), (1, 100, false), (1, 400, false), (2, 200, false)],
            recording.Pauses.Select(pause => (pause.Collection, pause.DurationNanoseconds, pause.HasTime)).Order());
    }

    private static double Milliseconds(IEnumerable<Pause> pauses) => pauses.Sum(pause => pause.DurationNanoseconds) / 1e6;
}
