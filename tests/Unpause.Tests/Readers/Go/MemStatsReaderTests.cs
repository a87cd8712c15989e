using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using Unpause.Recordings;
using Unpause.Recordings.Words;

namespace Unpause.Tests.Readers.Go;

/// <summary>The last 256 cycles in runtime.MemStats, as expvar publishes it.</summary>
public class MemStatsReaderTests
{
    public static TheoryData<string> Files => ["expvar-first.json", "expvar-second.json", "expvar-last.json"];

    /// <summary>The rings read by System.Text.Json, cycle by cycle.</summary>
    [Theory]
    [MemberData(nameof(Files))]
    public void MemStatsReader_Rings_HaveEachCycleAndItsEnd(string file)
    {
        using var json = JsonDocument.Parse(Text(file));
        var stats = json.RootElement.GetProperty("memstats");
        var last = stats.GetProperty("NumGC").GetInt64();
        var cycles = Enumerable.Range(0, (int)Math.Min(last, 256)).Select(back => last - back).Reverse().ToList();

        var recording = Assert.Single(Samples.Of(Text(file)));
        Assert.Equal(GoFormats.MemStats, recording.Source.Format);
        Assert.Equal(cycles, recording.Collections.Select(cycle => cycle.Number));
        Assert.Equal(cycles.Select(Pause), recording.Pauses.Select(pause => pause.DurationNanoseconds));
        var zero = End(cycles[0]) - Pause(cycles[0]);
        Assert.Equal(cycles.Select(cycle => End(cycle) - zero), recording.Pauses.Select(pause => pause.EndNanoseconds));
        Assert.Equal(DateTimeOffset.UnixEpoch.AddTicks(zero / 100), recording.Clock.StartedAt);
        var total = stats.GetProperty("PauseTotalNs").GetInt64();
        Assert.Contains(recording.Coverage.Notes, note =>
            note.Text.Contains(Quantities.Duration((double)total), StringComparison.Ordinal));

        long Pause(long cycle) => stats.GetProperty("PauseNs")[(int)((cycle + 255) % 256)].GetInt64();
        long End(long cycle) => stats.GetProperty("PauseEnd")[(int)((cycle + 255) % 256)].GetInt64();
    }

    [Fact]
    public void MemStatsReader_SnapshotsOfOneProcess_AreJoined()
    {
        var all = Assert.Single(Samples.Of(Text("expvar-first.json") + Text("expvar-second.json") + Text("expvar-last.json")));
        Assert.Equal(Enumerable.Range(1, all.Collections.Count).Select(number => (long)number), all.Collections.Select(one => one.Number));
        Assert.Equal(372, all.Collections.Count);
        Assert.Equal(20_999_717, all.Pauses.Sum(pause => pause.DurationNanoseconds));
    }

    /// <summary>A later snapshot with fewer cycles is of another process.</summary>
    [Fact]
    public void MemStatsReader_CyclesThatFall_AreTwoProcesses()
    {
        var recordings = Samples.Of(Text("expvar-last.json") + Text("expvar-first.json"));
        Assert.Equal(2, recordings.Count);
    }

    [Fact]
    public void MemStatsReader_MoreCyclesThanTheRingBetweenSnapshots_AreMissing()
    {
        var recordings = Samples.Of(Small(1, 1) + Small(600, 1));
        var recording = Assert.Single(recordings);
        Assert.Null(recording.DurationNanoseconds);
        Assert.Contains(recording.Coverage.Notes, note => note.Text.StartsWith("343 cycles", StringComparison.Ordinal));
    }

    /// <summary>Articles leave out the rest of the rings.</summary>
    [Fact]
    public void MemStatsReader_ShortenedRings_AreRefusedWithANote()
    {
        const string text = "{\"memstats\": {\"NumGC\": 700, \"PauseTotalNs\": 9, \"PauseNs\": [1, 2, ...], \"PauseEnd\": [3, 4]}}\n";
        var recording = Assert.Single(Samples.Of(text));
        Assert.Empty(recording.Pauses);
        Assert.True(recording.Coverage.Unreadable);
    }

    [Theory]
    [MemberData(nameof(Files))]
    public void MemStatsReader_CutAnywhere_InventsNoPause(string file)
    {
        var bytes = Encoding.UTF8.GetBytes(Text(file));
        var pauses = Assert.Single(Samples.Of(bytes)).Pauses.Select(pause => pause.DurationNanoseconds).ToHashSet();
        for (var length = 0; length <= bytes.Length; length += 7)
        {
            foreach (var cut in Samples.Of(bytes[..length]))
            {
                Assert.True(cut.Pauses.Count <= 256);
                if (cut.Source.Format != GoFormats.MemStats) continue;
                Assert.Subset(pauses, cut.Pauses.Select(pause => pause.DurationNanoseconds).ToHashSet());
            }
        }
    }

    [Theory]
    [MemberData(nameof(Files))]
    public void MemStatsReader_OtherLayoutsAndSmallReads_ChangeNothing(string file)
    {
        var text = Text(file);
        var whole = Samples.Describe(Samples.Of(text));
        Assert.Equal(whole, Samples.Describe(Samples.Of(text.ReplaceLineEndings("\r\n"))));
        Assert.Equal(whole, Samples.Describe(Samples.Of(Regex.Replace(text, @"[,\[{]", "$0\n    "))));
        Arrivals.AssertSmallReads(text, whole, loaded => Samples.Describe(loaded.Recordings), step: 3);
    }

    /// <summary>A snapshot whose cycles all took as long.</summary>
    private static string Small(int cycles, long pause)
    {
        var rings = string.Join(',', Enumerable.Repeat(pause, 256));
        return $"{{\"PauseTotalNs\":{cycles},\"PauseNs\":[{rings}],\"PauseEnd\":[],\"NumGC\":{cycles}}}\n";
    }

    private static string Text(string file) =>
        File.ReadAllText(RepositoryFolder.File("tests", "Unpause.Tests", "fixtures", "go", "memstats", file));
}
