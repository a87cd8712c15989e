using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using Unpause.Fleet.Questions;
using Unpause.Fleet.Rows;
using Unpause.Fleet.Stores;
using Unpause.Fleet.Stores.Duck;
using Unpause.Requests.Attribution.Paths;

namespace Unpause.Fleet.Tests.Folders;

public class StoredTracesTests
{
    private static readonly FleetSelection All = new();

    [Fact]
    public void Rows_Sample_HasItsTraces()
    {
        var rows = RowsOf(new InventedReport { TraceSample = InventedReport.SampleOf((7, 0), (UInt128.MaxValue, 2.5)) });
        Assert.Equal(
            [
                new TraceRow(7, 1_790_848_800_500_000_000, 20_000_000, 0),
                new TraceRow(UInt128.MaxValue, 1_790_848_804_500_000_000, 22_500_000, 2_500_000),
            ],
            rows);
    }

    [Fact]
    public void Rows_HostileSample_AreLeftOutOneByOne()
    {
        Assert.Empty(RowsOf(new InventedReport { LostMs = 1 }));
        Assert.Empty(RowsOf(new InventedReport { TraceSample = new JsonObject() }));
        foreach (var name in new[] { "started_at", "trace_ids", "start_ms", "duration_ms", "stopped_ms" })
        {
            var sample = InventedReport.SampleOf((7, 1));
            sample[name] = null;
            Assert.Empty(RowsOf(new InventedReport { TraceSample = sample }));
        }

        foreach (var time in new[] { "never", "1969-01-01T00:00:00Z", "9999-01-01T00:00:00Z" })
        {
            var sample = InventedReport.SampleOf((7, 1));
            sample["started_at"] = time;
            Assert.Empty(RowsOf(new InventedReport { TraceSample = sample }));
        }

        var odd = InventedReport.SampleOf([.. Enumerable.Range(1, 9).Select(i => ((UInt128)i, 1.0))]);
        odd["trace_ids"]![0] = "no hexadecimal digits";
        odd["trace_ids"]![1] = null;
        odd["trace_ids"]![2] = new string('0', 32);
        odd["trace_ids"]![3] = new string('f', 33);
        odd["start_ms"]![4] = -1;
        odd["duration_ms"]![5] = 1e300;
        odd["stopped_ms"]![6] = 21.5;
        odd["stopped_ms"]![7] = -1e300;
        Assert.Equal([9], RowsOf(new InventedReport { TraceSample = odd }).Select(row => row.Id));

        var longer = InventedReport.SampleOf((1, 0), (2, 0), (3, 0));
        longer["stopped_ms"]!.AsArray().RemoveAt(2);
        longer["below"] = -7;
        Assert.Equal([1, 2], RowsOf(new InventedReport { TraceSample = longer }).Select(row => row.Id));
    }

    [Fact]
    public void Rows_MillionEntries_AreAsManyAsASampleHas()
    {
        var ids = string.Join(',', Enumerable.Range(1, 1_000_000).Select(i => $"\"{i:x32}\""));
        var numbers = string.Join(',', Enumerable.Repeat("1", 1_000_000));
        var text = new InventedReport { TraceSample = InventedReport.SampleOf((1, 0)) }.Json();
        var sample = $"{{\"started_at\":\"2026-10-01T10:00:00Z\",\"trace_ids\":[{ids}],\"start_ms\":[{numbers}],"
            + $"\"duration_ms\":[{numbers}],\"stopped_ms\":[{numbers}]}}";
        var start = text.IndexOf("\"trace_sample\":", StringComparison.Ordinal) + "\"trace_sample\":".Length;
        var end = text.IndexOf('}', start) + 1;
        Assert.Equal(TraceSample.Most, RowsOf(text[..start] + sample + text[end..]).Count);
    }

