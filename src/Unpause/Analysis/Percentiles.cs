namespace Unpause.Analysis;

/// <summary>Nearest-rank percentiles: the smallest value such that at least p percent of all values are not above it.</summary>
public static class Percentiles
{
    /// <summary>The value at a percentile of sorted values.</summary>
    /// <param name="sorted">Values in ascending order.</param>
    /// <param name="perMille">The percentile in tenths of a percent, 1 to 1000 (p50 is 500, p99.9 is 999): whole, so that the rank is exact.</param>
    /// <returns>Null when there are no values.</returns>
    public static long? NearestRank(ReadOnlySpan<long> sorted, int perMille)
    {
        if (sorted.IsEmpty) return null;
        var rank = (((long)sorted.Length * perMille) + 999) / 1000;
        return sorted[(int)Math.Max(rank, 1) - 1];
    }
}
