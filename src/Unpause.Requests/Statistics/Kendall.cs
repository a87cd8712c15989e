namespace Unpause.Requests.Statistics;

/// <summary>How steadily values rise, however much (M. G. Kendall, A New Measure of Rank Correlation, 1938).</summary>
public static class Kendall
{
    /// <summary>Of more values every n-th is compared.</summary>
    private const int MostCompared = 400;

    /// <summary>Of all pairs, the share in which the later is more; chance gives half. 0 with fewer than two.</summary>
    /// <param name="values">In order of time.</param>
    /// <param name="full">A value that cannot be exceeded: two of them count as a rise. Null where there is none.</param>
    public static double RisingShare(ReadOnlySpan<double> values, double? full = null)
    {
        var step = Math.Max(1, values.Length / MostCompared);
        long rising = 0, pairs = 0;
        for (var i = 0; i < values.Length; i += step)
        {
            for (var j = i + step; j < values.Length; j += step)
            {
                pairs++;
                if (values[j] > values[i] || (values[j] == full && values[i] == full)) rising++;
            }
        }

        return pairs == 0 ? 0 : (double)rising / pairs;
    }
}
