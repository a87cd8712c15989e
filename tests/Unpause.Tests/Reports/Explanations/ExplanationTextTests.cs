using Unpause.Recordings;
using Unpause.Recordings.Words;
using Unpause.Reports.Explanations;
using Unpause.Requests;
using Unpause.Requests.Attribution;
using Unpause.Requests.Attribution.Clocks;
using Unpause.Requests.Attribution.Owners;
using Unpause.Requests.Attribution.Queues;

namespace Unpause.Tests.Reports.Explanations;

/// <summary>The words of explanations; the tests of the analysis assert their kinds and numbers.</summary>
public sealed class ExplanationTextTests
{
    private const long Millisecond = 1_000_000;
    private const long Second = 1_000 * Millisecond;
    private const long Hour = 3_600 * Second;

    [Fact]
    public void Of_EachKind_IsWorded()
    {
        var clock = new ClockAlignment(true, 0, 0, 0, 2 * Millisecond, 3, 3, 150) { State = ClockState.Verified };
        AssertText(
            "The clocks agree, ±2 ms: 3 requests end inside a pause (150 expected at random).", new Explanation.ClocksAligned(clock));
        AssertText(
            "The recording's clock is 5 ms behind the requests' clock, ±2 ms. Corrected, 3 requests end inside a pause "
            + "(150 expected at random); before, 140.",
            new Explanation.ClocksAligned(clock with { OffsetNanoseconds = 5 * Millisecond, CompletionsInPauses = 140 }));
        AssertText(
            "No request took longer than 100 ms. The longest took 90 ms, p99 is 12 ms. Give a lower threshold with --slow.",
            new Explanation.NoneSlow(100 * Millisecond, 90 * Millisecond, 12 * Millisecond));
        AssertText(
            "The overlap of pauses and slow requests is not significant: pauses at random times would make 12 requests slow on average, "
            + "these pauses 14 (p = 0.31). Too few requests end near the pauses to verify that they are of the same process, so no request "
            + "is attributed to GC. Record for longer to get more pauses.",
            new Explanation.NotSignificant(12, 14, 0.31));
        AssertText(
            "Requests wait in order of arrival for one worker (the service time differs by 0.03 between busy and quiet times; 0 is a "
            + "perfect fit). Latency without GC is a replay of them without pauses.",
            new Explanation.QueueReplayed(Alone(new QueueModel(QueueDiscipline.FirstComeFirstServed, 1, 0.03, Fits: true))));
        AssertText(
            "4 requests left out as streams, for example /events: at least 60 s long, and 10 times as long as any other request (104 ms) "
            + "and any pause.",
            new Explanation.StreamsLeftOut(4, "/events", 60 * Second, 10, 104 * Millisecond));
    }

    [Fact]
    public void Of_NoSharedTime_NamesTheTimeZone() => AssertText(
        "The requests (1970-01-01 00:00:00 to 1970-01-01 00:00:02 UTC) and the recording (1970-01-01 05:30:00 to 1970-01-01 05:30:02 UTC) "
        + "do not overlap in time. They would with the requests 5.5 hours later, so their times are in another time zone. "
        + "Give times in UTC or with their offset.",
        new Explanation.NoSharedTime(
            0, 2 * Second, (11 * Hour) / 2, ((11 * Hour) / 2) + (2 * Second), ClockMismatchReason.TimeZone, (11 * Hour) / 2));

    [Fact]
    public void Of_Processes_NamesWhatWasChosenAndLeftOut()
    {
        var python = new SourceBuilder { Format = "test", Runtime = Runtimes.CPython, ProcessId = 42 };
        var source = new RecordingBuilder { Source = python }.Build().Source;
        var inFile = new Tie(TieStrength.Name, TieFact.FileName, "gc-cart.log");
        var cart = new Candidate(0, new Service("cart", null, null), inFile, 4000, 4000);
        var web = new Candidate(1, new Service("web", 7, null), new Tie(TieStrength.OtherProcess, TieFact.ProcessId, "7", "42"), 8000, 0);
        var ad = new Candidate(2, new Service("ad", null, null), new Tie(TieStrength.OtherRuntime, TieFact.Runtime, "java"), 100, 0);
        var named = OwnerChoice.Choose([cart], asked: false, sameRuntime: false, candidates => candidates);
        AssertText(
            "cart is in the file name gc-cart.log, so its requests are judged. 8,100 requests of web (process 7), ad are left out.",
            named.Explain([cart, web, ad], source, asked: false)!);
        var none = OwnerChoice.Choose([web, ad], asked: false, sameRuntime: false, candidates => candidates);
        AssertText(
            "Requests of web (process 7), ad (runs in java) are left out: they match none of the recorded processes (process 42, CPython). "
            + "If one of them is the recorded process, name it: --service web.",
            none.Explain([web, ad], source, asked: false)!);
        AssertText(
            "No request was served by the instance 'shop-9'. The requests name shop (instance shop-0).",
            new Explanation.ServiceNotFound(null, "shop-9", [new Service("shop", null, null) { Instance = "shop-0" }]));
    }

    /// <summary>What stands in the way of an answer comes first.</summary>
    [Fact]
    public void Ordered_NotSignificant_ComesFirst()
    {
        Explanation[] found = [new Explanation.StopsCounted(), new Explanation.NoLatencies(), new Explanation.NotSignificant(1, 1, 0.5)];
        Assert.Equal([found[2], found[0], found[1]], ExplanationText.Ordered(found));
    }

    private static QueueRange Alone(QueueModel queue) => new(queue, queue, queue, 1);

    private static void AssertText(string expected, Explanation explanation) =>
        Assert.Equal(expected, ExplanationText.Describe(explanation));
}
