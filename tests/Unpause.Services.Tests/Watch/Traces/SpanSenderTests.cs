using System.Net;
using System.Text;
using Unpause.Recordings;
using Unpause.Recordings.Readers;
using Unpause.Recordings.Rings;
using Unpause.Requests;
using Unpause.Services.Watch.Traces;

namespace Unpause.Services.Tests.Watch.Traces;

public sealed class SpanSenderTests
{
    private const long Millisecond = 1_000_000, End = 1_795_000_000_000_000_000;

    private static readonly DateTimeOffset Now = new(2026, 11, 28, 12, 0, 0, TimeSpan.Zero);

    [Fact]
    public void Span_OfAStop_IsAChildOfTheRequestAtTheStopsOwnTime()
    {
        var span = Assert.Single(OtlpReceiver.Items(OtlpSpans.Write([Stop(1)])));

        Assert.Equal("00000000000000010000000000000002", Convert.ToHexStringLower(Field(span, 1).Bytes));
        Assert.Equal("0000000000000001", Convert.ToHexStringLower(Field(span, 4).Bytes));
        Assert.Equal("GC stop (old)", Encoding.UTF8.GetString(Field(span, 5).Bytes));
        Assert.Equal(((ulong)(End - (30 * Millisecond)), (ulong)End), (Field(span, 7).Value, Field(span, 8).Value));
        var expected = new Dictionary<string, object>
        {
            ["gc.runtime"] = "jvm", ["gc.generation"] = "old", ["gc.cause"] = "allocation", ["gc.pause_ms"] = 28.0,
            ["gc.overlap_ms"] = 12.5, ["unpause.generated"] = true,
        };
        Assert.Equal(expected, OtlpReceiver.Attributes(span, 9));
    }

    [Fact]
    public void Id_OfASpan_IsTheSameForTheSameStopAndRequestOnly()
    {
        var again = Stop(1) with { OverlapNanoseconds = 1 };
        // Another recording of the process has read its wall clock anew.
        again = again with { Stop = again.Stop with { UnixNanoseconds = End + 1000 } };

        Assert.Equal(OtlpSpans.IdOf(Stop(1)), OtlpSpans.IdOf(again));
        Assert.NotEqual(OtlpSpans.IdOf(Stop(1)), OtlpSpans.IdOf(Stop(2)));
        Assert.NotEqual(
            OtlpSpans.IdOf(Stop(1)), OtlpSpans.IdOf(Stop(1) with { Stop = Stop(1).Stop with { EndNanoseconds = 8 } }));
    }

    [Fact]
    public void Spans_ThatComeBackFromACollector_AreNoRequests()
    {
        var message = OtlpSpans.Write([Stop(1), Stop(2)]);

        var loaded = new RequestLoader(RequestOptions.Default).Load([new RecordingInput("traces", () => new MemoryStream(message))]);

        Assert.Empty(loaded.Sets.SelectMany(set => set.Requests));
    }

    [Fact]
    public async Task Stops_BeyondTheLimit_AreLeftOutAndCounted()
    {
        using var receiver = new OtlpReceiver();
        var lines = new List<string>();
        using var sender = new SpanSender(receiver.Address, leastMilliseconds: 1) { Log = lines.Add };
        for (var i = 1; i <= ServiceLimits.MostSpansPerSecond + 7; i++) sender.Add(Stop(i), Now);
        sender.Add(Stop(1000), Now + TimeSpan.FromSeconds(1));
        sender.Add(Stop(1001) with { IsStop = false }, Now + TimeSpan.FromSeconds(2));
        sender.Add(Stop(1002) with { Stop = Stop(1).Stop with { } }, Now + TimeSpan.FromSeconds(2));
        sender.Add(Stop(1003) with { Stop = new SeenStop(SeenKind.Stop, Millisecond - 1) }, Now + TimeSpan.FromSeconds(2));

        await EndAsync(sender);

        Assert.Equal((ServiceLimits.MostSpansPerSecond + 2, 7, 0), sender.Count);
        Assert.Equal(ServiceLimits.MostSpansPerSecond + 2, receiver.Spans().Count);
        Assert.Single(lines);
    }

    [Fact]
    public async Task Message_ThatIsNotTakenYet_IsSentAgainAsItIs()
    {
        using var receiver = new OtlpReceiver();
        receiver.Answers.Enqueue(HttpStatusCode.ServiceUnavailable);
        receiver.Answers.Enqueue(HttpStatusCode.TooManyRequests);
        using var sender = new SpanSender(receiver.Address, leastMilliseconds: 1)
            { Log = _ => { }, FirstWait = TimeSpan.FromMilliseconds(1) };
        sender.Add(Stop(1), Now);
        using var stop = new CancellationTokenSource();
        var running = sender.RunAsync(stop.Token);
        while (sender.Count.Sent == 0) await Task.Delay(20, TestContext.Current.CancellationToken);
        await stop.CancelAsync();
        await running;

        Assert.Equal(3, receiver.Taken.Count);
        Assert.All(receiver.Taken, one => Assert.Equal(receiver.Taken.First().Body, one.Body));
        Assert.Equal((1, 0, 0), sender.Count);
    }

    [Fact]
    public async Task Message_ThatIsRefused_IsGivenUpAndCounted()
    {
        using var receiver = new OtlpReceiver();
        receiver.Answers.Enqueue(HttpStatusCode.BadRequest);
        var lines = new List<string>();
        using var sender = new SpanSender(receiver.Address, leastMilliseconds: 1) { Log = lines.Add };
        sender.Add(Stop(1), Now);

        await EndAsync(sender);

        Assert.Equal((0, 0, 1), sender.Count);
        Assert.Single(receiver.Taken);
    }

    [Fact]
    public async Task Endpoint_ThatIsGone_DelaysNoOne()
    {
        using var sender = new SpanSender("http://127.0.0.1:9", leastMilliseconds: 1) { Log = _ => { } };
        var start = TimeProvider.System.GetTimestamp();
        for (var i = 0; i < 100_000; i++) sender.Add(Stop(i), Now + TimeSpan.FromSeconds(i));

        Assert.True(TimeProvider.System.GetElapsedTime(start) < TimeSpan.FromSeconds(10));
        Assert.Equal(100_000 - ServiceLimits.MostQueuedSpans, sender.Count.LeftOut);
        await EndAsync(sender);
        Assert.Equal(ServiceLimits.MostQueuedSpans, sender.Count.Lost);
    }

    /// <summary>Sends what there is, once.</summary>
    private static async Task EndAsync(SpanSender sender)
    {
        using var stop = new CancellationTokenSource();
        var running = sender.RunAsync(stop.Token);
        await stop.CancelAsync();
        await running;
    }

    private static (uint Number, ulong Value, byte[] Bytes) Field(IEnumerable<(uint Number, ulong Value, byte[] Bytes)> of, uint number) =>
        Assert.Single(of, field => field.Number == number);

    private static DelayedRequest Stop(int span)
    {
        var process = new RingProcess("1-1", 4711, "jvm", RingProcess.Recording) { Service = "orders", Host = "host" };
        var stop = new SeenStop(SeenKind.Stop, 30 * Millisecond)
            { EndNanoseconds = 7, UnixNanoseconds = End, Collects = true, Cause = "G1CollectForAllocation" };
        return new DelayedRequest(process, stop, new SeenTrace(new UInt128(1, 2), (ulong)span), 12_500_000)
        {
            IsStop = true,
            Pause = new SeenStop(SeenKind.Pause, 28 * Millisecond) { Generation = "old", Cause = "allocation" },
        };
    }
}
