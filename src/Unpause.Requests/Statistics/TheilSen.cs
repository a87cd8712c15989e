namespace Unpause.Requests.Statistics;

/// <summary>
/// A line through points in order of x that a few wild ones do not turn: the median of the slopes between all pairs (P. K. Sen, Estimates
/// of the regression coefficient based on Kendall's tau, 1968), and between which slopes the true one is.
/// </summary>
/// <remarks>
/// What is measured again and again in one process is not independent: a point above the line is followed by one above it. The interval
/// counts n points as n (1 − ρ) ÷ (1 + ρ) (G. V. Bayley and J. M. Hammersley, The "effective" number of independent observations in an
/// autocorrelated time series, 1946), with ρ the correlation of neighbours. What is left of a line that was fitted to it looks less
/// correlated than it is, the more so the fewer points there are; that is put right before.
/// </remarks>
/// <param name="Slope">Of y, for one of x.</param>
/// <param name="Intercept">The line's y where x is 0.</param>
/// <param name="Low">Lower end of the 95 % interval of the slope.</param>
/// <param name="High">Upper end of it.</param>
public readonly record struct TheilSen(double Slope, double Intercept, double Low, double High)
{
    /// <summary>Fewest points for an interval.</summary>
    public const int FewestPoints = 5;

    private const double Tail = 0.025;
    private const double MostCorrelation = 0.98;

    // A fitted line takes two of n points, and by each the correlation of neighbours looks smaller by about 1 ÷ n (F. H. C. Marriott and
    // J. A. Pope, Bias in the estimation of autocorrelations, 1954); a half more keeps short series on the safe side.
    private const double HiddenCorrelation = 2.5, LostPoints = 4;

    // Where few points show their own spread, it is multiplied by this.
    private const double MostSpread = 2;

    /// <summary>The line; null with fewer than <see cref="FewestPoints"/>, or where all have the same x.</summary>
    /// <param name="x">In ascending order.</param>
    /// <param name="y">As many.</param>
    public static TheilSen? Fit(ReadOnlySpan<double> x, ReadOnlySpan<double> y)
    {
        if (x.Length < FewestPoints || SlopeOf(x, y) is not { } slope) return null;
        var rests = new double[x.Length];
        for (var i = 0; i < x.Length; i++) rests[i] = y[i] - (slope * x[i]);
        var intercept = Median.Compute(rests);
        var reach = Reach(x, rests);
        return new(slope, intercept, slope - reach, slope + reach);
    }

    /// <summary>The median slope alone; null where all have the same x.</summary>
    public static double? SlopeOf(ReadOnlySpan<double> x, ReadOnlySpan<double> y)
    {
        var slopes = new List<double>(x.Length * (x.Length - 1) / 2);
        for (var i = 0; i < x.Length; i++)
        {
            for (var j = i + 1; j < x.Length; j++)
            {
                if (x[j] > x[i]) slopes.Add((y[j] - y[i]) / (x[j] - x[i]));
            }
        }

        if (slopes.Count == 0) return null;
        slopes.Sort();
        return (slopes[(slopes.Count - 1) / 2] + slopes[slopes.Count / 2]) / 2;
    }

    /// <summary>The half width of the slope's interval.</summary>
    private static double Reach(ReadOnlySpan<double> x, double[] rests)
    {
        var count = rests.Length;
        var (mean, middle) = (rests.Average(), 0.0);
        foreach (var at in x) middle += at / count;
        double squares = 0, neighbours = 0, lever = 0;
        for (var i = 0; i < count; i++)
        {
            squares += (rests[i] - mean) * (rests[i] - mean);
            lever += (x[i] - middle) * (x[i] - middle);
            if (i > 0) neighbours += (rests[i] - mean) * (rests[i - 1] - mean);
        }

        if (squares == 0) return 0;
        var seen = Math.Clamp(((count * neighbours / squares) + HiddenCorrelation) / (count - LostPoints), 0, MostCorrelation);
        var inflation = (1 + seen) / (1 - seen);
        var hidden = count > 2 * inflation ? Math.Min(MostSpread, Math.Sqrt(count / (count - (2 * inflation)))) : MostSpread;
        var error = hidden * Math.Sqrt(squares / (count - 2) * inflation / lever);
        return error * StudentT.Quantile(Tail, Math.Max(1, (int)(count / inflation) - 2));
    }
}
