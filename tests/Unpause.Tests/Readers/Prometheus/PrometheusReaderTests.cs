using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;
using Unpause.Recordings;

namespace Unpause.Tests.Readers.Prometheus;

/// <summary>What pages of metrics have of GC: counts and sums, of which no pause is made.</summary>
public class PrometheusReaderTests
{
    private const string NoneLonger = " since the process's start: none took longer than ";

    private const string Jvm = "jvm_gc_pause_seconds_{0}{{action=\"end of {1} GC\",cause=\"G1 Evacuation Pause\",}} {2}\n";

    public static TheoryData<string> Files =>
    [
        .. Directory.GetFiles(RepositoryFolder.File("tests", "Unpause.Tests", "fixtures", "prometheus"), "*.txt")
            .Select(file => Path.GetFileName(file)!).Order(StringComparer.Ordinal),
    ];

    /// <summary>Counts and sums of both runs by other expressions over the text.</summary>
    [Fact]
    public void PrometheusReader_SeveralScrapes_HaveExactCountsAndSums()
    {
        var text = Text("go-restart.txt");
        var counts = Values("_count (.+)");
        var sums = Values("_sum (.+)");
        Assert.Equal((10, 6.0), (counts.Count, counts[6]));
        var recordings = Samples.Of(text);
        Assert.Equal(2, recordings.Count);
        AssertRun(recordings[0], 0, 5, 5);
        AssertRun(recordings[1], 6, 9, 3);
        Assert.Contains(recordings[0].Coverage.Notes, note => note.Text.Contains("was restarted", StringComparison.Ordinal));
        Assert.Equal(["1.19.8", "1.19.8"], recordings.Select(one => one.Source.RuntimeVersion!));

        void AssertRun(Recording recording, int first, int last, int seconds)
        {
            Assert.Equal(("prometheus", "go", 0L), (recording.Source.Format, recording.Source.Runtime, recording.Coverage.LinesUnparsed));
            Assert.Equal(counts[last] - counts[first], recording.Collections.Count);
            Assert.Empty(recording.Pauses);
            Assert.Equal(PauseKnowledge.NotRecorded, recording.PauseKnowledge);
            Assert.Equal(seconds * 1_000_000_000L, recording.DurationNanoseconds);
            var share = Assert.Single(recording.ProcessCounters!, counter => counter.Name == ProcessCounter.TimeInPauses);
            Assert.Equal(100 * (sums[last] - sums[first]) / seconds, share.Mean, 6);
            var longest = Regex.Matches(text, "quantile=\"1\"} (.+)").Select(Number).ToList()[first..(last + 1)].Max();
            Assert.Contains(recording.Coverage.Notes, note =>
                note.Text.Contains($"took {Quantities.Duration(longest * 1e9)} together at most", StringComparison.Ordinal));
        }

        List<double> Values(string pattern) => [.. Regex.Matches(text, "go_gc_duration_seconds" + pattern).Select(Number)];
        static double Number(Match match) => double.Parse(match.Groups[1].Value, CultureInfo.InvariantCulture);
    }

