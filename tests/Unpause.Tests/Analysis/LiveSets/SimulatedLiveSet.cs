using Unpause.Analysis.LiveSets;

namespace Unpause.Tests.Analysis.LiveSets;

/// <summary>Live sets of which it is known whether they grow: a level, correlated noise, and a shape.</summary>
internal static class SimulatedLiveSet
{
    private const double Level = 100 << 20;

    /// <summary>The series.</summary>
    /// <param name="random">Draws the noise.</param>
    /// <param name="count">Collections, ten seconds apart.</param>
    /// <param name="correlation">Of neighbours.</param>
    /// <param name="noise">Standard deviation as a share of the level.</param>
    /// <param name="shape">What the level is multiplied with, from 0 at the beginning to 1 at the end.</param>
    public static LiveSetSeries Of(Random random, int count, double correlation, double noise, Func<double, double> shape)
    {
        var points = new List<LiveSetPoint>();
        var state = Normal(random);
        for (var i = 0; i < count; i++)
        {
            var value = Level * (shape(i / (count - 1.0)) + (noise * state));
            points.Add(new(i * 10_000_000_000L, (long)Math.Max(0, value)));
            state = (correlation * state) + (Math.Sqrt(1 - (correlation * correlation)) * Normal(random));
        }

        return new(points, true);
    }

    private static double Normal(Random random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
}
