using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;
using Unpause.Recordings;
using Unpause.Recordings.Words;

namespace Unpause.Tests.Readers.Jvm;

/// <summary>Lines about collections in the logs of Elasticsearch, Hadoop, Cassandra and others; real ones, and some made.</summary>
public class MonitorReaderTests
{
    private const string Hadoop = "Detected pause in JVM or host machine (eg GC): pause of approximately ";

    public static TheoryData<string> Files => ["elasticsearch.log", "hadoop.log", "cassandra.log", "trino.log", "ratis.log"];

    /// <summary>Counted by other expressions over the raw text: lengths of lines with a single collection, in milliseconds.</summary>
    [Theory]
    [InlineData("elasticsearch.log", @"duration \[(?<length>[\d.]+)(?<unit>ms|s)\], collections \[1\]", 6, 2)]
    [InlineData("hadoop.log", @"count=1 time=(?<length>\d+)(?<unit>ms)", 7, 7)]
    [InlineData("cassandra.log", @"(?:GC in |ParNew: )(?<length>\d+) ?(?<unit>ms)", 4, 0)]
    [InlineData("trino.log", @"stopped (?<length>\d+)(?<unit>ms)", 6, 0)]
    [InlineData("ratis.log", @"count=1 time=(?<length>\d+)(?<unit>ms)", 2, 2)]
    public void MonitorReader_RealLines_HaveTheirPauses(string file, string expression, int pauses, int others)
    {
        var text = Text(file);
        var recording = Assert.Single(Samples.Of(text));
        Assert.Equal(JvmFormats.Monitor, recording.Source.Format);
        var expected = Regex.Matches(text, expression).Select(match =>
            double.Parse(match.Groups["length"].Value, CultureInfo.InvariantCulture) * (match.Groups["unit"].Value == "s" ? 1000 : 1));
        Assert.Equal(expected.Order(), recording.Pauses.Select(pause => pause.DurationNanoseconds / 1e6).Order());
        Assert.Equal(pauses, recording.Pauses.Count);
        Assert.Equal(others, recording.Collections.Count - pauses);
        Assert.Equal((0, null), (recording.Coverage.LinesUnparsed, recording.DurationNanoseconds));
        Assert.Contains(recording.Coverage.Notes, note => note.Text.Contains("share of time is not known", StringComparison.Ordinal));
    }

    /// <summary>Three collections of 9 s were logged in one millisecond: they ran one after the other, with 46 and 90 ms between.</summary>
    [Fact]
    public void MonitorReader_MajorCollectionsLoggedAtOnce_AreOneAfterTheOther()
    {
        var recording = Assert.Single(Samples.Of(Text("trino.log")));
        var long9 = recording.Pauses.Where(pause => pause.DurationNanoseconds > 9_000_000_000).ToList();
        Assert.Equal([90_000_000, 46_000_000], long9.Zip(long9.Skip(1), (one, next) => next.StartNanoseconds - one.EndNanoseconds));
        var end = recording.Clock.StartedAt!.Value.AddTicks(long9[^1].EndNanoseconds / 100);
        Assert.Equal(new DateTimeOffset(2022, 9, 28, 3, 33, 55, 349, TimeSpan.Zero), end);
        Assert.All(recording.Collections, collection => Assert.Equal(Generations.Full, collection.Generation));
        AssertNote(recording, "2 pauses were logged late");
        AssertNote(recording, "Written by Trino or Presto");
    }

    /// <summary>Lines of several nodes are not of one process, and the application ran for long: each is where its line says.</summary>
    [Fact]
    public void MonitorReader_MajorCollectionsOfTwoNodes_StayWhereTheyAre()
    {
        var recording = Assert.Single(Samples.Of(
            "2022-09-28T03:33:55.349Z INFO Major GC: application 90000000000ms, stopped 900ms: 49.47GB -> 49.35GB\n"
            + "2022-09-28T03:33:55.349Z WARN Major GC: application 2000ms, stopped 900ms: 1GB -> 1GB (only recovered 1.5% of heap memory)\n"
            + "2022-09-28T03:33:55.449Z DEBUG Minor GC: duration 30ms: 49.47GB -> 49.35GB\n"));
        Assert.Equal([0, 0, 970_000_000], recording.Pauses.Select(pause => pause.StartNanoseconds).Order());
        Assert.Equal(Generations.Young, recording.Collections[^1].Generation);
    }

    /// <summary>Lengths in nanoseconds and seconds; without a collection by the line itself, or by one of its own.</summary>
    [Fact]
    public void MonitorReader_Ratis_HasStopsInItsUnits()
    {
        var recording = Assert.Single(Samples.Of(Text("ratis.log")));
        Assert.Equal(
            [188_209_400, 160_745_200, 246_000_000, 2_098_000_000, 93_265_000_000],
            recording.Stops!.Select(stop => stop.DurationNanoseconds));
        Assert.Equal([false, false, true, true, false], recording.Stops!.Select(stop => stop.ForCollection));
        AssertNote(recording, "Written by Ratis' JvmPauseMonitor");
    }

