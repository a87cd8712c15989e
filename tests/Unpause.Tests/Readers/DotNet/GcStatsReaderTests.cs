using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;
using Unpause.Recordings;
using Unpause.Recordings.Words;

namespace Unpause.Tests.Readers.DotNet;

/// <summary>PerfView's GCStats report as a page, as CSV and as XML.</summary>
public class GcStatsReaderTests
{
    private const string Header = "Num,PauseStart,Reason,Gen,PauseMSec,Time In GC,PeakMB,AfterMB,Suspend Msec";

    private const string TableHead = "<H3>GC Stats for Process  7: app</H3><TABLE><TR><TH>GC Rollup By Generation</TH></TR><TR><TH>Gen</TH>"
        + "<TH>Count</TH></TR><TR><TD>ALL</TD><TD>1,003</TD></TR></TABLE><TABLE><TR><TH>GC<BR>Index</TH><TH>Pause Start</TH>"
        + "<TH>Trigger<BR>Reason</TH><TH>Gen</TH><TH>Suspend<BR>Msec</TH><TH>Pause<BR>MSec</TH></TR>";

    public static TheoryData<string> Files => ["workstation.html", "server.csv", "server.xml"];

    /// <summary>Each collection with its pause, by other expressions over the text.</summary>
    [Theory]
    [InlineData("workstation.html", 117)]
    [InlineData("server.csv", 68)]
    [InlineData("server.xml", 68)]
    public void GcStatsReader_EachForm_HasEachCollectionAndItsPause(string file, int count)
    {
        var expected = Rows(file);
        Assert.Equal(count, expected.Count);
        var recording = Assert.Single(Samples.Of(Text(file)));
        Assert.Equal(("perfview-gcstats", 0L), (recording.Source.Format, recording.Coverage.LinesUnparsed));
        Assert.Equal(expected.Select(row => row.Number), recording.Collections.Select(one => one.Number));
        Assert.Equal(expected.Select(row => row.Generation), recording.Collections.Select(one => one.Generation![^1..]));
        Assert.Equal(
            expected.Select(row => (row.Start, row.Pause)),
            recording.Pauses.Select(pause => (Microseconds(pause.StartNanoseconds), Microseconds(pause.DurationNanoseconds))));
        Assert.Equal(expected.Count(row => row.IsBackground), recording.Collections.Count(one => one.Kind == CollectionKind.Background));
        Assert.All(recording.Collections, one => Assert.NotNull(one.HeapAfterBytes));

        static long Microseconds(long nanoseconds) => nanoseconds / 1_000;
    }

    /// <summary>The report of the sample from which the page was made counts the same collections.</summary>
    [Theory]
    [InlineData("workstation.html", "workstation.nettrace.gz")]
    [InlineData("server.csv", "server.nettrace.gz")]
    public void GcStatsReader_ReportOfASample_AgreesWithTheSample(string file, string sample)
    {
        var report = Assert.Single(Samples.Of(Text(file)));
        var traced = Assert.Single(Samples.Load("samples", "dotnet", sample));
        var pauses = report.Pauses.Zip(report.Collections, (pause, one) => (one.Number, pause.DurationNanoseconds));
        foreach (var (number, nanoseconds) in pauses)
        {
            var index = traced.Collections.ToList().FindIndex(one => one.Number == number);
            var collection = traced.Collections[index];
            Assert.Equal(report.Collections.First(one => one.Number == number).Generation, collection.Generation);
            // PerfView does not take off the walk over survivors that a tool requests of a gen2 collection.
            if (collection.WholeHeap) continue;
            // To the restart of the threads, ours to the end of the work.
            var own = traced.Pauses.Where(pause => pause.Collection == index).Sum(pause => pause.DurationNanoseconds);
            if (own > 0) Assert.InRange(nanoseconds, own * 0.5, own + 5_000_000.0);
        }
    }

    [Fact]
    public void GcStatsReader_Page_HasProcessVersionAndReasons()
    {
        var recording = Assert.Single(Samples.Of(Text("workstation.html")));
        Assert.Equal((12640, "10.0.1226.42308"), (recording.Source.ProcessId, recording.Source.RuntimeVersion));
        Assert.Equal(["AllocLarge", "AllocSmall"], recording.Collections.Select(one => one.RuntimeCause!).Distinct().Order());
        Assert.DoesNotContain(recording.Collections, one => one.Induced);
    }

