namespace Unpause.Requests.Statistics;

/// <summary>
/// How far a percentile of latencies can be trusted. Requests near each other in time waited for one another, so whole
/// seconds are drawn again, not single requests (block bootstrap: H. R. Künsch, The jackknife and the bootstrap for
/// general stationary observations, 1989).
/// </summary>
public static class BlockBootstrap
{
    private const long BlockNanoseconds = 1_000_000_000;
    private const int Draws = 400;

    /// <summary>The percentile in each of 400 drawings of as many seconds as there were, ascending; empty without values.</summary>
    /// <param name="runs">Start and value of every request, one list a run; starts in nanoseconds.</param>
    /// <param name="perMille">The percentile in tenths of a percent.</param>
    /// <param name="seed">The same one draws the same.</param>
    public static long[] Percentiles(IEnumerable<(ReadOnlyMemory<long> Starts, ReadOnlyMemory<long> Values)> runs, int perMille, int seed)
    {
        var blocks = runs.SelectMany(run => Blocks(run.Starts.Span, run.Values.Span)).ToList();
        if (blocks.Count == 0) return [];
        var random = new Random(seed);
        var drawn = new List<long>();
        var percentiles = new long[Draws];
        for (var draw = 0; draw < Draws; draw++)
        {
            drawn.Clear();
            for (var i = 0; i < blocks.Count; i++) drawn.AddRange(blocks[random.Next(blocks.Count)]);
            long[] values = [.. drawn];
            percentiles[draw] = RankAt(values, perMille);
        }

        Array.Sort(percentiles);
        return percentiles;
    }

    /// <summary>The middle 95 % of drawn values; null without any.</summary>
    public static (double Low, double High)? Interval(IEnumerable<double> drawn)
    {
        double[] sorted = [.. drawn.Order()];
        return sorted.Length == 0 ? null : (sorted[sorted.Length / 40], sorted[sorted.Length - 1 - (sorted.Length / 40)]);
    }

    private static long RankAt(long[] values, int perMille)
    {
        Array.Sort(values);
        return Unpause.Requests.Statistics.Percentiles.NearestRank(values, perMille)!.Value;
    }

    private static List<long[]> Blocks(ReadOnlySpan<long> starts, ReadOnlySpan<long> values)
    {
        var blocks = new Dictionary<long, List<long>>();
        for (var i = 0; i < starts.Length; i++)
        {
            var second = starts[i] / BlockNanoseconds;
            if (!blocks.TryGetValue(second, out var block)) blocks.Add(second, block = []);
            block.Add(values[i]);
        }

        return [.. blocks.OrderBy(block => block.Key).Select(block => block.Value.ToArray())];
    }
}
