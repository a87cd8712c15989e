namespace Unpause.Requests.Attribution.Queues;

/// <summary>
/// The distance of two samples of service times: the largest distance between their empirical distributions (Kolmogorov and
/// Smirnov), and how much of it chance explains. Values that differ by 2 % or 3 µs count as equal: stamps are rounded, and
/// where all requests need alike any rounding would part them.
/// </summary>
/// <param name="Largest">0 to 1.</param>
/// <param name="ByChance">What chance exceeds in 5 % of equal distributions: 1.36 √(1/n + 1/m).</param>
internal readonly record struct DemandDistance(double Largest, double ByChance)
{
    private const double ChanceDistance = 1.36;
    private const long EqualNanoseconds = 3000;
    private const int EqualPart = 50;

    /// <summary>What chance does not explain; 0 where it may explain all.</summary>
    public double Excess => Math.Max(0, Largest - ByChance);

    /// <summary>In units of what chance makes.</summary>
    public double Ratio => Largest / ByChance;

    /// <summary>The distance; sorts both samples, which must not be empty.</summary>
    public static DemandDistance Between(Span<long> a, Span<long> b)
    {
        a.Sort();
        b.Sort();
        return new(Math.Max(Above(a, b), Above(b, a)), ChanceDistance * Math.Sqrt((1.0 / a.Length) + (1.0 / b.Length)));
    }

    /// <summary>
    /// The most by which one distribution is above the other, whose values are first made smaller by what counts as equal.
    /// </summary>
    private static double Above(ReadOnlySpan<long> a, ReadOnlySpan<long> b)
    {
        double largest = 0;
        for (int i = 0, j = 0; i < a.Length; i++)
        {
            while (j < b.Length && b[j] - (b[j] / EqualPart) - EqualNanoseconds <= a[i]) j++;
            largest = Math.Max(largest, ((i + 1.0) / a.Length) - ((double)j / b.Length));
        }

        return largest;
    }
}
