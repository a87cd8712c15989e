using Unpause.Requests;
using Unpause.Requests.Attribution.Clocks;
using Unpause.Requests.Attribution.Join;

namespace Unpause.Tests.Analysis.Attribution.Clocks;

public sealed class StampTestTests
{
    private const long Ms = SimulatedService.Ms;

    [Theory]
    [InlineData(1, 1, 0.4, 0)]
    [InlineData(2, 4, 0.6, 0)]
    [InlineData(3, 4, 0.6, 1500)]
    [InlineData(4, 100_000, 0.3, -300)]
    public void Align_UnknownStamps_AreReadByThePauses(int seed, int workers, double load, long offsetMs)
    {
        var service = SimulatedService.Random(seed, workers, load, needMs: workers > 100 ? 60 : 6, pauseMs: 120);
        var asStarts = service.Requests();
        var (ends, latencies, positions) = (new long[asStarts.Count], (long[])[.. asStarts.Durations], (int[])[.. asStarts.Positions]);
        for (var i = 0; i < ends.Length; i++) ends[i] = asStarts.Starts[i] + asStarts.Durations[i];
        var endsAsStarts = RequestArray.Create(ends, latencies, positions);
        var pauses = PauseTimeline.Merge(
            [.. service.Pauses.Select(pause => pause.Start - (offsetMs * Ms))], [.. service.Pauses.Select(pause => pause.Length)]);
        var right = new StampedRequests(asStarts, false, 0, TimestampMeaning.Unknown, TimestampMeaning.Start, false,
            () => Sooner(asStarts));
        var wrong = new StampedRequests(endsAsStarts, false, 0, TimestampMeaning.Unknown, TimestampMeaning.Start, false, () => asStarts);

        var (clock, taken) = right.Align(pauses, 2 * Ms);
        Assert.Equal(StampReading.AsRead, clock.Stamps!.Reading);
        Assert.Same(asStarts, taken);
        Assert.InRange(clock.OffsetNanoseconds - (offsetMs * Ms), clock.PossibleLow, clock.PossibleHigh);

        (clock, taken) = wrong.Align(pauses, 2 * Ms);
        Assert.Equal(StampReading.Other, clock.Stamps!.Reading);
        Assert.Same(asStarts, taken);
        Assert.InRange(clock.OffsetNanoseconds - (offsetMs * Ms), clock.PossibleLow, clock.PossibleHigh);
        Assert.Equal((true, TimestampMeaning.End), (clock.Stamps.MustBeKnown(clock), clock.Stamps.Taken));
    }

    [Fact]
    public void Align_SpecifiedStampsThatFit_AreNotTested()
    {
        var service = SimulatedService.Random(5, 2, 0.4);
        var said = new StampedRequests(
            service.Requests(), false, 0, TimestampMeaning.Start, TimestampMeaning.Start, false,
            () => throw new InvalidOperationException());
        Assert.Null(said.Align(service.Timeline(), 2 * Ms).Clock.Stamps);
    }

    private static RequestArray Sooner(RequestArray requests)
    {
        var starts = new long[requests.Count];
        for (var i = 0; i < starts.Length; i++) starts[i] = requests.Starts[i] - requests.Durations[i];
        return RequestArray.Create(starts, [.. requests.Durations], [.. requests.Positions]);
    }
}