    [Fact]
    public void GcStatsReader_Xml_HasHeapsAndMemoryLoad()
    {
        var recording = Assert.Single(Samples.Of(Text("server.xml")));
        Assert.Equal(DotNetCollectors.Server, recording.Source.Collector);
        Assert.Equal(Regex.Matches(Text("server.xml"), "NumHeaps=\"(\\d+)\"").Max(Number), Facts(CollectionFact.Heaps).Max());
        Assert.Equal(Regex.Matches(Text("server.xml"), "MemoryLoad=\"(\\d+)\"").Max(Number), Facts(CollectionFact.MemoryLoadPercent).Max());

        static long Number(Match match) => long.Parse(match.Groups[1].Value, CultureInfo.InvariantCulture);
        IEnumerable<long?> Facts(CollectionFact fact) =>
            Enumerable.Range(0, recording.Collections.Count).Select(index => recording.Facts!.Get(index, fact));
    }

    /// <summary>Machines of other cultures write a semicolon between fields and a comma in numbers.</summary>
    [Fact]
    public void GcStatsReader_CsvOfAnotherCulture_ReadsTheSame()
    {
        var german = Text("server.csv").Replace(',', ';').Replace('.', ',');
        Assert.Equal(Samples.Describe(Samples.Of(Text("server.csv"))), Samples.Describe(Samples.Of(german)));
    }

    [Fact]
    public void GcStatsReader_InducedAndForeground_AreKept()
    {
        var recording = Assert.Single(Samples.Of(
            $"{Header}\n1,10.000,Induced,2NI,5.500,NaN,20.000,10.000,0.250\n2,20.000,AllocSmall,1F,1.000,NaN,20.000,10.000,-1.945\n"
            + "3,18.000,AllocLarge,2B,4.000,NaN,20.000,10.000,0.100\n"));
        Assert.Equal([1, 3, 2], recording.Collections.Select(one => one.Number));
        Assert.Equal([true, false, false], recording.Collections.Select(one => one.Induced));
        Assert.Equal(250_000, recording.Facts!.Get(0, CollectionFact.SuspensionNanoseconds));
        Assert.Null(recording.Facts.Get(2, CollectionFact.SuspensionNanoseconds));
        Assert.Equal(1, recording.Facts.Get(2, CollectionFact.Foreground));
        Assert.Contains(recording.Coverage.Notes, note => note.Text.Contains("sum of its stops", StringComparison.Ordinal));
    }

    /// <summary>The page has the last 1,000 collections, and those of gen2 and long ones in tables of their own.</summary>
    [Fact]
    public void GcStatsReader_ShortenedTable_ReportsWhatIsMissingAndNoShareOfTime()
    {
        const string row = "<TR><TD>{0}</TD><TD>1,234.500</TD><TD>AllocSmall</TD><TD>2N</TD><TD>0.100</TD><TD>250.000</TD></TR>";
        var html = TableHead + row.Replace("{0}", "3", StringComparison.Ordinal) + "</TABLE>"
            + TableHead[TableHead.LastIndexOf("<TABLE>", StringComparison.Ordinal)..]
            + "<TR><TD colspan=26> 3 Beginning entries truncated, use <A HREF=x>View in Excel</A> to view all...</TD></TR>"
            + row.Replace("{0}", "3", StringComparison.Ordinal) + row.Replace("{0}", "9", StringComparison.Ordinal) + "</TABLE>";
        var recording = Assert.Single(Samples.Of(html));
        Assert.Equal([3, 9], recording.Collections.Select(one => one.Number));
        Assert.Equal([250_000_000, 250_000_000], recording.Pauses.Select(pause => pause.DurationNanoseconds));
        Assert.Equal((7, 0L), (recording.Source.ProcessId, recording.Coverage.LinesUnparsed));
        Assert.Null(recording.DurationNanoseconds);
        Assert.Contains(recording.Coverage.Notes, note => note.Text.Contains("1,003 collections and lists 2", StringComparison.Ordinal));
    }

    /// <summary>A page as a browser copies it has large and small letters, and all on one line.</summary>
    [Fact]
    public void GcStatsReader_SeveralProcesses_AreRecordingsOfTheirOwn()
    {
        var page = Text("workstation.html");
        var other = page.Replace("12640", "12641", StringComparison.Ordinal);
        var joined = (page + other).Replace("\n", "", StringComparison.Ordinal);
        var recordings = Samples.Of(joined.Replace("TD", "td", StringComparison.Ordinal));
        Assert.Equal([12640, 12641], recordings.Select(one => one.Source.ProcessId!.Value));
        Assert.All(recordings, one => Assert.Equal(117, one.Pauses.Count));
    }

    [Fact]
    public void GcStatsReader_RealHead_IsNoRecordingWithoutTables() =>
        Assert.Empty(Samples.Of(Text("real-head.html")));

