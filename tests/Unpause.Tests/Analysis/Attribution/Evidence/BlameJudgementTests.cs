using Unpause.Requests.Attribution;

namespace Unpause.Tests.Analysis.Attribution.Evidence;

public sealed class BlameJudgementTests
{
    private const long Ms = SimulatedService.Ms;

    [Theory]
    [InlineData(1, false)]
    [InlineData(4, false)]
    [InlineData(2, true)]
    public void BlameJudgement_SimulatedService_HasTheTruthInItsRanges(int workers, bool shared)
    {
        for (var seed = 11; seed <= 13; seed++)
        {
            var service = SimulatedService.Random(seed, workers, 0.6, shared);
            var (measured, truth) = (service.Measured(), service.WithoutPauses());
            var slow = SimulatedService.Percentile(measured, 97);
            var result = Judge(service, slow);
            var because = measured.Where((latency, i) => latency > slow && truth[i] <= slow).Count();
            Assert.Equal(AttributionOutcome.Judged, result.Outcome);
            Assert.InRange(because, result.SlowBecauseOfGcLow!.Value, result.SlowBecauseOfGcHigh!.Value);
            Assert.InRange(
                SimulatedService.Percentile(truth, 99),
                result.WithoutLow!.P99Nanoseconds!.Value,
                result.WithoutHigh!.P99Nanoseconds!.Value);
        }
    }

    [Fact]
    public void BlameJudgement_PausesOfAnotherProcess_AreRefused()
    {
        var service = SimulatedService.Random(21, 2, 0.6, everyMs: 1e12);
        var other = SimulatedService.Random(22, 2, 0.6);
        var set = service.ToRequestSet();
        var result = RequestAttribution.Compute(
            [set], [SimulatedService.RecordingOf(other.Pauses, service.Arrivals[^1] + (3000 * Ms))],
            new AttributionOptions(SimulatedService.Percentile(service.Measured(), 95)));
        Assert.NotEqual(AttributionOutcome.Judged, result.Outcome);
        Assert.Null(result.SlowBecauseOfGc);
    }

    [Fact]
    public void BlameJudgement_KnownSample_IsNotReplayed()
    {
        var service = SimulatedService.Random(31, 4, 0.7, count: 40_000);
        var result = RequestAttribution.Compute(
            [service.ToRequestSet()], [service.ToRecording()], new AttributionOptions(60 * Ms) { SampledShare = 0.1 });
        Assert.False(result.Processes[0].Queue.Fits);
        Assert.Equal(result.WithoutOwnOverlap!.P50Nanoseconds, result.WithoutBacklog!.P50Nanoseconds);
        // By quiet times, GC is the cause of all slow ones but less than 1 %, so p99 is not above the threshold.
        Assert.True(result.Measured.Slow - result.SlowBecauseOfGc < result.Count / 100);
        Assert.Equal(60 * Ms, result.WithoutBacklog.P99Nanoseconds);
        Assert.InRange(
            SimulatedService.Percentile(service.WithoutPauses(), 99),
            result.WithoutLow!.P99Nanoseconds!.Value, result.WithoutHigh!.P99Nanoseconds!.Value);
    }

    [Fact]
    public void BlameJudgement_OnlySlowRequests_HasNoPercentiles()
    {
        var service = SimulatedService.Random(41, 4, 0.7);
        var result = RequestAttribution.Compute(
            [service.ToRequestSet()], [service.ToRecording()], new AttributionOptions(60 * Ms) { TailSampled = true });
        Assert.Null(result.Measured.P99Nanoseconds);
        Assert.Null(result.WithoutBacklog);
        Assert.True(result.Measured.Slow > 0);
    }

    [Fact]
    public void BlameJudgement_ServerThatTimesItself_CountsArrivalsDuringAStop()
    {
        var service = SimulatedService.Random(51, 8, 0.4, pauseMs: 300);
        var (measured, moved) = (service.Measured(), 0);
        var recording = service.ToRecording();
        var set = new Unpause.Requests.RequestSet { Files = ["requests"], Format = "otlp-json", RecordedBy = recording };
        for (var i = 0; i < measured.Length; i++)
        {
            var arrival = service.Arrivals[i];
            var accepted = arrival;
            foreach (var (start, length) in service.Pauses)
            {
                if (arrival >= start && arrival < start + length) accepted = start + length;
            }

            moved += accepted > arrival ? 1 : 0;
            set.Requests.Add(new Unpause.Requests.Request(
                SimulatedService.Zero + accepted, measured[i] - (accepted - arrival), -1, -1, -1));
        }

        var result = RequestAttribution.Compute([set], [recording], new AttributionOptions(100 * Ms));
        Assert.InRange(result.AcceptQueue!.Count, moved * 0.75, moved * 1.25);
        Assert.InRange(result.AcceptQueue.SlowLow, 1, result.AcceptQueue.SlowHigh);
    }

    [Theory]
    [InlineData("otlp-json", false, "By the server's own times")]
    [InlineData("csv", false, "If they are the server's own")]
    [InlineData("k6", false, ". GC is the cause of none of them.")]
    [InlineData("csv", true, ". GC is the cause of none of them.")]
    public void BlameJudgement_UnseenAcceptQueue_AcquitsNobody(string format, bool open, string said)
    {
        // 5 ms of work every 10 ms; a stop of 300 ms a second. A server that takes requests on after it sees none of it.
        var set = new Unpause.Requests.RequestSet { Files = ["requests"], Format = format };
        for (var at = 0L; at < 60_000; at += 10)
        {
            var stopped = at % 1000 is >= 500 and < 800;
            if (stopped && !open) continue;
            var took = at % 2000 == 100 ? 350 : 5;
            var latency = (stopped ? 805 - (at % 1000) : took) * Ms;
            set.Requests.Add(new Unpause.Requests.Request(SimulatedService.Zero + (at * Ms), latency, -1, -1, -1));
        }

        var recording = SimulatedService.RecordingOf(
            Enumerable.Range(0, 60).Select(i => (((i * 1000L) + 500) * Ms, 300 * Ms)), 60_000 * Ms);
        var result = RequestAttribution.Compute([set], [recording], new AttributionOptions(310 * Ms));
        Assert.Equal(30, result.Measured.Slow);
        Assert.Contains(said, Unpause.Reports.Composition.RequestVerdict.Compose(result), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(10)]
    [InlineData(30)]
    [InlineData(80)]
    public void BlameJudgement_StopBeforeTheLoggedPause_CountsFromItsStart(int lead)
    {
        for (var seed = 61; seed <= 64; seed++)
        {
            var service = SimulatedService.Random(seed, 4, 0.6, count: 20_000, pauseMs: 200);
            var recording = SimulatedService.RecordingOf(
                service.Pauses.Where(pause => pause.Length > lead * Ms)
                    .Select(pause => (pause.Start + (lead * Ms), pause.Length - (lead * Ms))), service.Arrivals[^1] + (3000 * Ms));
            var result = RequestAttribution.Compute(
                [service.ToRequestSet(recordedBy: recording)], [recording], new AttributionOptions(60 * Ms));
            Assert.InRange(result.Processes[0].UnloggedStartNanoseconds, lead * 0.8 * Ms, lead * 1.25 * Ms);
        }
    }

    private static RequestAttribution Judge(SimulatedService service, long slow) =>
        RequestAttribution.Compute([service.ToRequestSet()], [service.ToRecording()], new AttributionOptions(slow));
}
