using Unpause.Recordings;
using Unpause.Recordings.Readers;
using Unpause.Recordings.Triggers;
using Unpause.Reports;
using Unpause.Reports.Composition;
using Unpause.Reports.Documents;
using Unpause.Reports.Explanations;
using Unpause.Requests;
using Unpause.Requests.Attribution;
using Unpause.Requests.Attribution.Clocks;

namespace Unpause.Tests.Reports.Explanations;

/// <summary>Who triggered a long pause, and which requests it delayed: in the document and in lines.</summary>
public sealed class CulpritsAndVictimsTests
{
    private const long Ms = Recorded.Millisecond;

    [Fact]
    public void Culprit_OfAllocation_NamesThreadAndMethod()
    {
        var report = Report.Create(Samples.Load("tests", "Unpause.Tests", "fixtures", "jvm", "culprits-g1-jdk17.jfr.gz"));
        var stops = report.StopsOf(0);
        var culprit = stops.Compose(stops.Explainer.Stops.FindCollection(2)!.Value).Culprit!;
        Assert.Equal("allocation", culprit.Evidence);
        Assert.Equal((127_888L, 1, 0L, "small"), (culprit.NeededBytes!.Value, culprit.Candidates, culprit.AppFrame!.Value, culprit.Thread));
        Assert.All(
            ["125 KiB", "thread small", "Culprits.allocateSmall ← Culprits"],
            words => Assert.Contains(words, culprit.Text, StringComparison.Ordinal));
        var call = stops.Compose(stops.Explainer.Stops.FindCollection(7)!.Value).Culprit!;
        Assert.Equal("call", call.Evidence);
        Assert.Equal(("collector", "java.lang.Runtime.gc", 2L), (call.Thread, call.Stack[0], call.AppFrame));
        Assert.Contains(": Culprits.collect ←", call.Text, StringComparison.Ordinal);
        Assert.Contains("Culprits.collect", CulpritComposer.Phrase(call), StringComparison.Ordinal);
    }

    [Fact]
    public void Culprit_OfASample_IsNotCalledTheTrigger()
    {
        var place = new TriggerPlace(TriggerEvidence.LastSample, ["App.Load"], Thread: null, "System.Byte[]");
        var culprit = CulpritComposer.Compose(new CollectionTrigger(place, null, 1));
        Assert.Equal("last-sample", culprit.Evidence);
        Assert.All(
            ["last sampled", "need not", "System.Byte[] in"], words => Assert.Contains(words, culprit.Text, StringComparison.Ordinal));
        Assert.Null(CulpritComposer.Phrase(culprit));
    }

    [Fact]
    public void Culprit_HostileNames_HaveNoEscapesInSentences()
    {
        var place = new TriggerPlace(TriggerEvidence.Allocation, ["a\u001b[31mb\n"], "t\u0007\u202e", "x\u001b]0;y");
        var culprit = CulpritComposer.Compose(new CollectionTrigger(place, 1, 3));
        Assert.DoesNotContain(culprit.Text + CulpritComposer.Phrase(culprit), char.IsControl);
        Assert.Contains("3 requests", culprit.Text, StringComparison.Ordinal);
        Assert.DoesNotContain(
            "requests", CulpritComposer.Compose(new CollectionTrigger(place, 1, 1)).Text, StringComparison.Ordinal);
    }

    [Fact]
    public void Culprit_NotRecorded_HasNoLine()
    {
        var stop = Report.Create(Samples.Load("samples", "jvm", "g1-jdk17.log")).StopsOf(0).ComposeLongest(1)[0];
        Assert.Null(stop.Culprit);
        Assert.Null(stop.Victims);
        Assert.DoesNotContain(StopLines.Lines(stop, "what"), line => line.Label is "who" or "cost");
    }

    /// <summary>Twenty pauses of 100 ms: in each one request of 105 ms that arrived 2 ms before it.</summary>
    [Fact]
    public void Victims_OfASimulatedService_AreTheRequestsInside()
    {
        var report = JudgedRequests.Of([JudgedRequests.EverySecond()], 50, JudgedRequests.Touched(Enumerable.Range(0, 20)));
        var stops = report.StopsOf(0).ComposeLongest(20);
        Assert.Equal(20, stops.Count);
        foreach (var stop in stops)
        {
            Assert.Equal((1L, 100 * Ms), (stop.Victims!.Count, stop.Victims.DelayMs.Nanoseconds));
            var one = Assert.Single(stop.Victims.Most);
            Assert.Equal(("GET /a", 100 * Ms, 105 * Ms), (one.Name, one.DelayMs.Nanoseconds, one.DurationMs.Nanoseconds));
            Assert.Contains("100 ms: GET", stop.Victims.Text, StringComparison.Ordinal);
        }
    }

