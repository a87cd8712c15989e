using System.IO.Compression;
using System.Text.Json;
using Unpause.Recordings;
using Unpause.Recordings.Readers;
using Unpause.Recordings.Readers.Go;
using Unpause.Recordings.Readers.Go.Traces;
using Unpause.Recordings.Words;

namespace Unpause.Tests.Readers.Go.Traces;

/// <summary>
/// Execution traces of every way to write them, against the output of Go's own tool for the same file (go tool trace -d, added up by
/// samples/go/traced/truth.py) and the program's own counts.
/// </summary>
public class GoTraceReaderTests
{
    /// <summary>The versions of Go whose traces are among the samples.</summary>
    public static TheoryData<string> Versions { get; } = ["1.19", "1.21", "1.22", "1.24", "1.26"];

    /// <summary>A sample's bytes, unpacked.</summary>
    internal static byte[] Bytes(string version)
    {
        using var packed = File.OpenRead(RepositoryFolder.File("samples", "go", $"traced-go{version}.trace.gz"));
        using var gzip = new GZipStream(packed, CompressionMode.Decompress);
        using var all = new MemoryStream();
        gzip.CopyTo(all);
        return all.ToArray();
    }

    /// <summary>What is read of some bytes.</summary>
    internal static IReadOnlyList<Recording> Read(byte[] bytes) =>
        new GoTraceReader().Read(new MemoryStream(bytes), new ReadContext(["x"]));

    [Theory]
    [MemberData(nameof(Versions))]
    public void GoTraceReader_Stops_MatchGoToolTrace(string version)
    {
        var (recording, truth) = Sample(version);
        var all = truth.GetProperty("trace").EnumerateObject().Where(row =>
            row.Name.StartsWith("stop-the-world", StringComparison.Ordinal));
        var stops = recording.Stops!.ToList();
        Assert.Equal(all.Sum(row => Count(row.Value)), stops.Count);
        AssertNear(all.Sum(row => Total(row.Value)), stops.Sum(stop => stop.DurationNanoseconds), stops.Count);
        AssertNear(all.Max(row => Longest(row.Value)), stops.Max(stop => stop.DurationNanoseconds), 1);
        foreach (var (kind, reason) in new[] { ("GC sweep termination", StopReasons.Sweep), ("GC mark termination", StopReasons.Mark) })
        {
            var row = truth.GetProperty("trace").GetProperty($"stop-the-world ({kind})");
            var ours = stops.Where(stop => stop.Operation == reason).ToList();
            Assert.Equal(Count(row), ours.Count);
            AssertNear(Total(row), ours.Sum(stop => stop.DurationNanoseconds), ours.Count);
            Assert.Equal(ours.Count, recording.Pauses.Count(pause => pause.Name == reason));
        }
    }

    [Theory]
    [MemberData(nameof(Versions))]
    public void GoTraceReader_AssistsAndWaits_MatchGoToolTrace(string version)
    {
        var (recording, truth) = Sample(version);
        var trace = truth.GetProperty("trace");
        var assists = recording.AssistRanges!;
        Assert.Equal(Count(trace.GetProperty("GC mark assist")), assists.Count);
        AssertNear(Total(trace.GetProperty("GC mark assist")), assists.TotalNanoseconds, assists.Count);
        AssertNear(Longest(trace.GetProperty("GC mark assist")), assists.LongestNanoseconds, 1);
        var sweeps = trace.GetProperty("GC incremental sweep");
        AssertNear(Total(sweeps), assists.SweepNanoseconds!.Value, Count(sweeps));
        AssertNear(Longest(sweeps), assists.LongestSweepNanoseconds, 1);
        Assert.Equal(Count(sweeps), assists.Sweeps);
        var waits = trace.TryGetProperty("assist wait", out var row) ? row : default;
        Assert.Equal(waits.ValueKind == JsonValueKind.Undefined ? 0 : Count(waits), recording.Stalls.Count);
        if (recording.Stalls.Count > 0)
            AssertNear(Total(waits), recording.Stalls.Sum(stall => stall.DurationNanoseconds), recording.Stalls.Count);
        var queued = recording.OtherWaits.Single(wait => wait.What == "runnable goroutines waiting for a processor");
        var theirs = trace.GetProperty("queued");
        // The tool moves events of one moment a nanosecond apart; one goroutine more or less runs when tracing begins.
        Assert.InRange(queued.Count!.Value, Count(theirs) - 2, Count(theirs) + 2);
        Assert.InRange((double)queued.TotalNanoseconds / Total(theirs), 0.999, 1.001);
    }

