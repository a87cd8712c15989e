namespace Unpause.Tests.Analysis.Tuning;

/// <summary>Random numbers of distributions that trials have.</summary>
internal static class Noise
{
    /// <summary>Mean 0, standard deviation 1 (Box and Muller, 1958).</summary>
    public static double Normal(Random random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());

    /// <summary>Around a median, skewed as latencies are.</summary>
    public static double Skewed(Random random, double median, double spread) => median * Math.Exp(spread * Normal(random));
}
