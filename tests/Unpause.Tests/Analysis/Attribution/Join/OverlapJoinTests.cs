using Unpause.Requests.Attribution;
using Unpause.Requests.Attribution.Join;
using Unpause.Requests.Statistics;

namespace Unpause.Tests.Analysis.Attribution.Join;

public sealed class OverlapJoinTests
{
    // One thread; several with a last word that is not full; a resolution of a millisecond; pauses over everything; none.
    public static TheoryData<int, int, int, long, long> Inputs => new()
    {
        { 1, 0, 5, 1, 1000 }, { 2, 1, 0, 1, 1000 }, { 3, 1000, 50, 1, 100_000 }, { 4, 777, 400, 1, 1_000_000 },
        { 5, 1_200_005, 3000, 1, 50_000 },
        { 6, 700_000, 20, 1_000_000, 90_000_000 },
        { 7, 64, 1, 1, 1_000_000_000 },
        { 8, 5000, 0, 1, 1000 },
    };

    [Theory]
    [MemberData(nameof(Inputs))]
    public void OverlapJoin_RandomRequests_EqualsANaiveJoin(int seed, int requests, int pauses, long resolution, long longest)
    {
        var random = new Random(seed);
        var span = 1000L * Math.Max(requests, 10) * resolution;
        var starts = Enumerable.Range(0, requests).Select(_ => random.NextInt64(span) / resolution * resolution).Order().ToArray();
        if (seed % 2 == 0) random.Shuffle(starts);
        var durations = starts.Select(_ => random.NextInt64(longest) / resolution * resolution).ToArray();
        var pauseStarts = Enumerable.Range(0, pauses).Select(_ => random.NextInt64(span)).ToArray();
        var lengths = pauseStarts.Select(_ => random.NextInt64(span / (pauses * 5))).ToArray();
        var (threshold, bound) = (longest / 3, longest / 50);
        AssertNaive(starts, durations, pauseStarts, lengths, threshold, bound);
    }

    [Fact]
    public void OverlapJoin_TouchingEdges_DoNotOverlap()
    {
        // A pause from 100 to 200: before it, up to it, into it, within it, exactly it, out of
        // it, from its end, around it, without a length.
        long[] starts = [50, 50, 50, 120, 100, 150, 200, 50, 100, 150, 200, 300];
        long[] durations = [10, 50, 60, 30, 100, 70, 10, 300, 0, 0, 0, 5];
        AssertNaive(starts, durations, [100], [100], 55, 0);
        AssertNaive(starts, durations, [100, 130, 300], [100, 70, 1], 55, 10);
    }

    [Fact]
    public void OverlapJoin_SeveralProcesses_AreJudgedApartAndCountedTogether()
    {
        long[] starts = [50, 900], durations = [200, 200];
        var (first, second) = (PauseTimeline.Merge([100], [100]), PauseTimeline.Merge([1000], [500]));
        var join = OverlapJoin.Compute([new(starts, durations, first, 0), new(starts, durations, second, 0)], 100);
        Assert.Equal((2, 200, 4, 2), (join.Touched, join.StoppedNanoseconds, join.Measured.Slow, join.WithoutOwnOverlap.Slow));
        Assert.Equal((100, 200), (join.WithoutOwnOverlap.P50Nanoseconds, join.WithoutOwnOverlap.MaxNanoseconds));
    }

    private static void AssertNaive(long[] starts, long[] durations, long[] pauseStarts, long[] lengths, long threshold, long bound)
    {
        var merged = Merged(pauseStarts, lengths);
        var stopped = starts.Select((start, i) => StoppedIn(merged, start, start + durations[i])).ToArray();
        var without = durations.Select((duration, i) => duration - stopped[i]).ToArray();
        var join = OverlapJoin.Compute(
            [new JoinedRequests(starts, durations, PauseTimeline.Merge([.. pauseStarts], [.. lengths]), bound)], threshold);
        Assert.Equal(stopped.Sum(), join.StoppedNanoseconds);
        Assert.Equal(stopped.Count(time => time > bound), join.Touched);
        Assert.Equal(Sorted(durations, threshold), join.Measured);
        Assert.Equal(Sorted(without, threshold), join.WithoutOwnOverlap);
    }

    private static List<(long From, long To)> Merged(long[] starts, long[] lengths)
    {
        var merged = new List<(long From, long To)>();
        foreach (var (from, length) in starts.Zip(lengths).OrderBy(pause => pause.First))
        {
            if (merged.Count > 0 && from <= merged[^1].To) merged[^1] = (merged[^1].From, Math.Max(merged[^1].To, from + length));
            else merged.Add((from, from + length));
        }

        return merged;
    }

    /// <summary>Walks from the first pause that may matter, so that a million requests stay a test.</summary>
    private static long StoppedIn(List<(long From, long To)> pauses, long from, long to)
    {
        long stopped = 0;
        var (low, high) = (0, pauses.Count);
        while (low < high)
        {
            var middle = (low + high) / 2;
            if (pauses[middle].To < from) low = middle + 1;
            else high = middle;
        }

        for (; low < pauses.Count && pauses[low].From <= to; low++)
        {
            stopped += Math.Max(0, Math.Min(to, pauses[low].To) - Math.Max(from, pauses[low].From));
        }

        return stopped;
    }

    private static LatencyDistribution Sorted(long[] values, long threshold)
    {
        var sorted = values.Order().ToArray();
        var slow = values.Count(value => value > threshold);
        long? At(int perMille) => Percentiles.NearestRank(sorted, perMille);
        return new LatencyDistribution(
            new(At(500), At(900), At(990), At(999), At(1000)), slow, values.Length == 0 ? null : 100.0 * slow / values.Length);
    }
}
