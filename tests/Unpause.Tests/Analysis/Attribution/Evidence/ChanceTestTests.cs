using Unpause.Analysis.Attribution.Evidence;
using Unpause.Analysis.Attribution.Join;

namespace Unpause.Tests.Analysis.Attribution.Evidence;

public sealed class ChanceTestTests
{
    [Fact]
    public void WherePausesAndSlowRequestsAreStrangersPIsEven()
    {
        var values = new List<double>();
        for (var seed = 1; seed <= 200; seed++)
        {
            var random = new Random(seed);
            var starts = Enumerable.Range(0, 60).Select(_ => random.NextInt64(1_000_000)).ToArray();
            var pauses = PauseTimeline.Of(starts, [.. starts.Select(_ => random.NextInt64(100, 3000))]);
            var arrivals = Enumerable.Range(0, 40).Select(_ => random.NextInt64(1_000_000)).Order().ToArray();
            values.Add(PValue(arrivals, [.. arrivals.Select(_ => random.NextInt64(1000, 5000))], pauses, 1_000_000)!.Value);
        }

        Assert.InRange(values.Count(p => p <= 0.05), 3, 20);
        Assert.InRange(values.Average(), 0.42, 0.58);
    }

    [Fact]
    public void WhereEverySlowRequestHasItsPausePIsTheLeastPossible()
    {
        var arrivals = Enumerable.Range(0, 50).Select(i => i * 20_000L).ToArray();
        var pauses = PauseTimeline.Of([.. arrivals.Select(arrival => arrival + 100 + (arrival % 7))], [.. arrivals.Select(_ => 300L)]);
        var even = PValue(arrivals, [.. arrivals.Select(_ => 500L)], pauses, 1_000_000);
        var random = new Random(5);
        long[] uneven = [.. arrivals.Select(arrival => arrival + random.NextInt64(15_000))];
        pauses = PauseTimeline.Of([.. uneven.Select(arrival => arrival + 100)], [.. uneven.Select(_ => 300L)]);
        Assert.Equal(0.001, PValue(uneven, [.. uneven.Select(_ => 500L)], pauses, 1_000_000)!.Value, 6);
        // An even beat fits itself at every fiftieth shift.
        Assert.InRange(even!.Value, 0.001, 0.06);
    }

    [Fact]
    public void RequestsThatReachPastTheRecordingWrapRoundIt()
    {
        var pauses = PauseTimeline.Of([0], [1000]);
        Assert.Equal(1, PValue([500], [10_000], pauses, 1000));
    }

    [Fact]
    public void WithoutSlowRequestsThereIsNoP() => Assert.Null(new ChanceTest().PValue());

    private static double? PValue(long[] arrivals, long[] latencies, PauseTimeline pauses, long length)
    {
        var test = new ChanceTest();
        test.Add(RequestArray.Of(arrivals, latencies, [.. Enumerable.Range(0, arrivals.Length)]), pauses, 0, 0, length, arrivals.Length);
        return test.PValue();
    }
}
