namespace Unpause.Requests.Attribution.Join;

/// <summary>Which values to look at first: some from everywhere, the same in every run.</summary>
internal static class RankSample
{
    /// <summary>The distance of bounds from the sample's percentile, in standard deviations: one run in a thousand looks twice.</summary>
    public const double Deviations = 4;

    /// <summary>How many times wider bounds get when a sample has misled; soon they include everything.</summary>
    public const double Wider = 8;

    private const int Size = 10_000;
    private const int Seed = 4711;

    /// <summary>Positions of the sample, ascending: one somewhere in each of many equal stretches, or all where there are few.</summary>
    /// <param name="count">How many values there are.</param>
    public static long[] Positions(long count)
    {
        var positions = new long[Math.Min(count, Size)];
        var random = new Random(Seed);
        for (var i = 0; i < positions.Length; i++)
        {
            var (from, to) = (count * i / positions.Length, count * (i + 1) / positions.Length);
            positions[i] = random.NextInt64(from, to);
        }

        return positions;
    }
}
