namespace Unpause.Requests.Statistics;

/// <summary>
/// Student's t distribution: how far the mean of a few trials may be from the truth. With three trials that is several times farther than
/// a bootstrap alone would say, which can only draw what it has seen.
/// </summary>
public static class StudentT
{
    // Halvings of the range in which a quantile is sought: below the resolution of a double.
    private const int Halvings = 200;
    private const double MostQuantile = 1e9;

    // The continued fraction below converges in some tens of steps for all that is asked here.
    private const int MostSteps = 500;
    private const double Smallest = 1e-300;

    /// <summary>The value that is exceeded with a probability.</summary>
    /// <param name="tail">The probability, above 0 and below one half.</param>
    /// <param name="degrees">Degrees of freedom, 1 or more.</param>
    public static double Quantile(double tail, int degrees)
    {
        var (low, high) = (0.0, MostQuantile);
        for (var i = 0; i < Halvings; i++)
        {
            var middle = (low + high) / 2;
            if (Tail(middle, degrees) > tail) low = middle;
            else high = middle;
        }

        return (low + high) / 2;
    }

    /// <summary>The probability that a value is exceeded: half a regularized incomplete beta function.</summary>
    /// <param name="value">0 or more.</param>
    /// <param name="degrees">Degrees of freedom, 1 or more.</param>
    public static double Tail(double value, int degrees) =>
        IncompleteBeta(degrees / (degrees + (value * value)), degrees / 2.0, 0.5) / 2;

    /// <summary>By the continued fraction of DLMF 8.17.22, summed by Lentz's method as Thompson and Barnett changed it (1986).</summary>
    private static double IncompleteBeta(double x, double a, double b)
    {
        if (x is <= 0 or >= 1) return x <= 0 ? 0 : 1;
        if (x > (a + 1) / (a + b + 2)) return 1 - IncompleteBeta(1 - x, b, a);
        var front = Math.Exp((a * Math.Log(x)) + (b * Math.Log(1 - x)) - LogBeta(a, b)) / a;
        var (numerator, denominator, fraction) = (1.0, 0.0, 1.0);
        for (var step = 0; step <= MostSteps; step++)
        {
            var m = step / 2;
            var term = step == 0 ? 1
                : step % 2 == 0 ? m * (b - m) * x / ((a + (2 * m) - 1) * (a + (2 * m)))
                : -(a + m) * (a + b + m) * x / ((a + (2 * m)) * (a + (2 * m) + 1));
            denominator = 1 / NotZero(1 + (term * denominator));
            numerator = NotZero(1 + (term / numerator));
            var change = denominator * numerator;
            fraction *= change;
            if (step > 0 && Math.Abs(change - 1) < 1e-15) break;
        }

        return front * (fraction - 1);
    }

    private static double NotZero(double value) => Math.Abs(value) < Smallest ? Smallest : value;

    /// <summary>ln B(a, b), where a and b are halves of whole numbers.</summary>
    private static double LogBeta(double a, double b) => LogGamma(a) + LogGamma(b) - LogGamma(a + b);

    /// <summary>Down to Γ(1) or Γ(1/2) by Γ(x) = (x − 1) Γ(x − 1): exact for halves of whole numbers.</summary>
    private static double LogGamma(double halves)
    {
        var sum = 0.0;
        for (; halves > 1; halves--) sum += Math.Log(halves - 1);
        return sum + (halves == 1 ? 0 : Math.Log(Math.PI) / 2);
    }
}