    /// <summary>A pause between requests has no victims; one without a place in the requests' time says nothing.</summary>
    [Fact]
    public void Victims_OfAPauseWithoutRequests_AreNone()
    {
        var set = JudgedRequests.Touched(Enumerable.Range(1, 19));
        set.Add(0, 1, 0);
        var report = JudgedRequests.Of([JudgedRequests.EverySecond()], 50, set);
        var victims = report.StopsOf(0).Compose(0).Victims!;
        Assert.Equal((0L, 0L), (victims.Count, victims.DelayMs.Nanoseconds));
        Assert.Empty(victims.Most);
        Assert.Null(report.Requests!.Attribution.Delayed!.Find(1, 0, Ms));
        Assert.Null(report.Requests.Attribution.Delayed.Find(-1, 0, Ms));
        Assert.Null(report.Requests.Attribution.Delayed.Find(0, long.MaxValue - 1, Ms));
    }

    /// <summary>Requests at the client, and traces: each of the longest pauses against a look at every request.</summary>
    [Theory]
    [InlineData("requests.csv")]
    [InlineData("spans.jsonl.gz")]
    public void Victims_OfASample_EqualANaiveCount(string file)
    {
        var report = Report.Create(Samples.Load("samples", "requests", "service.upgc.gz"));
        var set = Assert.Single(
            new RequestLoader(RequestOptions.Default).Load([RecordingInput.File(RepositoryFolder.File("samples", "requests", file))]).Sets);
        report = report with { Requests = RequestReport.Create([set], report, new AttributionOptions(200 * Ms), UnixTime.NowNanoseconds) };
        var clock = Assert.Single(report.Requests.Attribution.Processes).Clock;
        var zero = UnixTime.Nanoseconds(report.Processes[0].Recording.Clock.StartedAt!.Value);
        var delayed = 0L;
        foreach (var stop in report.StopsOf(0).ComposeLongest(50))
        {
            var from = clock.Map(zero + stop.StartMs!.Value.Nanoseconds);
            var delays = new List<long>();
            foreach (var request in set.Requests)
            {
                var end = request.StartUnixNanoseconds + request.DurationNanoseconds;
                var inside = Math.Min(end, from + stop.DurationMs.Nanoseconds) - Math.Max(from, request.StartUnixNanoseconds);
                if (inside > clock.ErrorBoundNanoseconds) delays.Add(inside);
            }

            if (stop.DurationMs.Nanoseconds < clock.ErrorBoundNanoseconds)
            {
                Assert.Null(stop.Victims);
                continue;
            }

            Assert.Equal((delays.Count, delays.Sum()), (stop.Victims!.Count, stop.Victims.DelayMs.Nanoseconds));
            Assert.Equal(delays.OrderDescending().Take(5), stop.Victims.Most.Select(one => one.DelayMs.Nanoseconds));
            delayed += delays.Count;
        }

        Assert.True(delayed >= 20);
    }

    /// <summary>Any starts and lengths, with requests far longer than the others, against a look at every request.</summary>
    [Fact]
    public void Victims_OfRandomRequests_EqualANaiveCount()
    {
        var random = new Random(43);
        for (var round = 0; round < 40; round++)
        {
            var set = JudgedRequests.Set();
            for (var i = 0; i < 2_000; i++) set.Add(random.Next(0, 20_000), random.Next(random.Next(10) == 0 ? 5_000 : 40) + 1);
            var report = JudgedRequests.Of([JudgedRequests.EverySecond()], 50, set);
            var clock = Assert.Single(report.Requests!.Attribution.Processes).Clock;
            foreach (var stop in report.StopsOf(0).ComposeLongest(20))
            {
                var from = clock.Map(JudgedRequests.Zero + stop.StartMs!.Value.Nanoseconds);
                var (count, sum) = (0L, 0L);
                foreach (var request in set.Requests)
                {
                    var end = request.StartUnixNanoseconds + request.DurationNanoseconds;
                    var inside = Math.Min(end, from + (100 * Ms)) - Math.Max(from, request.StartUnixNanoseconds);
                    if (inside > clock.ErrorBoundNanoseconds) (count, sum) = (count + 1, sum + inside);
                }

                if (stop.Victims is { } victims) Assert.Equal((count, sum), (victims.Count, victims.DelayMs.Nanoseconds));
                else Assert.True(clock.ErrorBoundNanoseconds > 100 * Ms || clock.State == ClockState.Contradicted);
            }
        }
    }
}
