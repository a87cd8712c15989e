using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;
using Unpause.Recordings;
using Unpause.Reports;

namespace Unpause.Tests.Readers.DotNet;

/// <summary>What dotnet-counters writes: sums and sizes, of which no pause is made.</summary>
public class CountersReaderTests
{
    private const string Collections = @"gc\.collections", Time = @"pause\.time";

    private const string Header = "Timestamp,Provider,Counter Name,Counter Type,Mean/Increment\n";

    public static TheoryData<string> Files =>
    [
        .. Directory.GetFiles(RepositoryFolder.File("tests", "Unpause.Tests", "fixtures", "dotnet", "counters"))
            .Select(file => Path.GetFileName(file)!).Where(file => !file.EndsWith(".md", StringComparison.Ordinal))
            .Order(StringComparer.Ordinal),
    ];

    /// <summary>Sums by other expressions over the text: collections of each generation, and the time of all pauses.</summary>
    [Theory]
    [InlineData("collect-net10.csv", Collections + @"[^[]*\[gc[^=]*=gen(?<gen>\d)\],Rate,(?<n>\d+)", Time + ".*Rate,(?<n>.+)", 1e3)]
    [InlineData("collect-net10.json", Collections + @"[^}]*}[^}]*gen(?<gen>.)""[^}]*e"": (?<n>.+?) ", Time + @"[^}]*e"": (?<n>.+?) ", 1e3)]
    [InlineData("collect-eventcounters.csv", @"Gen (?<gen>\d) GC Count[^,]*,Rate,(?<n>\d+)", "Time paused by GC.*Rate,(?<n>.+)", 1.0)]
    public void CountersReader_Collect_HasExactCountsAndSums(string file, string count, string time, double factor)
    {
        var text = Text(file);
        var counts = new long[3];
        foreach (Match match in Regex.Matches(text, count)) counts[Number(match, "gen")] += Number(match, "n");
        // GC.CollectionCount(0) counts those of gen1 and gen2 too.
        if (factor == 1) counts = [counts[0] - counts[1], counts[1] - counts[2], counts[2]];
        var milliseconds = Regex.Matches(text, time).Sum(match =>
            double.Parse(match.Groups["n"].Value.Trim(), CultureInfo.InvariantCulture) * factor);

        var recording = Assert.Single(Samples.Of(text));
        Assert.Equal(("dotnet-counters", 0), (recording.Source.Format, recording.Coverage.LinesUnparsed));
        Assert.Equal(counts, Enumerable.Range(0, 3).Select(gen => recording.Collections.LongCount(one => one.Generation == $"gen{gen}")));
        Assert.True(counts[2] > 0 && milliseconds > 100);
        Assert.Empty(recording.Pauses);
        Assert.Equal(PauseKnowledge.NotRecorded, recording.PauseKnowledge);
        Assert.Contains(recording.Coverage.Notes, note =>
            note.Text.Contains(Quantities.Duration(milliseconds * 1e6), StringComparison.Ordinal));

        static long Number(Match match, string group) => long.Parse(match.Groups[group].Value, CultureInfo.InvariantCulture);
    }