    [Fact]
    public async Task Store_TracesOfTwoServices_AreJoinedAndAnswered()
    {
        using var folders = new ReportFolders();
        WriteTwoServices(folders);
        folders.Write("c.json", new InventedReport { Service = "alone", TraceSample = InventedReport.SampleOf((UInt128.MaxValue, 1)) });
        await using var store = folders.Open();
        var traces = (await store.TracesAsync(All, CancellationToken.None))!;
        Assert.Equal(240, traces.Count);
        Assert.Equal(["billing", "orders"], traces.Select(trace => trace.Service).Distinct().Order());
        var pair = Assert.Single(TraceQuestion.Ask(traces));
        Assert.Equal((120, pair.Together, pair.Together), (pair.Traces, pair.OneStopped, pair.OtherStopped));
        Assert.Equal(traces.Count(trace => trace.Stopped > 0), 2 * pair.Together);
        Assert.EndsWith(pair.One == "orders" ? "a.json" : "b.json", pair.Report!.Path, StringComparison.Ordinal);
        Assert.EndsWith(pair.One == "orders" ? "b.json" : "a.json", pair.OtherReport!.Path, StringComparison.Ordinal);

        Assert.Empty((await store.TracesAsync(All with { Service = "orders" }, CancellationToken.None))!);
        Assert.Null(await store.TracesAsync(All with { From = InventedReport.Later }, CancellationToken.None));
    }

    [Fact]
    public async Task Store_MoreTracesThanAnAnswerHas_KeepsTheSameOfEachService()
    {
        using var folders = new ReportFolders();
        WriteTwoServices(folders);
        await using var store = (DuckStore)folders.Open();
        store.MostTraces = 60;
        AssertSame((await store.TracesAsync(All, CancellationToken.None))!);
    }

    /// <summary>About 60 traces, the same of both services.</summary>
    internal static void AssertSame(IReadOnlyList<ServiceTrace> traces)
    {
        Assert.InRange(traces.Count, 30, 100);
        var ids = traces.Where(trace => trace.Service == "orders").Select(trace => trace.Trace).Order();
        Assert.Equal(ids, traces.Where(trace => trace.Service == "billing").Select(trace => trace.Trace).Order());
    }

    [Fact]
    public async Task Store_ReportsWithoutTraces_HasNone()
    {
        using var folders = new ReportFolders();
        folders.Write("a.json", new InventedReport());
        await using var store = folders.Open();
        Assert.Null(await store.TracesAsync(All, CancellationToken.None));
    }

    [Fact]
    public async Task Index_OfAnOlderVersion_IsMadeAgain()
    {
        using var folders = new ReportFolders();
        WriteTwoServices(folders);
        folders.Age(Path.Combine(folders.Root, "x"));
        Assert.Equal(2, (await folders.CoverageAsync()).Reports);
        var table = Assert.Single(Directory.GetFiles(folders.Index, $"{DuckTables.Traces}-*.parquet"));
        File.Delete(table);
        await using var store = folders.Open();
        Assert.Equal(2, (await store.CoverageAsync(All, CancellationToken.None)).Reports);
        Assert.Equal(240, (await store.TracesAsync(All, CancellationToken.None))!.Count);
    }

    /// <summary>Two services that stop in about a tenth of their traces, in the same ones.</summary>
    internal static void WriteTwoServices(ReportFolders folders)
    {
        var random = new Random(1);
        var traces = Enumerable.Range(0, 120)
            .Select(i => (new UInt128((ulong)random.NextInt64(), (ulong)random.NextInt64()), random.Next(10) == 0 ? 30.0 : 0)).ToList();
        folders.Write("a.json", new InventedReport { TraceSample = InventedReport.SampleOf([.. traces]) });
        folders.Write("b.json", new InventedReport
        {
            Service = "billing", Pid = 43,
            TraceSample = InventedReport.SampleOf([.. traces.Select(trace => (trace.Item1, trace.Item2 / 2))]),
        });
    }

    private static IReadOnlyList<TraceRow> RowsOf(InventedReport report) => RowsOf(report.Json());

    private static IReadOnlyList<TraceRow> RowsOf(string json)
    {
        var report = JsonSerializer.Deserialize(Encoding.UTF8.GetBytes(json), StoredReportJson.Default.StoredReport);
        return Assert.Single(ReportRows.Make(report, "r.json", 0, out _)!).Traces;
    }
}
