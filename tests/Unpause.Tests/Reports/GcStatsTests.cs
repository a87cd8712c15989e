using System.Text.Json;
using Unpause.Recordings;
using Unpause.Reports;
using Unpause.Tests.Readers.DotNet;

namespace Unpause.Tests.Reports;

/// <summary>What PerfView's GCStats has of single collections and waits is in the outputs.</summary>
public class GcStatsTests
{
    [Fact]
    public void Waits_LargeObjectAllocations_AreListedWithTheirThreads()
    {
        var process = Json("large-object-waits").RootElement.GetProperty("processes")[0];
        var waits = process.GetProperty("waits").EnumerateArray().ToList();
        var summed = process.GetProperty("stalls").EnumerateArray().ToList();
        Assert.Equal(summed.Sum(row => row.GetProperty("count").GetInt64()), waits.Count);
        Assert.Equal(
            summed.Sum(row => row.GetProperty("total_ms").GetDouble()),
            waits.Sum(wait => wait.GetProperty("duration_ms").GetDouble()),
            0.01);
        Assert.Equal(2, waits.Select(wait => wait.GetProperty("thread_id").GetInt64()).Distinct().Count());
    }

    [Fact]
    public void Events_ServerCollections_HaveTheBytesAllocatedBefore()
    {
        var process = Json("server").RootElement.GetProperty("processes")[0];
        var allocated = process.GetProperty("events")
            .EnumerateArray()
            .Sum(row => row.GetProperty("allocated_bytes") is { ValueKind: JsonValueKind.Number } bytes ? bytes.GetInt64() : 0);
        Assert.Equal(process.GetProperty("heap").GetProperty("allocated_bytes").GetInt64(), allocated);
    }

    [Fact]
    public void LongestPauses_Server_AreATable()
    {
        var recording = NettraceSample.Read("server");
        var table = ReportTables.Longest(Report.Create([recording]).ToDocument().Processes[0]);
        Assert.Equal(10, table.Rows.Count);
        var longest = recording.Pauses.MaxBy(pause => pause.DurationNanoseconds);
        Assert.Equal(Quantities.Duration(longest.DurationNanoseconds), table.Rows[0][0]);
        Assert.StartsWith($"{recording.Collections[longest.Collection].Number} ", table.Rows[0][1], StringComparison.Ordinal);
        Assert.Equal(recording.Pauses.OrderByDescending(pause => pause.DurationNanoseconds).Take(10)
            .Select(pause => Quantities.Duration(pause.DurationNanoseconds)), table.Rows.Select(row => row[0]));
    }

    private static JsonDocument Json(string sample)
    {
        using var output = new MemoryStream();
        new JsonReportWriter(events: true).Write(Report.Create([NettraceSample.Read(sample)], []), output);
        return JsonDocument.Parse(output.ToArray());
    }
}
