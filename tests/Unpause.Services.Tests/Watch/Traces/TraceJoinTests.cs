using Unpause.Recordings;
using Unpause.Recordings.Rings;
using Unpause.Requests;
using Unpause.Services.Watch.Sensing;
using Unpause.Services.Watch.Traces;

namespace Unpause.Services.Tests.Watch.Traces;

public sealed class TraceJoinTests : IDisposable
{
    private const long Millisecond = 1_000_000;

    private static readonly DateTimeOffset Now = new(2026, 11, 28, 12, 0, 0, TimeSpan.Zero);
    private static readonly long At = UnixTime.Nanoseconds(Now);

    private readonly string _ring = Directory.CreateTempSubdirectory("unpause-join-").FullName;
    private readonly List<DelayedRequest> _delayed = [];
    private readonly List<string> _lines = [];
    private RingWatch? _watch;

    public void Dispose()
    {
        _watch?.Dispose();
        Directory.Delete(_ring, recursive: true);
    }

    [Fact]
    public void Request_DuringAStop_IsJoinedOnceStopsThatComeLateAreSeen()
    {
        var join = Join(out var process, Process(1, "jvm", "orders"));
        join.Take(process, Request(end: At, milliseconds: 100), Now);
        join.Turn(Now + TimeSpan.FromSeconds(0.5));
        process.Take(Seen(SeenKind.Pause, end: At - (20 * Millisecond), 28, "old"), Now + TimeSpan.FromSeconds(0.6));
        process.Take(Seen(SeenKind.Stop, end: At - (19 * Millisecond), 30), Now + TimeSpan.FromSeconds(0.6));
        process.Take(Seen(SeenKind.Stop, end: At + (50 * Millisecond), 10), Now + TimeSpan.FromSeconds(0.7));
        Assert.Empty(_delayed);

        join.Turn(Now + TimeSpan.FromSeconds(1.1));

        Assert.Equal([SeenKind.Pause, SeenKind.Stop], _delayed.Select(one => one.Stop.Kind));
        var stop = _delayed[1];
        Assert.Equal((true, 30 * Millisecond, 28 * Millisecond, "old"),
            (stop.IsStop, stop.OverlapNanoseconds, stop.Pause!.Value.Nanoseconds, stop.Pause!.Value.Generation));
        Assert.False(_delayed[0].IsStop);
        Assert.Equal((1, 0, 0), join.Count);
    }

    [Theory]
    [InlineData("jvm", 2, 0)]
    [InlineData("jvm", 3, 1)]
    [InlineData("dotnet", 1, 0)]
    [InlineData("dotnet", 2, 1)]
    [InlineData("go", 1, 1)]
    public void Overlap_ShorterThanTheClocksError_IsNone(string runtime, int milliseconds, int joined)
    {
        var join = Join(out var process, Process(1, runtime, "orders"));
        process.Take(Seen(SeenKind.Stop, end: At + ((milliseconds - 100) * Millisecond), 20), Now);
        join.Take(process, Request(end: At, milliseconds: 100), Now);

        join.Turn(Now + TimeSpan.FromSeconds(2));

        Assert.Equal(joined, _delayed.Count);
    }

    [Fact]
    public void Spans_OfSeveralServices_AreJoinedWithTheProcessThatTheyNameOnly()
    {
        var join = Join(
            out _, Process(1, "jvm", "orders"), Process(2, "jvm", "billing"), Process(3, "jvm", "web"), Process(4, "jvm", "web"));
        foreach (var process in _watch!.Processes) process.Take(Seen(SeenKind.Stop, At, 50), Now);

        foreach (var service in (string?[])["Orders", "billing", "web", "elsewhere", null]) join.Take(Spans(service), Now);
        join.Take(Spans("another name", id: 4), Now);
        join.Take(Spans("another name", id: 4, host: "another host"), Now);
        join.Turn(Now + TimeSpan.FromSeconds(2));

        Assert.Equal([1, 2, 4], _delayed.Select(one => one.Process.Id));
        Assert.All(_delayed, one => Assert.Equal(new SeenTrace(77, 7), one.Trace));
        Assert.Equal((3, 4, 0), join.Count);
        Assert.Single(_lines);
    }

    [Fact]
    public void Span_WithoutAName_IsOfTheOnlyProcess()
    {
        var join = Join(out var process, Process(1, "go", "orders"));
        process.Take(Seen(SeenKind.Stop, At, 50), Now);

        join.Take(Spans(null), Now);
        join.Take(Spans("elsewhere"), Now);
        join.Turn(Now + TimeSpan.FromSeconds(2));

        Assert.Single(_delayed);
    }

