namespace Unpause.Requests.Statistics;

/// <summary>
/// Whether values in order of time rise or fall: the sum of the signs of all later-minus-earlier differences (H. B. Mann, Nonparametric
/// tests against trend, 1945), with the variance for tied values (M. G. Kendall, Rank Correlation Methods, 1975). Its normal approximation
/// with a correction for continuity is usual from 8 values on (R. O. Gilbert, Statistical Methods for Environmental Pollution Monitoring,
/// 1987, section 16.4).
/// </summary>
/// <remarks>The test assumes independent values: where neighbours are correlated, its p-value is too low.</remarks>
/// <param name="S">The number of rising pairs minus that of falling pairs.</param>
/// <param name="PValue">Of a rise or a fall by chance: two-sided.</param>
public readonly record struct MannKendall(long S, double PValue)
{
    /// <summary>Fewest values for the normal approximation.</summary>
    public const int FewestValues = 8;

    // The coefficients of formula 7.1.26 in M. Abramowitz and I. A. Stegun, Handbook of Mathematical Functions, 1964: error below 1.5e-7.
    private static readonly double[] ErrorFunction = [0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429];

    /// <summary>The test; null with fewer than <see cref="FewestValues"/>.</summary>
    /// <param name="values">In order of time.</param>
    public static MannKendall? Test(ReadOnlySpan<double> values)
    {
        if (values.Length < FewestValues) return null;
        long sum = 0;
        for (var i = 0; i < values.Length; i++)
        {
            for (var j = i + 1; j < values.Length; j++) sum += values[j].CompareTo(values[i]);
        }

        var variance = Spread(values.Length);
        foreach (var tied in values.ToArray().GroupBy(value => value)) variance -= Spread(tied.Count());
        if (variance <= 0) return new(sum, 1);
        var z = (sum - Math.Sign(sum)) / Math.Sqrt(variance / 18);
        return new(sum, Math.Min(1, BothTails(Math.Abs(z))));
    }

    private static double Spread(double count) => count * (count - 1) * ((2 * count) + 5);

    /// <summary>How often a normal value is at least so many standard deviations away, to either side.</summary>
    private static double BothTails(double deviations)
    {
        var x = deviations / Math.Sqrt(2);
        var t = 1 / (1 + (0.3275911 * x));
        double sum = 0;
        for (var i = ErrorFunction.Length - 1; i >= 0; i--) sum = (sum + ErrorFunction[i]) * t;
        return sum * Math.Exp(-x * x);
    }
}
