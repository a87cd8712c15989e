using Unpause.Analysis.Attribution.Evidence;
using Unpause.Analysis.Attribution.Join;

namespace Unpause.Tests.Analysis.Attribution.Evidence;

public sealed class CompletionTestTests
{
    private const long Ms = SimulatedService.Ms;

    [Fact]
    public void RequestsEndBetweenThePausesThatHoldThemUpAndAnywhereAmongAStrangers()
    {
        var strangers = new List<double>();
        for (var seed = 1; seed <= 12; seed++)
        {
            // Stopped for half of the time, at random.
            var service = SimulatedService.Random(seed, 1, 0.2, count: 400, pauseMs: 30, everyMs: 30);
            var other = SimulatedService.Random(seed + 1000, 1, 0.2, count: 400, pauseMs: 30, everyMs: 30);
            var own = Test(service, service.Timeline());
            Assert.Equal(0, own.Inside);
            Assert.Equal(0.001, own.PValue()!.Value, 6);
            strangers.Add(Test(service, other.Timeline()).PValue()!.Value);
        }

        Assert.InRange(strangers.Count(p => p <= 0.05), 0, 3);
        Assert.InRange(strangers.Average(), 0.25, 0.75);
    }

    [Fact]
    public void ManyRequestsAreThinnedAndThoseThatEndAfterTheRecordingAreLeftOut()
    {
        var test = new CompletionTest();
        var starts = Enumerable.Range(0, 50_000).Select(i => (long)i * Ms).ToArray();
        var requests = RequestArray.Of(starts, [.. starts.Select(_ => Ms)], [.. Enumerable.Range(0, starts.Length)]);
        test.Add(requests, PauseTimeline.Of([], []), 0, 25_000 * Ms);
        Assert.Equal((5000, 0), (test.Count, test.Inside));
        Assert.Equal(1, test.PValue());
        Assert.Null(new CompletionTest().PValue());
    }

    private static CompletionTest Test(SimulatedService service, PauseTimeline pauses)
    {
        var test = new CompletionTest();
        // Without the quiet time before and after: over a stretch of one kind, chance is even.
        test.Add(service.Requests(), pauses, SimulatedService.MarginMs * Ms, service.Arrivals[^1]);
        return test;
    }
}
