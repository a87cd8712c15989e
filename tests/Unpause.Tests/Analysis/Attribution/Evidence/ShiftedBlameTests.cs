using Unpause.Requests.Attribution;

namespace Unpause.Tests.Analysis.Attribution.Evidence;

public sealed class ShiftedBlameTests
{
    private const long Ms = SimulatedService.Ms;

    [Fact]
    public void ShiftedBlame_PausesOfAnotherProcess_AreSeldomBlamed()
    {
        var (guilty, judged) = (0, 0);
        for (var seed = 1; seed <= 60; seed++)
        {
            var service = SimulatedService.Random(seed, 2, 0.6, count: 1500, everyMs: 1e12);
            var random = new Random(seed);
            var end = service.Arrivals[^1];
            var strangers = Enumerable.Range(0, 30).Select(_ => (random.NextInt64(end), random.NextInt64(10, 60) * Ms));
            var recording = SimulatedService.RecordingOf(strangers, end);
            var result = RequestAttribution.Compute(
                [service.ToRequestSet(recordedBy: recording)], [recording],
                new AttributionOptions(SimulatedService.Percentile(service.Measured(), 90)));
            if (result.PValue is not { } p) continue;
            judged++;
            guilty += p <= 0.05 ? 1 : 0;
        }

        Assert.InRange(judged, 50, 60);
        Assert.InRange(guilty, 0, 7);
    }

    [Fact]
    public void ShiftedBlame_OwnPauses_AreBlamed()
    {
        for (var seed = 1; seed <= 5; seed++)
        {
            var service = SimulatedService.Random(seed, 2, 0.6, count: 3000);
            var slow = SimulatedService.Percentile(service.Measured(), 95);
            var result = RequestAttribution.Compute([service.ToRequestSet()], [service.ToRecording()], new AttributionOptions(slow));
            Assert.InRange(result.PValue!.Value, 1 / 200.0, 3 / 200.0);
            Assert.True(result.SlowBecauseOfGcLow > 0);
        }
    }
}
