namespace Unpause.Requests.Statistics;

/// <summary>Nearest-rank percentiles: the smallest value such that at least p percent of all values are not above it.</summary>
public static class Percentiles
{
    /// <summary>The value at a percentile of sorted values.</summary>
    /// <param name="sorted">Values in ascending order.</param>
    /// <param name="perMille">The percentile in tenths of a percent, 1 to 1000 (p50 is 500, p99.9 is
    /// 999): whole, so that the rank is exact.</param>
    /// <returns>Null when there are no values.</returns>
    public static long? NearestRank(ReadOnlySpan<long> sorted, int perMille)
    {
        if (sorted.IsEmpty) return null;
        return sorted[RankOf(sorted.Length, perMille)];
    }

    /// <summary>
    /// The value at a percentile of values in any order, which are put in an order in which later percentiles are found too.
    /// </summary>
    /// <param name="values">Values; behind the percentile none is smaller, before it none is greater.</param>
    /// <param name="perMille">As above.</param>
    /// <param name="from">Index before which nothing needs to be looked at: the one of a smaller
    /// percentile, which is set to this one's.</param>
    public static long? Pick(Span<long> values, int perMille, ref int from)
    {
        if (values.IsEmpty) return null;
        var rank = RankOf(values.Length, perMille);
        var value = RankPlacement.Place(values[from..], rank - from);
        from = rank;
        return value;
    }

    private static int RankOf(int count, int perMille) => (int)Math.Max((((long)count * perMille) + 999) / 1000, 1) - 1;
}