    [Fact]
    public void MonitorReader_Elasticsearch_HasGenerationsTimesAndLimit()
    {
        var recording = Assert.Single(Samples.Of(Text("elasticsearch.log")));
        Assert.Equal(2, recording.Collections.Count(collection => collection.Generation == "old"));
        // 7.9gb is the largest maximum of these nodes.
        Assert.Equal((long)Math.Round(7.9 * (1L << 30)), recording.HeapMaximumBytes);
        // [2017-02-28 22:09:23,102] is the end of 1.6 s; lines without a zone are taken as UTC, and that is said.
        Assert.Equal(new DateTimeOffset(2017, 2, 28, 22, 9, 21, 502, TimeSpan.Zero), recording.Clock.StartedAt);
        Assert.Contains("taken as UTC", recording.Clock.Basis, StringComparison.Ordinal);
        // 01:01:19,432-0800, less 751 ms.
        var last = recording.Clock.StartedAt!.Value.AddTicks(recording.Pauses[^1].StartNanoseconds / 100);
        Assert.Equal(new DateTimeOffset(2026, 2, 12, 9, 1, 18, 681, TimeSpan.Zero), last);
        AssertNote(recording, "2 collections are reported together");
        AssertNote(recording, "2 lines say how much of an interval");
    }

    /// <summary>Each line of JvmPauseMonitor is a stop; with the collections during it, without any, or without a word of them.</summary>
    [Fact]
    public void MonitorReader_Hadoop_HasStopsAndWhetherGcRan()
    {
        var recording = Assert.Single(Samples.Of(Text("hadoop.log")));
        // The larger of the monitor's length and the collections' (36,848; 37,664; 63,924; 31,000; 1,312; 20,898; 1,234).
        Assert.Equal(
            [36_848, 37_664, 63_924, 31_000, 1_312, 20_898, 1_234],
            recording.Stops!.Select(stop => stop.DurationNanoseconds / 1_000_000));
        Assert.Equal([true, true, true, false, true, true, false], recording.Stops!.Select(stop => stop.ForCollection));
        Assert.Equal("paused without a collection", recording.Stops![^1].Operation);
        // ParNew ran before the old generation, both within the stop.
        var young = recording.Pauses.First(pause => pause.Name == "ParNew");
        var old = recording.Pauses.First(pause => pause.Name != "ParNew");
        Assert.Equal(old.StartNanoseconds, young.EndNanoseconds);
        Assert.Equal(recording.Stops![0].StartNanoseconds, young.StartNanoseconds);
    }

    /// <summary>A notification counts a concurrent cycle from its beginning to its end; beans add up pauses.</summary>
    [Fact]
    public void MonitorReader_ConcurrentCycle_IsNoPause()
    {
        var recording = Assert.Single(Samples.Of(
            "INFO  [Service Thread] 2021-05-19 07:40:12,130 GCInspector.java:284 - ConcurrentMarkSweep GC in 4312ms.  CMS Old Gen: 5 -> 4\n"
            + "INFO  [Service Thread] 2021-05-19 07:40:15,130 GCInspector.java:284 - ZGC Cycles GC in 312ms.\n"
            + "INFO  [Service Thread] 2021-05-19 07:40:16,130 GCInspector.java:284 - ParNew GC in 212ms.\n"));
        Assert.Equal(3, recording.Collections.Count);
        Assert.Equal(212_000_000, Assert.Single(recording.Pauses).DurationNanoseconds);
        AssertNote(recording, "2 concurrent cycles");
    }

    [Theory]
    [InlineData("2026-11-22T10:00:00.5Z x", "2026-11-22T10:00:00.5Z", false)]
    [InlineData("2026-11-22 10:00:00,5 +0200 x", "2026-11-22T08:00:00.5Z", false)]
    [InlineData("26/11/22 10:00:00 INFO x", "2026-11-22T10:00:00Z", true)]
    [InlineData("a:b [12:00:00,123] 2026-11-22 10:00:00 x", "2026-11-22T10:00:00Z", true)]
    [InlineData("x", null, true)]
    [InlineData("2026-13-22 10:00:00 x", null, true)]
    public void MonitorReader_TimeOfALine_IsFound(string start, string? time, bool withoutZone)
    {
        var recording = Assert.Single(Samples.Of(
            $"{start} {Hadoop}1000ms\nNo GCs detected\n{start} GCInspector.java:1 - Copy GC in 200ms.\n"));
        if (time is null)
        {
            Assert.Null(recording.Clock.StartedAt);
            Assert.All(recording.Pauses, pause => Assert.False(pause.HasTime));
            return;
        }

        var at = DateTimeOffset.Parse(time, CultureInfo.InvariantCulture);
        Assert.Equal(at - TimeSpan.FromSeconds(1), recording.Clock.StartedAt);
        Assert.Equal(withoutZone, recording.Clock.Basis.Contains("UTC", StringComparison.Ordinal));
    }

