using Unpause.Requests.Attribution.Clocks;
using Unpause.Requests.Attribution.Join;

namespace Unpause.Tests.Analysis.Attribution.Clocks;

public sealed class ClockAlignerTests
{
    private const long Ms = SimulatedService.Ms;

    [Theory]
    [InlineData(1, 1, 0.3, false, 0)]
    [InlineData(2, 1, 0.3, false, 35)]
    [InlineData(3, 1, 0.7, false, -180)]
    [InlineData(4, 4, 0.4, false, 1500)]
    [InlineData(5, 4, 0.4, true, -1900)]
    [InlineData(6, 1, 0.4, true, 3)]
    [InlineData(7, 100_000, 0.3, false, -42)]
    public void ClockAligner_Offset_IsFoundWithinItsStatedError(int seed, int workers, double load, bool shared, long offsetMs)
    {
        var service = SimulatedService.Random(seed, workers, load, shared, count: 15_000, needMs: workers > 100 ? 150 : 4, pauseMs: 80);
        var found = ClockAligner.Align(service.Requests(), Moved(service, -offsetMs * Ms, 0), 1000, 0);
        Assert.True(found.Applied, found.ToString());
        Assert.Equal(ClockState.Verified, found.State);
        Assert.InRange(found.OffsetNanoseconds - (offsetMs * Ms), -found.ErrorBoundNanoseconds, found.ErrorBoundNanoseconds);
        Assert.InRange(found.ErrorBoundNanoseconds, 0, 10 * Ms);
        Assert.Equal(0, found.DriftPartsPerMillion);
        if (offsetMs == 0) Assert.Equal((0, true), (found.OffsetNanoseconds, found.ErrorBoundNanoseconds <= 1000));
    }

    [Theory]
    [InlineData(11, 80, 20)]
    [InlineData(12, -120, -300)]
    public void ClockAligner_Drift_IsFound(int seed, double partsPerMillion, long offsetMs)
    {
        // Four hours with a request every 200 ms and a pause of about 300 ms every 20 s: the drift is more than a second.
        var service = SimulatedService.Random(seed, 1, 0.025, count: 72_000, needMs: 5, pauseMs: 300, everyMs: 20_000);
        var pauses = Moved(service, -offsetMs * Ms, -partsPerMillion * 1e-6);
        var found = ClockAligner.Align(service.Requests(), pauses, 1000, 0);
        Assert.True(found.Applied, found.ToString());
        Assert.InRange(found.DriftPartsPerMillion, partsPerMillion - 3, partsPerMillion + 3);
        Assert.InRange(found.ErrorBoundNanoseconds, 1, 60 * Ms);
        for (var i = 0; i < pauses.Count; i++)
        {
            Assert.InRange(found.Map(pauses.Start(i)) - service.Pauses[i].Start, -found.ErrorBoundNanoseconds, found.ErrorBoundNanoseconds);
        }
    }

    [Theory]
    [InlineData(21, 2100)]
    [InlineData(22, -5000)]
    [InlineData(23, 30_000)]
    [InlineData(24, -754_321)]
    [InlineData(25, 3_600_000)]
    [InlineData(26, -20_700_000)]
    public void ClockAligner_LargeOffset_IsFoundByFifteenPauses(int seed, long offsetMs)
    {
        var service = SimulatedService.Random(seed, 2, 0.4, count: 4000, needMs: 6, pauseMs: 120, everyMs: 1200);
        var few = new SimulatedService
        {
            Arrivals = service.Arrivals,
            Needs = service.Needs,
            Workers = 2,
            Pauses = service.Pauses[..15],
        };
        var found = ClockAligner.Align(few.Requests(), Moved(few, -offsetMs * Ms, 0), 2 * Ms, 0);
        Assert.Equal(ClockState.Verified, found.State);
        Assert.InRange(found.OffsetNanoseconds - (offsetMs * Ms), found.PossibleLow, found.PossibleHigh);
        Assert.InRange(found.PossibleHigh - found.PossibleLow, 0, 30 * Ms);
    }

    [Theory]
    [InlineData(31, 300)]
    [InlineData(32, 900)]
    public void ClockAligner_Step_IsFound(int seed, long stepMs)
    {
        var service = SimulatedService.Random(seed, 1, 0.4, count: 15_000, pauseMs: 100, everyMs: 1000);
        var middle = service.Pauses[service.Pauses.Length / 2].Start - (500 * Ms);
        var pauses = PauseTimeline.Merge(
            [.. service.Pauses.Select(pause => pause.Start + (pause.Start > middle ? stepMs * Ms : 0))],
            [.. service.Pauses.Select(pause => pause.Length)]);
        var found = ClockAligner.Align(service.Requests(), pauses, 1000, 0);
        Assert.Equal((ClockState.Verified, 2), (found.State, found.Stretches.Count));
        for (var i = 0; i < pauses.Count; i++)
        {
            Assert.InRange(found.Map(pauses.Start(i)) - service.Pauses[i].Start, -found.ErrorBoundNanoseconds, found.ErrorBoundNanoseconds);
            Assert.InRange(found.Unmap(found.Map(pauses.Start(i))) - pauses.Start(i), -1, 1);
        }
    }

    [Fact]
    public void ClockAligner_PausesOfAnotherProcess_ContradictTheClock()
    {
        var service = SimulatedService.Random(1, 2, 0.5, count: 5000);
        var other = SimulatedService.Random(1001, 2, 0.5, count: 5000);
        var found = ClockAligner.Align(service.Requests(), other.Timeline(), 1000, 0);
        Assert.Equal(ClockState.Contradicted, found.State);
        Assert.False(found.Places(other.Pauses[0].Start));
    }

    [Fact]
    public void ClockAligner_UnrelatedPauses_MoveNoClock()
    {
        var applied = 0;
        for (var seed = 1; seed <= 40; seed++)
        {
            var service = SimulatedService.Random(seed, 2, 0.5, count: 5000);
            var other = SimulatedService.Random(1000 + seed, 2, 0.5, count: 5000);
            applied += ClockAligner.Align(service.Requests(), other.Timeline(), 1000, 0).Applied ? 1 : 0;
        }

        Assert.Equal(0, applied);
    }

    [Fact]
    public void ClockAligner_EvenlySpacedPauses_AreNotMoved()
    {
        var service = SimulatedService.Random(3, 1, 0.3, count: 20_000);
        var even = new SimulatedService
        {
            Arrivals = service.Arrivals,
            Needs = service.Needs,
            Workers = 1,
            Pauses = [.. Enumerable.Range(1, 200).Select(i => (i * SimulatedService.Second, 50 * Ms))],
        };
        var found = ClockAligner.Align(even.Requests(), Moved(even, 600 * Ms, 0), 1000, 0);
        Assert.False(found.Applied);
        Assert.Equal((ClockState.Contradicted, 0), (found.State, found.OffsetNanoseconds));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(2)]
    public void ClockAligner_TooFewPauses_MoveNothing(int count)
    {
        var service = SimulatedService.Random(4, 1, 0.3, count: 2000);
        var pauses = PauseTimeline.Merge(
            [.. service.Pauses.Take(count).Select(p => p.Start)], [.. service.Pauses.Take(count).Select(p => p.Length)]);
        Assert.Equal(ClockAlignment.AsRead(1000), ClockAligner.Align(service.Requests(), pauses, 1000, 0));
    }

    private static PauseTimeline Moved(SimulatedService service, long by, double drift) => PauseTimeline.Merge(
        [.. service.Pauses.Select(pause => pause.Start + by + (long)(pause.Start * drift))],
        [.. service.Pauses.Select(pause => pause.Length)]);
}
