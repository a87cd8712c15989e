using Unpause.Recordings;
using Unpause.Requests.Attribution;
using Unpause.Requests.Attribution.Clocks;
using Unpause.Tests.Reports;

namespace Unpause.Tests.Analysis.Attribution;

public sealed class RequestPointsTests
{
    [Fact]
    public void RequestPoints_JudgedRequests_CountFatesAsTheAttributionDoes()
    {
        var service = SimulatedService.Random(11, workers: 1, load: 0.6);
        var attribution = RequestAttribution.Compute(
            [service.ToRequestSet()], [service.ToRecording()], new AttributionOptions(100 * SimulatedService.Ms));
        var points = Assert.Single(attribution.Points);
        Assert.Equal(AttributionOutcome.Judged, attribution.Outcome);
        Assert.Equal(attribution.Measured.Slow, points.Slow);
        Assert.Equal(attribution.Count - attribution.Measured.Slow, points.NotSlow);
        Assert.Equal(attribution.SlowBecauseOfGc, Count(points, RequestFate.SlowBecauseOfGc));
        Assert.Equal(attribution.NotExplained, Count(points, RequestFate.SlowWithPause) + Count(points, RequestFate.SlowWithoutPause));
        Assert.True(attribution.SlowBecauseOfGc > 100);
    }

    [Fact]
    public void RequestPoints_ManyRequests_KeepSlowOnesAndASampleOfTheOthers()
    {
        var service = SimulatedService.Random(5, workers: 1, load: 0.5, count: 45_000);
        var attribution = RequestAttribution.Compute(
            [service.ToRequestSet()], [service.ToRecording()], new AttributionOptions(100 * SimulatedService.Ms));
        var points = Assert.Single(attribution.Points);
        Assert.True(points.Slow is > 0 and < Limits.ShownSlowRequests);
        Assert.Equal(points.Slow, points.Shown.Count - Count(points, RequestFate.NotSlow));
        Assert.InRange(Count(points, RequestFate.NotSlow), Limits.ShownOtherRequests / 2, Limits.ShownOtherRequests);
        Assert.Equal(
            points.Shown.Select(point => point.StartUnixNanoseconds).Order(), points.Shown.Select(point => point.StartUnixNanoseconds));
        var latencies = service.Measured();
        Assert.All(points.Shown, point => Assert.Equal(latencies[point.Request], point.DurationNanoseconds));
    }

    [Fact]
    public void RequestPoints_TooManySlowRequests_KeepTheLongest()
    {
        var service = SimulatedService.Random(6, workers: 1, load: 0.4, count: 40_000, pauseMs: 300, everyMs: 500);
        var attribution = RequestAttribution.Compute(
            [service.ToRequestSet()], [service.ToRecording()], new AttributionOptions(60 * SimulatedService.Ms));
        var points = Assert.Single(attribution.Points);
        var slow = points.Shown.Where(point => point.Fate != RequestFate.NotSlow).Select(point => point.DurationNanoseconds).ToList();
        Assert.True(points.Slow > Limits.ShownSlowRequests);
        Assert.Equal(Limits.ShownSlowRequests, slow.Count);
        Assert.Equal(service.Measured().OrderDescending().Take(slow.Count).Order(), slow.Order());
    }

    [Fact]
    public void RequestPoints_ChanceNotExcluded_BlameNothing()
    {
        var service = SimulatedService.Random(21, 1, 0.5, count: 5000, everyMs: 1e12);
        var seen = 0;
        for (var seed = 0; seed < 20; seed++)
        {
            var random = new Random(seed);
            var strangers = Enumerable.Range(0, 40).Select(_ => (random.NextInt64(service.Arrivals[^1]), 30 * SimulatedService.Ms));
            var recording = SimulatedService.RecordingOf(strangers, service.Arrivals[^1]);
            // On one clock, or requests that end inside pauses would contradict it.
            var attribution = RequestAttribution.Compute(
                [service.ToRequestSet(recordedBy: recording)], [recording], new AttributionOptions(20 * SimulatedService.Ms));
            if (attribution.Outcome != AttributionOutcome.NotSignificant) continue;
            var points = Assert.Single(attribution.Points);
            Assert.Equal(0, Count(points, RequestFate.SlowBecauseOfGc));
            Assert.Equal(attribution.SlowWithPause, Count(points, RequestFate.SlowWithPause));
            seen++;
        }

        Assert.True(seen > 0);
    }

    [Fact]
    public void RequestPoints_NotJudged_AreEmpty()
    {
        var refused = JudgedRequests.Of([JudgedRequests.EverySecond()], 5000, JudgedRequests.Touched([3])).Requests!.Attribution;
        Assert.Equal(AttributionOutcome.NotEnoughEvidence, refused.Outcome);
        Assert.Empty(refused.Points);
    }

    [Theory]
    [InlineData(0, 0)]
    [InlineData(250_000_000, 0)]
    [InlineData(-40_000_000, 35.5)]
    public void ClockAlignment_MappedTime_MapsBack(long offset, double drift)
    {
        var clock = new ClockAlignment(true, offset, drift, JudgedRequests.Zero, 1000, 0, 0, 0);
        foreach (var seconds in new[] { -5L, 0, 17, 86_400 })
        {
            var wall = JudgedRequests.Zero + (seconds * 1_000_000_000) + 123;
            Assert.InRange(clock.Unmap(clock.Map(wall)) - wall, -1, 1);
        }
    }

    private static long Count(RequestPoints points, RequestFate fate) => points.Shown.Count(point => point.Fate == fate);
}