    /// <summary>Lines of several nodes in any order: nothing before the recording's zero.</summary>
    [Fact]
    public void MonitorReader_LinesOutOfOrder_AreMoved()
    {
        var recording = Assert.Single(Samples.Of(
            "2026-11-22 10:00:05,000 GCInspector.java:1 - Copy GC in 200ms.\n"
            + "2026-11-22 10:00:01,000 GCInspector.java:1 - Copy GC in 300ms.\n"));
        Assert.Equal([4_100_000_000, 0], recording.Pauses.Select(pause => pause.StartNanoseconds));
        Assert.Equal(new DateTimeOffset(2026, 11, 22, 10, 0, 0, 700, TimeSpan.Zero), recording.Clock.StartedAt);
    }

    /// <summary>A log that also has the JVM's own lines is not understood in full.</summary>
    [Fact]
    public void MonitorReader_LinesOfTheJvm_AreTold()
    {
        var recording = Assert.Single(Samples.Of(
            string.Concat(Enumerable.Repeat("2026-11-22 10:00:05,000 GCInspector.java:1 - Copy GC in 200ms.\n", 3_000))
            + "[0.500s][info][gc] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 10M->2M(64M) 5.000ms\n"));
        Assert.Equal(3_000, recording.Pauses.Count);
        Assert.True(recording.Coverage.Unreadable);
    }

    [Theory]
    [MemberData(nameof(Files))]
    public void MonitorReader_CutAtEveryByte_GivesOnlyPausesOfTheWhole(string file)
    {
        var bytes = Encoding.UTF8.GetBytes(Text(file));
        Assert.Single(Samples.Of(bytes));
        Arrivals.AssertCutsAreSubsets(bytes, Arrivals.LengthsAndNames);
    }

    [Theory]
    [MemberData(nameof(Files))]
    public void MonitorReader_CarriageReturnsAndPrefixes_ChangeNothing(string file) =>
        Arrivals.AssertAlike(Text(file), loaded => Describe(loaded.Recordings));

    /// <summary>Numbers that cannot be: a day is the longest pause.</summary>
    [Theory]
    [InlineData("[gc][young][1][1] duration [99999999999.9d], collections [1]/[1s]")]
    [InlineData("[gc][young][1][1] duration [1.6s], collections [0]/[1s]")]
    [InlineData("[gc][young][1][1] duration [-1s], collections [1]/[1s]")]
    [InlineData("[gc][other][1][1] duration [1.6s], collections [1]/[1s]")]
    [InlineData("Detected pause in JVM or host machine (eg GC): pause of approximately 99999999999999ms")]
    [InlineData("Detected pause in JVM or host machine approximately 99999999999.999s without any GCs.")]
    [InlineData("Detected pause in JVM or host machine (eg GC): pause of approximately 99999999999999999999ns")]
    [InlineData("Major GC: application -1ms, stopped 9101ms: 49.47GB -> 49.35GB")]
    [InlineData("Major GC: application 51ms, stopped 99999999999ms: 49.47GB -> 49.35GB")]
    [InlineData("GCInspector.java:1 - Copy GC in -5ms")]
    [InlineData("GCInspector.java:1 - Copy GC in 99999999999999999999ms")]
    public void MonitorReader_ImpossibleNumbers_AreCountedAsNotUnderstood(string line)
    {
        var recording = Assert.Single(Samples.Of(
            $"2026-11-22 10:00:05,000 GCInspector.java:1 - Copy GC in 200ms.\n2026-11-22 10:00:06,000 {line}\n"));
        Assert.Equal(1, recording.Coverage.LinesUnparsed);
        Assert.Single(recording.Pauses);
    }

    [Fact]
    public void MonitorReader_ManyCollectionsOfOneLine_AreBounded()
    {
        var line = "[2026-11-22T10:00:05,000][WARN ] [gc][young][1][1] duration [1.6s], collections [9000000000]/[1s], total\n";
        var recording = Assert.Single(Samples.Of(line));
        Assert.Equal(1_000, recording.Collections.Count);
    }

    private static void AssertNote(Recording recording, string start) =>
        Assert.Contains(recording.Coverage.Notes, note => note.Text.StartsWith(start, StringComparison.Ordinal));

    private static string Text(string file) =>
        File.ReadAllText(RepositoryFolder.File("tests", "Unpause.Tests", "fixtures", "jvm", "monitors", file));

    private static string Describe(string text) => Describe(Samples.Of(text));

    private static string Describe(IReadOnlyList<Recording> recordings)
    {
        var one = Assert.Single(recordings);
        var stops = one.Stops is null ? "" : string.Join(" ", one.Stops);
        return $"{one.Clock.StartedAt:O} {string.Join(" ", one.Pauses)} {stops} {string.Join(" ", one.Coverage.Notes)}";
    }
}