    [Fact]
    public void Request_OfAProcessWhoseSpansCome_IsNotJoinedTwice()
    {
        var join = Join(out var process, Process(1, "cpython", "orders"));
        process.Take(Seen(SeenKind.Pause, At, 50, "gen2"), Now);

        join.Take(Spans("orders"), Now);
        join.Take(process, Request(At, 100), Now);
        join.Turn(Now + TimeSpan.FromSeconds(2));

        // A pause of CPython is a stop.
        Assert.True(Assert.Single(_delayed).IsStop);
    }

    [Fact]
    public void Stop_AtAnImpossibleTime_IsNotJoined()
    {
        var join = Join(out var process, Process(1, "go", "orders"));
        process.Take(Seen(SeenKind.Stop, end: -5, 50) with { EndNanoseconds = 1 }, Now);
        process.Take(Seen(SeenKind.Stop, end: long.MinValue, 50) with { EndNanoseconds = 2 }, Now);
        process.Take(Seen(SeenKind.Stop, end: long.MaxValue, 50) with { EndNanoseconds = 3 }, Now);
        process.Take(new SeenStop(SeenKind.Stop, long.MaxValue) { EndNanoseconds = 4, UnixNanoseconds = 1 }, Now);

        join.Take(process, Request(At, 100), Now);
        join.Turn(Now + TimeSpan.FromSeconds(2));

        Assert.Empty(_delayed);
    }

    [Fact]
    public void Requests_InAFlood_AreLeftOutAndCounted()
    {
        var join = Join(out var process, Process(1, "go", "orders"));
        for (var i = 0; i < ServiceLimits.MostTracedRequests + 10; i++) join.Take(process, Request(At, 1), Now);

        join.Turn(Now + TimeSpan.FromSeconds(2));

        Assert.Equal((ServiceLimits.MostTracedRequests, 0, 10), join.Count);
    }

    [Fact]
    public void Request_WithoutATraceOrAPossibleTime_IsNotTaken()
    {
        var join = Join(out var process, Process(1, "go", "orders"));
        join.Take(process, Request(At, 1) with { Trace = null }, Now);
        join.Take(process, Request(At, 1) with { UnixNanoseconds = null }, Now);
        join.Take(process, Request(-1, 1), Now);
        join.Take(process, Request(long.MinValue, 1), Now);
        join.Take(process, new SeenStop(SeenKind.Request, long.MinValue) { UnixNanoseconds = At, Trace = new SeenTrace(5, 6) }, Now);

        join.Turn(Now + TimeSpan.FromSeconds(2));

        Assert.Equal((0, 0, 0), join.Count);
    }

    private TraceJoin Join(out FollowedProcess first, params RingProcess[] processes)
    {
        Directory.CreateDirectory(Path.Combine(_ring, RingIndex.LiveFolder));
        File.WriteAllBytes(
            Path.Combine(_ring, RingIndex.LiveFolder, RingIndex.FileName), new RingIndex(Environment.ProcessId, processes).ToBytes().Span);
        _watch = new RingWatch(_ring, (_, _, _) => { });
        _watch.Turn(Now);
        first = _watch.Processes.First();
        return new TraceJoin(_watch, TimeSpan.FromMinutes(1)) { Delayed = _delayed.Add, Log = _lines.Add };
    }

    private static RingProcess Process(int id, string runtime, string service) =>
        new($"{id}-1", id, runtime, RingProcess.Recording) { Service = service, Host = "host", Parts = [new("1", Now, Ended: false)] };

    private static SeenStop Seen(SeenKind kind, long end, long milliseconds, string? generation = null) =>
        new(kind, milliseconds * Millisecond) { EndNanoseconds = end, UnixNanoseconds = end, Generation = generation, Collects = true };

    private static SeenStop Request(long end, long milliseconds) =>
        new(SeenKind.Request, milliseconds * Millisecond) { UnixNanoseconds = end, Trace = new SeenTrace(5, 6) };

    private static RequestSet Spans(string? service, int? id = null, string? host = null)
    {
        var set = new RequestSet { Files = ["traces"], Format = SpanFormats.OtlpProtobuf };
        set.Services.Add(new Service(service, id, null) { Host = host });
        set.Names.Add("GET /");
        set.Spans.Add(new Span(77, 7, 0, At - (100 * Millisecond), 100 * Millisecond, 0, 0, SpanKind.Server));
        set.Requests.Add(new Request(At - (100 * Millisecond), 100 * Millisecond, 0, 0, 0));
        return set;
    }
}