    [Fact]
    public void GcStatsReader_RealHeadWithATable_ReadsVersionAndPauses()
    {
        var table = TableHead[TableHead.IndexOf("<TABLE>", StringComparison.Ordinal)..]
            + "<TR><TD>5</TD><TD>34.500</TD><TD>AllocSmall</TD><TD>0N</TD><TD>0.100</TD><TD>2.000</TD></TR></TABLE>";
        var recording = Assert.Single(Samples.Of(Text("real-head.html") + table));
        Assert.Equal((39384, "7.0.22.32905"), (recording.Source.ProcessId, recording.Source.RuntimeVersion));
        Assert.Equal(2_000_000, Assert.Single(recording.Pauses).DurationNanoseconds);
    }

    [Theory]
    [InlineData("1,10.000,AllocSmall,0N,x,NaN,20.000,10.000,0.250")]
    [InlineData("1,10.000,AllocSmall,9N,1.000,NaN,20.000,10.000,0.250")]
    [InlineData("1,10.000,AllocSmall,0N,-1.000,NaN,20.000,10.000,0.250")]
    [InlineData("1,99999999999999999999.000,AllocSmall,0N,1.000,NaN,20.000,10.000,0.250")]
    [InlineData("1,1.000,AllocSmall,0N,99999999999.000,NaN,20.000,10.000,0.250")]
    public void GcStatsReader_BrokenRow_IsCountedAsNotUnderstood(string row)
    {
        var recording = Assert.Single(Samples.Of($"{Header}\n{row}\n2,20.000,AllocSmall,1N,1.000,NaN,20.000,10.000,0.100\n"));
        Assert.Equal((1L, 1), (recording.Coverage.LinesUnparsed, recording.Pauses.Count));
    }

    [Theory]
    [MemberData(nameof(Files))]
    public void GcStatsReader_CutAnywhere_InventsNoPause(string file)
    {
        var bytes = Encoding.UTF8.GetBytes(Text(file));
        Arrivals.AssertCutsAreSubsets(bytes, Arrivals.LengthsAndNames, step: Math.Max(1, bytes.Length / 300));
    }

    [Theory]
    [MemberData(nameof(Files))]
    public void GcStatsReader_CarriageReturnsAndSmallReads_ChangeNothing(string file)
    {
        var text = Text(file);
        var whole = Samples.Describe(Samples.Of(text));
        Assert.Equal(whole, Samples.Describe(Samples.Of(text.ReplaceLineEndings("\r\n"))));
        Arrivals.AssertSmallReads(text, whole, loaded => Samples.Describe(loaded.Recordings), largest: 9, step: 4);
    }

    private static List<(long Number, long Start, string Generation, bool IsBackground, long Pause)> Rows(string file)
    {
        var text = Text(file);
        if (file.EndsWith(".html", StringComparison.Ordinal)) text = text[text.IndexOf("All GC Events for", StringComparison.Ordinal)..];
        const string cell = "<TD[^>]*>(?<{0}>[^<]*)</TD>";
        var pattern = Path.GetExtension(file) switch
        {
            ".csv" => @"^(?<n>\d+),(?<s>[\d.]+),\w+,(?<g>\d)(?<t>\w)\w?,(?<p>[\d.]+),",
            ".xml" => "<GCEvent GCNumber= *\"(?<n>\\d+)\" GCGeneration= *\"(?<g>\\d)\".*StartRelativeMSec= *\"(?<s>[\\d.,]+)\" "
                + "PauseDurationMSec= *\"(?<p>[\\d.,]+)\".* Type= *\"(?<t>\\w)",
            _ => "<TR[^>]*>" + Cell("n") + Cell("s") + Cell("r") + @"<TD[^>]*>(?<g>\d)(?<t>\w)\w?</TD>" + Cell("u") + Cell("p"),
        };
        return
        [
            .. Regex.Matches(text, pattern, RegexOptions.Multiline).Select(match => (
                long.Parse(match.Groups["n"].Value, CultureInfo.InvariantCulture), Micro(match, "s"), match.Groups["g"].Value,
                match.Groups["t"].Value == "B", Micro(match, "p"))).OrderBy(row => row.Item2).ThenBy(row => row.Item1),
        ];

        static string Cell(string name) => cell.Replace("{0}", name, StringComparison.Ordinal);
        static long Micro(Match match, string name) =>
            (long)Math.Round(decimal.Parse(match.Groups[name].Value, CultureInfo.InvariantCulture) * 1_000);
    }

    private static string Text(string file) =>
        File.ReadAllText(RepositoryFolder.File("tests", "Unpause.Tests", "fixtures", "dotnet", "gcstats", file));
}