    /// <summary>One scrape: what was since the process's start.</summary>
    [Theory]
    [InlineData("real-go-sinker.txt", "go", "468 collections, pauses took 6.03 s in all", "took 441 ms together at most")]
    [InlineData("real-go-sched.txt", "go", "4,382 collections, pauses took 803 ms in all", "29,406 pauses" + NoneLonger + "10.5 ms")]
    [InlineData("real-go-pauses.txt", "go", "an unknown number of collections", "76 pauses" + NoneLonger + "102 µs")]
    [InlineData("real-micrometer.txt", "jvm", "31.6 s before the last scrape, there were 3 collections (full 1, young 2)", "took 52 ms")]
    [InlineData("real-micrometer.txt", "jvm", "pauses took 74 ms in all, 0.23 % of the time", "There is one scrape")]
    [InlineData("real-minecraft.txt", "jvm", "409 collections (full 7, young 402), pauses took 4.98 s in all", "There is one scrape")]
    [InlineData("real-promregator.txt", "jvm", "1 collection (full 1), pauses took 145 ms in all", "There is one scrape")]
    [InlineData("real-python.txt", "cpython", "417 collections (gen0 380, gen1 34, gen2 3)", "None of them says how long pauses took")]
    [InlineData("real-otel.txt", "dotnet", "pauses took 8.86 ms in all", "There is one scrape")]
    [InlineData("real-steeltoe.txt", "dotnet", "there were 0 collections", "None of them says how long pauses took")]
    public void PrometheusReader_OneScrape_TellsTotalsSinceTheStart(string file, string runtime, string totals, string more)
    {
        var recording = Assert.Single(Samples.Of(Text(file)));
        Assert.Equal(("prometheus", runtime), (recording.Source.Format, recording.Source.Runtime));
        Assert.Empty(recording.Pauses);
        Assert.Empty(recording.Collections);
        Assert.Null(recording.DurationNanoseconds);
        Assert.Contains(recording.Coverage.Notes, note => note.Text.Contains(totals, StringComparison.Ordinal));
        Assert.Contains(recording.Coverage.Notes, note => note.Text.Contains(more, StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("1732500000", "1732500010")]
    [InlineData("# 2024-11-25T02:00:00Z", "# 2024-11-25T02:00:10Z")]
    [InlineData("2024-11-25T04:00:00+02:00", "2024-11-25T04:00:10+02:00")]
    [InlineData("Mon Nov 25 02:00:00 UTC 2024", "Mon Nov 25 02:00:10 UTC 2024")]
    [InlineData("Mon 25 Nov 2024 02:00:00 AM UTC", "Mon 25 Nov 2024 02:00:10 AM UTC")]
    [InlineData("Date: Mon, 25 Nov 2024 02:00:00 GMT", "Date: Mon, 25 Nov 2024 02:00:10 GMT")]
    public void PrometheusReader_TimesBetweenScrapes_AreRead(string first, string second)
    {
        var recording = Assert.Single(Samples.Of($"{first}\n{Scrape(5, 0.1)}{second}\n{Scrape(7, 0.3)}"));
        Assert.Equal(10_000_000_000, recording.DurationNanoseconds);
        Assert.Equal(new DateTimeOffset(2024, 11, 25, 2, 0, 0, TimeSpan.Zero), recording.Clock.StartedAt);
        Assert.Equal(["young", "young"], recording.Collections.Select(one => one.Generation!));
        var share = Assert.Single(recording.ProcessCounters!, counter => counter.Name == ProcessCounter.TimeInPauses);
        Assert.Equal(2.0, share.Mean, 6);
    }

    [Theory]
    [InlineData(" 1732500000000", " 1732500010000")]
    [InlineData(" 1732500000.5", " 1732500010.5")]
    public void PrometheusReader_TimesOfSamples_AreRead(string first, string second)
    {
        var text = Scrape(5, 0.1).ReplaceLineEndings(first + "\n") + Scrape(7, 0.3).ReplaceLineEndings(second + "\n");
        Assert.Equal(10_000_000_000, Assert.Single(Samples.Of(text)).DurationNanoseconds);
    }

    /// <summary>Without a time, the process's own uptime says how long it was between scrapes.</summary>
    [Fact]
    public void PrometheusReader_UptimeOnly_MeasuresTheInterval()
    {
        var recording = Assert.Single(Samples.Of(
            $"process_uptime_seconds 100.0\n{Scrape(5, 0.1)}process_uptime_seconds 120.0\n{Scrape(7, 0.3)}"));
        Assert.Equal(20_000_000_000, recording.DurationNanoseconds);
        Assert.Null(recording.Clock.StartedAt);
    }

    /// <summary>Without any time there is no share of it.</summary>
    [Fact]
    public void PrometheusReader_NoTimes_HasCountsWithoutShares()
    {
        var recording = Assert.Single(Samples.Of(Scrape(5, 0.1) + Scrape(7, 0.3)));
        Assert.Null(recording.DurationNanoseconds);
        Assert.Equal(2, recording.Collections.Count);
        Assert.Contains(recording.Coverage.Notes, note => note.Text.Contains("pauses took 200 ms in all.", StringComparison.Ordinal));
        Assert.Contains(recording.Coverage.Notes, note => note.Text.Contains("longer than 200 ms", StringComparison.Ordinal));
    }

    [Fact]
    public void PrometheusReader_InstancesInOnePage_AreProcessesOfTheirOwn()
    {
        static string Page(int a, int b) => $"python_gc_collections_total{{generation=\"2\",instance=\"a:1\"}} {a}\n"
            + $"python_gc_collections_total{{generation=\"2\",instance=\"b:1\"}} {b}\n";
        var recordings = Samples.Of(Page(3, 10) + Page(5, 11));
        Assert.Equal([2, 1], recordings.Select(one => one.Collections.Count));
    }

    /// <summary>GC.CollectionCount(0) counts collections of gen1 and gen2 too; OpenTelemetry's counters do not.</summary>
    [Theory]
    [InlineData("dotnet_collection_count_total{{generation=\"{0}\"}} {1}\n", "gen0 5, gen1 2, gen2 1")]
    [InlineData("dotnet_gc_collections_total{{gc_heap_generation=\"gen{0}\"}} {1}\n", "gen0 8, gen1 3, gen2 1")]
    public void PrometheusReader_CountsOfDotNet_AreOfEachGeneration(string line, string generations)
    {
        var page = new StringBuilder();
        foreach (var (gen, count) in new[] { (0, 10), (1, 4), (2, 2), (0, 18), (1, 7), (2, 3) })
        {
            page.AppendFormat(CultureInfo.InvariantCulture, line, gen, count);
        }

        var recording = Assert.Single(Samples.Of(page.ToString()));
        var counts = recording.Collections.GroupBy(one => one.Generation).Select(group => $"{group.Key} {group.Count()}").Order();
        Assert.Equal(generations, string.Join(", ", counts));
    }

    /// <summary>The application runs during the cycles of ZGC.</summary>
    [Fact]
    public void PrometheusReader_ConcurrentCycles_AreNoPauses()
    {
        static string Page(int cycles, double seconds, double stopped) => string.Create(CultureInfo.InvariantCulture,
            $"jvm_gc_collection_seconds_count{{gc=\"ZGC Cycles\"}} {cycles}\njvm_gc_collection_seconds_sum{{gc=\"ZGC Cycles\"}} {seconds}\n"
            + $"jvm_gc_collection_seconds_count{{gc=\"ZGC Pauses\"}} {cycles * 3}\n"
            + $"jvm_gc_collection_seconds_sum{{gc=\"ZGC Pauses\"}} {stopped}\n");
        var recording = Assert.Single(Samples.Of($"1732500000\n{Page(2, 9, 0.001)}1732500010\n{Page(4, 12, 0.002)}"));
        Assert.Equal([CollectionKind.Background, CollectionKind.Background], recording.Collections.Select(one => one.Kind));
        var share = Assert.Single(recording.ProcessCounters!, counter => counter.Name == ProcessCounter.TimeInPauses);
        Assert.Equal(0.01, share.Mean, 6);
        Assert.Contains(recording.Coverage.Notes, note => note.Text.Contains("are not added to the pauses", StringComparison.Ordinal));
    }

    /// <summary>Of more cycles than the quantiles are of, the longest may be missing.</summary>
    [Fact]
    public void PrometheusReader_MoreCyclesThanTheQuantilesHave_IsNoted()
    {
        static string Page(int count) => $"go_gc_duration_seconds{{quantile=\"1\"}} 0.002\ngo_gc_duration_seconds_count {count}\n";
        var recording = Assert.Single(Samples.Of(Page(10) + Page(600)));
        Assert.Contains(recording.Coverage.Notes, note => note.Text.Contains("more than 256 cycles", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("jvm_gc_pause_seconds_count{action=\"end of minor GC\"} x")]
    [InlineData("jvm_gc_pause_seconds_count{action=\"end of minor GC\" 3")]
    public void PrometheusReader_BrokenLine_IsCountedAsNotUnderstood(string line)
    {
        var recording = Assert.Single(Samples.Of($"{Scrape(5, 0.1)}{line}\n{Scrape(7, 0.3)}"));
        Assert.Equal(1, recording.Coverage.LinesUnparsed);
    }

    [Theory]
    [InlineData("1e300")]
    [InlineData("9e18")]
    [InlineData("-5")]
    [InlineData("NaN")]
    [InlineData("+Inf")]
    public void PrometheusReader_HostileValue_IsBounded(string value)
    {
        var page = $"go_gc_duration_seconds_count {value}\ngo_gc_duration_seconds_sum {value}\ngo_memstats_heap_alloc_bytes {value}\n"
            + $"go_sched_pauses_total_gc_seconds_bucket{{le=\"+Inf\"}} {value}\nprocess_start_time_seconds {value}\n";
        foreach (var recording in Samples.Of($"go_gc_duration_seconds_count 1\n{page}{page}"))
        {
            Assert.True(recording.Collections.Count <= 3_000);
        }
    }

    [Fact]
    public void PrometheusReader_ManySeriesAndProcesses_IsBounded()
    {
        var page = new StringBuilder();
        for (var i = 0; i < 20_000; i++)
        {
            page.Append(CultureInfo.InvariantCulture, $"python_gc_collections_total{{generation=\"{i}\",instance=\"one\"}} {i}\n");
            page.Append(CultureInfo.InvariantCulture, $"python_gc_collections_total{{generation=\"0\",instance=\"{i}\"}} {i}\n");
        }

        Assert.InRange(Samples.Of(page.ToString()).Count, 1_000, 4_096);
    }

    [Theory]
    [MemberData(nameof(Files))]
    public void PrometheusReader_CutAnywhere_InventsNothing(string file)
    {
        var bytes = Encoding.UTF8.GetBytes(Text(file));
        var most = Samples.Of(bytes).Sum(one => one.Collections.Count);
        for (var length = 0; length <= bytes.Length; length += Math.Max(1, bytes.Length / 400))
        {
            var cut = Samples.Of(bytes[..length]);
            Assert.All(cut, one => Assert.Empty(one.Pauses));
            Assert.True(cut.Sum(one => one.Collections.Count) <= most);
        }
    }

    [Theory]
    [MemberData(nameof(Files))]
    public void PrometheusReader_CarriageReturnsAndSmallReads_ChangeNothing(string file)
    {
        var text = Text(file);
        var whole = Samples.Describe(Samples.Of(text));
        Assert.Equal(whole, Samples.Describe(Samples.Of(text.ReplaceLineEndings("\r\n"))));
        Arrivals.AssertSmallReads(text, whole, loaded => Samples.Describe(loaded.Recordings), step: 3);
    }

    private static string Scrape(int count, double seconds) =>
        string.Format(CultureInfo.InvariantCulture, Jvm, "count", "minor", count)
        + string.Format(CultureInfo.InvariantCulture, Jvm, "sum", "minor", seconds);

    private static string Text(string file) =>
        File.ReadAllText(RepositoryFolder.File("tests", "Unpause.Tests", "fixtures", "prometheus", file));
}
