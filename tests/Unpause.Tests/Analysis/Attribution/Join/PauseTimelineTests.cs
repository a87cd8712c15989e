using Unpause.Requests.Attribution.Join;

namespace Unpause.Tests.Analysis.Attribution.Join;

public sealed class PauseTimelineTests
{
    [Theory]
    [InlineData(1, 0, 1000)]
    [InlineData(2, 1, 1000)]
    [InlineData(3, 40, 100_000)]
    [InlineData(4, 300, 1000)]
    [InlineData(5, 300, 100_000_000_000)]
    public void PauseTimeline_RandomIntervals_EqualsCountingEachInterval(int seed, int count, long span)
    {
        var random = new Random(seed);
        var starts = Enumerable.Range(0, count).Select(_ => random.NextInt64(span)).ToArray();
        var lengths = Enumerable.Range(0, count).Select(_ => random.NextInt64(1 + (span / 200))).ToArray();
        var pauses = PauseTimeline.Merge([.. starts], [.. lengths]);
        for (var i = 0; i < 2000; i++)
        {
            var (from, to) = (random.NextInt64(-span / 4, span * 5 / 4), random.NextInt64(-span / 4, span * 5 / 4));
            if (from > to) (from, to) = (to, from);
            Assert.Equal(Covered(starts, lengths, from, to), pauses.Stopped(from, to));
            Assert.Equal(Enumerable.Range(0, count).Any(k => starts[k] <= from && from < starts[k] + lengths[k]), pauses.Contains(from));
        }
    }

    [Theory]
    [InlineData(11, 0, 5000, true)]
    [InlineData(12, 1, 5000, true)]
    [InlineData(13, 2, 100, false)]
    [InlineData(14, 300, 5000, true)]
    [InlineData(15, 300, 100_000_000, true)]
    [InlineData(16, 300, 5000, false)]
    public void PauseTimeline_Sweep_EqualsSingleQueries(int seed, int count, long longest, bool inOrder)
    {
        const long Span = 1_000_000_000;
        var random = new Random(seed);
        var pauses = PauseTimeline.Merge(
            [.. Enumerable.Range(0, count).Select(_ => random.NextInt64(Span))],
            [.. Enumerable.Range(0, count).Select(_ => random.NextInt64(Span / 400))]);
        var starts = Enumerable.Range(0, 3003).Select(_ => random.NextInt64(-Span / 4, Span * 5 / 4)).ToArray();
        if (inOrder) Array.Sort(starts);
        var durations = starts.Select(_ => random.NextInt64(longest)).ToArray();
        var stopped = new long[starts.Length];
        var sweep = new PauseSweep(pauses);
        sweep.Fill(starts.AsSpan(0, 1001), durations.AsSpan(0, 1001), stopped.AsSpan(0, 1001));
        sweep.Fill(starts.AsSpan(1001), durations.AsSpan(1001), stopped.AsSpan(1001));
        Assert.Equal(starts.Select((start, i) => pauses.Stopped(start, start + durations[i])), stopped);
    }

    [Fact]
    public void PauseTimeline_ManyIntervalsInOneBucket_AreFoundByHalving()
    {
        // 50,000 intervals in 100 µs and one a year later: all but one share a bucket.
        var starts = Enumerable.Range(0, 50_000).Select(i => i * 2L).Append(365L * 24 * 3600 * 1_000_000_000).ToArray();
        var lengths = Enumerable.Repeat(1L, starts.Length).ToArray();
        var pauses = PauseTimeline.Merge(starts, lengths);
        for (var i = 0; i < 100_000; i++) Assert.Equal((i + 1) / 2, pauses.StoppedBefore(i));
        Assert.Equal(50_001, pauses.StoppedBefore(long.MaxValue));
    }

    [Fact]
    public void PauseTimeline_TouchingShortIntervals_CountAsOne()
    {
        var pauses = PauseTimeline.Merge([0, 60, 200, 500], [60, 60, 90, 100], shorterThan: 100);
        Assert.Equal(2, pauses.Count);
        Assert.Equal(220, pauses.TotalNanoseconds);
        Assert.Equal((0, 120, 500, 600), (pauses.Start(0), pauses.End(0), pauses.Start(1), pauses.End(1)));
    }

    private static long Covered(long[] starts, long[] lengths, long from, long to)
    {
        long covered = 0, reached = from;
        foreach (var k in Enumerable.Range(0, starts.Length).OrderBy(k => starts[k]))
        {
            var (start, end) = (Math.Max(starts[k], reached), Math.Min(starts[k] + lengths[k], to));
            if (end <= start) continue;
            covered += end - start;
            reached = end;
        }

        return covered;
    }
}
