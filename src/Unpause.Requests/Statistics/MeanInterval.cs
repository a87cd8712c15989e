namespace Unpause.Requests.Statistics;

/// <summary>
/// A mean over trials, and between which values the true one is. Trials are drawn again, never requests: requests of one trial share its
/// process, its layout of memory and its minute of this machine.
/// </summary>
/// <remarks>
/// The bootstrap's percentiles alone are too narrow for few trials; Student's t with the bootstrap's standard error is right for them where
/// the spread is about normal (T. Hesterberg, What Teachers Should Know About the Bootstrap, The American Statistician 69, 2015). The
/// interval is as wide as the wider of both on either side.
/// </remarks>
/// <param name="Mean">Of the trials.</param>
/// <param name="Low">Lower end.</param>
/// <param name="High">Upper end.</param>
public readonly record struct MeanInterval(double Mean, double Low, double High)
{
    private const int Draws = 4_000;

    /// <summary>The larger of the two sides: the number after ±.</summary>
    public double HalfWidth => Math.Max(Mean - Low, High - Mean);

    /// <summary>The interval of some trials' values.</summary>
    /// <param name="values">One a trial.</param>
    /// <param name="error">The probability that the true mean is outside: 0.05 for 95 %.</param>
    /// <param name="seed">The same one draws the same.</param>
    /// <returns>Null with fewer than two trials, which have no spread.</returns>
    public static MeanInterval? Estimate(IReadOnlyList<double> values, double error, int seed)
    {
        if (values.Count < 2) return null;
        var mean = values.Average();
        var drawn = Drawn(values, seed);
        var spread = Math.Sqrt(drawn.Average(value => (value - mean) * (value - mean)));
        // The bootstrap's standard error is that of a spread divided by n; an unbiased one is divided by n − 1.
        var unbiased = spread * Math.Sqrt(values.Count / (values.Count - 1.0));
        var reach = unbiased * StudentT.Quantile(error / 2, values.Count - 1);
        Array.Sort(drawn);
        var outside = (int)(Draws * error / 2);
        return new MeanInterval(mean, Math.Min(mean - reach, drawn[outside]), Math.Max(mean + reach, drawn[Draws - 1 - outside]));
    }

    private static double[] Drawn(IReadOnlyList<double> values, int seed)
    {
        var random = new Random(seed);
        var drawn = new double[Draws];
        for (var draw = 0; draw < Draws; draw++)
        {
            var sum = 0.0;
            for (var i = 0; i < values.Count; i++) sum += values[random.Next(values.Count)];
            drawn[draw] = sum / values.Count;
        }

        return drawn;
    }
}