    [Theory]
    [MemberData(nameof(Versions))]
    public void GoTraceReader_Collections_MatchTheProgram(string version)
    {
        var (recording, truth) = Sample(version);
        var program = truth.GetProperty("program");
        Assert.Equal(Count(truth.GetProperty("trace").GetProperty("GC concurrent mark phase")), recording.Collections.Count);
        // One may lie between the program's first reading of its counters and the trace's start.
        Assert.InRange(program.GetProperty("collections").GetInt32() - recording.Collections.Count, 0, 1);
        Assert.Equal(program.GetProperty("forced").GetInt32(), recording.Collections.Count(collection => collection.Induced));
        if (program.GetProperty("forced").GetInt32() > 0)
            Assert.Equal("main.main", Assert.Single(recording.InducedBy!).Stack[0]);
        Assert.All(recording.Collections, collection => Assert.InRange(collection.HeapAfterBytes!.Value, 1L << 20, 64L << 20));
        // Go's own clock stops before the world goes on.
        if (program.GetProperty("collections").GetInt32() > recording.Collections.Count) return;
        Assert.True(recording.Pauses.Sum(pause => pause.DurationNanoseconds) >= program.GetProperty("pause_total_ns").GetInt64() * 0.9);
        Assert.Equal("2", recording.Source.Settings[GoSettings.Processors]);
        Assert.Contains(version, recording.Source.Settings[GoSettings.TraceVersions] + " 1.20 1.24", StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Versions))]
    public void GoTraceReader_Requests_MatchTheProgram(string version)
    {
        var (recording, truth) = Sample(version);
        var requests = recording.Requests!;
        var tasks = truth.GetProperty("trace").GetProperty("task");
        var jobs = requests.Requests.Where(request => requests.Names[request.Name] == "job").ToList();
        Assert.Equal(Count(tasks), jobs.Count);
        AssertNear(Total(tasks), jobs.Sum(job => job.DurationNanoseconds), jobs.Count);
        Assert.Equal(truth.GetProperty("program").GetProperty("served").GetInt32(), requests.Requests.Count - jobs.Count);
        Assert.Contains("main.page", requests.Names);
        for (var i = 0; i < requests.Requests.Count; i++)
            Assert.Equal(requests.Requests[i].DurationNanoseconds, requests.Times![i].Sum);
    }

    [Fact]
    public void GoTraceReader_GcTimeOfRequests_MatchesTheProgram()
    {
        var (recording, truth) = Sample("1.22");
        var assisted = Enumerable.Range(0, recording.Requests!.Requests.Count)
            .Sum(i => recording.Requests.Times![i].Assisting + recording.Requests.Times[i].AssistWait);
        // Nearly all assists are of the server's goroutines; clients in the same program have a few, and assists wait for processors.
        var all = Total(truth.GetProperty("trace").GetProperty("GC mark assist"));
        Assert.InRange(assisted, all / 4, all);
    }

    [Fact]
    public void GoTraceReader_OldTraces_HaveNoWallClock()
    {
        Assert.Null(Sample("1.24").Recording.Clock.StartedAt);
        Assert.Equal(2026, Sample("1.26").Recording.Clock.StartedAt!.Value.Year);
    }

    private static (Recording Recording, JsonElement Truth) Sample(string version)
    {
        var recording = Assert.Single(Read(Bytes(version)));
        Assert.DoesNotContain(recording.Coverage.Notes, note => note.Unreadable);
        Assert.DoesNotContain(recording.Coverage.Notes, note => note.Text.Contains("out of order", StringComparison.Ordinal));
        using var file = File.OpenRead(RepositoryFolder.File("samples", "go", $"traced-go{version}.json"));
        using var truth = JsonDocument.Parse(file);
        return (recording, truth.RootElement.Clone());
    }

    // The tool moves events of one moment a nanosecond apart.
    private static void AssertNear(long theirs, long ours, long count) =>
        Assert.InRange(ours, theirs - (100 * count), theirs + (100 * count));

    private static int Count(JsonElement row) => row.GetProperty("count").GetInt32();

    private static long Total(JsonElement row) => row.GetProperty("total_ns").GetInt64();

    private static long Longest(JsonElement row) => row.GetProperty("longest_ns").GetInt64();
}