    /// <summary>The screens of the report that .NET people send: without pause times, and it says so.</summary>
    [Fact]
    public void CountersReader_WithoutPauseTimes_TellsThatPausesAreMissing()
    {
        const string csv = Header
            + "2023-11-14 8:53:04 AM,System.Runtime,Gen 2 Size (B),Metric,10207603520\n"
            + "2023-11-14 8:53:04 AM,System.Runtime,LOH Size (B),Metric,5506087120\n"
            + "2023-11-14 8:53:04 AM,System.Runtime,% Time in GC since last GC (%),Metric,0\n"
            + "2023-11-14 8:53:05 AM,System.Runtime,GC Heap Size (MB),Metric,12096\n"
            + "2023-11-14 8:53:05 AM,System.Runtime,Gen 0 GC Count (Count / 1 sec),Rate,3\n"
            + "2023-11-14 8:53:05 AM,System.Runtime,Gen 1 GC Count (Count / 1 sec),Rate,1\n"
            + "2023-11-14 8:53:05 AM,System.Runtime,Gen 2 GC Count (Count / 1 sec),Rate,0\n";
        var recording = Assert.Single(Samples.Of(csv));
        Assert.Equal(new DateTimeOffset(2023, 11, 14, 8, 53, 4, TimeSpan.Zero), recording.Clock.StartedAt);
        Assert.Contains("zone", recording.Clock.Basis, StringComparison.Ordinal);
        Assert.Equal(["gen0", "gen0", "gen1"], recording.Collections.Select(one => one.Generation!));
        Assert.Equal(12_096e6, Counter(recording, "heap in use").Max);
        Assert.Equal(10_207_603_520, Counter(recording, "gen2").Max);
        var process = Assert.Single(Report.Create([recording]).ToDocument().Processes);
        Assert.Equal("not-recorded", process.Pauses.Knowledge);
        Assert.Null(process.Pauses.ThroughputPercent);
        Assert.Contains(recording.Coverage.Notes, note => note.Text.Contains("dotnet.gc.pause.time", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("monitor-net10.txt", "gen0 88, gen1 20, gen2 8", 110_570_360.0)]
    [InlineData("monitor-eventcounters.txt", "gen0 15, gen1 3, gen2 1", null)]
    [InlineData("real-deltas.txt", "gen0 8, gen1 1", -1.0)]
    [InlineData("real-monitor.txt", "", 2_885_000.0)]
    public void CountersReader_Screen_HasTheLastValues(string file, string generations, double? heap)
    {
        var recording = Assert.Single(Samples.Of(Text(file)));
        var counts = recording.Collections.GroupBy(one => one.Generation).Select(group => $"{group.Key} {group.Count()}");
        Assert.Equal(generations, string.Join(", ", counts));
        if (heap is >= 0) Assert.Equal(heap.Value, Counter(recording, "heap in use").Last, 0);
        if (heap is < 0) Assert.DoesNotContain(recording.ProcessCounters ?? [], counter => counter.Name == "heap in use");
        Assert.Null(recording.DurationNanoseconds);
        Assert.Contains(recording.Coverage.Notes, note => note.Text.Contains("monitor", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("11/28/2026 00:57:10", "2026-11-28T00:57:10Z")]
    [InlineData("11/28/2026 12:57:10 AM", "2026-11-28T00:57:10Z")]
    [InlineData("11/28/2026 1:57:10\u202FPM", "2026-11-28T13:57:10Z")]
    [InlineData("28.11.2026 13:57:10", "2026-11-28T13:57:10Z")]
    [InlineData("28/11/2026 13:57:10", "2026-11-28T13:57:10Z")]
    [InlineData("2026-11-28T13:57:10.2315183+02:00", "2026-11-28T11:57:10.2315183Z")]
    [InlineData("2026-11-28 13:57:10Z", "2026-11-28T13:57:10Z")]
    public void CountersReader_TimesOfCultures_AreRead(string text, string time)
    {
        var recording = Assert.Single(Samples.Of($"{Header}{text},System.Runtime,GC Heap Size (MB),Metric,12\n"));
        Assert.Equal(DateTimeOffset.Parse(time, CultureInfo.InvariantCulture), recording.Clock.StartedAt);
    }

    [Theory]
    [InlineData("11/28/2026 00:57:10,System.Runtime,Gen 0 GC Count (Count / 1 sec),Rate,x")]
    [InlineData("11/28/2026 00:57:10,System.Runtime,Gen 0 GC Count (Count / 1 sec)")]
    [InlineData("11/28/2026 00:57:10,System.Runtime,Gen 0 GC Count (Count / 1 sec),Rate,Infinity")]
    public void CountersReader_BrokenRow_IsCountedAsNotUnderstood(string line)
    {
        var recording = Assert.Single(Samples.Of(
            $"{Header}{line}\n11/28/2026 00:57:10,System.Runtime,GC Heap Size (MB),Metric,12\n"));
        Assert.Equal(1, recording.Coverage.LinesUnparsed);
    }

    [Theory]
    [InlineData("1e300")]
    [InlineData("-1e300")]
    [InlineData("9000000000")]
    public void CountersReader_HugeCount_IsBounded(string count)
    {
        var recording = Assert.Single(Samples.Of(
            $"{Header}11/28/2026 00:57:10,System.Runtime,Gen 2 GC Count (Count / 1 sec),Rate,{count}\n"
            + "11/28/2026 00:57:10,System.Runtime,GC Heap Size (MB),Metric,1e200\n"
            + "11/28/2026 00:57:10,System.Runtime,CPU Usage (%),Metric,2\n"));
        Assert.True(recording.Collections.Count <= 1_000);
    }

    [Theory]
    [MemberData(nameof(Files))]
    public void CountersReader_CutAnywhere_InventsNothing(string file)
    {
        var bytes = Encoding.UTF8.GetBytes(Text(file));
        var step = Math.Max(1, bytes.Length / 500);
        var most = Assert.Single(Samples.Of(bytes)).Collections.Count;
        for (var length = 0; length <= bytes.Length; length += step)
        {
            foreach (var cut in Samples.Of(bytes[..length]))
            {
                Assert.Empty(cut.Pauses);
                // Up to .NET 8, a generation's count is known only with that of the older one: cut between them it is more.
                Assert.True(cut.Collections.Count <= most);
            }
        }
    }

    [Theory]
    [MemberData(nameof(Files))]
    public void CountersReader_CarriageReturnsAndSmallReads_ChangeNothing(string file)
    {
        var text = Text(file);
        var whole = Samples.Describe(Samples.Of(text));
        Assert.Equal(whole, Samples.Describe(Samples.Of(text.ReplaceLineEndings("\r\n"))));
        Arrivals.AssertSmallReads(text, whole, loaded => Samples.Describe(loaded.Recordings), step: 3);
    }

    private static ProcessCounter Counter(Recording recording, string name) =>
        Assert.Single(recording.ProcessCounters!, counter => counter.Name == name);

    private static string Text(string file) =>
        File.ReadAllText(RepositoryFolder.File("tests", "Unpause.Tests", "fixtures", "dotnet", "counters", file));
}
