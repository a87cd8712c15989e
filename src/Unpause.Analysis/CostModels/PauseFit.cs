using Unpause.Requests.Statistics;

namespace Unpause.Analysis.CostModels;

/// <summary>What collections of one kind take, against what survived them: a constant part, and so much for each GiB.</summary>
/// <param name="Collections">Collections with known survivors.</param>
/// <param name="MedianSurvivorBytes">The median of what survived.</param>
/// <param name="Line">Seconds per GiB; null where it is unknown.</param>
/// <param name="Doubt">Why it cannot; null where it can.</param>
public sealed record PauseFit(
    int Collections, double MedianNanoseconds, double MedianSurvivorBytes, TheilSen? Line, PauseFitDoubt? Doubt)
{
    /// <summary>Fewest collections for a line.</summary>
    public const int Fewest = 10;

    /// <summary>How many times as much must survive the upper tenth of them as the lower tenth.</summary>
    public const double LeastSpread = 1.25;

    private const int MostPoints = 256;
    private const double Gibibyte = 1L << 30;

    /// <summary>The fit.</summary>
    /// <param name="points">Survivors in bytes, length in nanoseconds; in order of time.</param>
    public static PauseFit? Compute(IReadOnlyList<(double Survivors, double Nanoseconds)> points)
    {
        if (points.Count == 0) return null;
        var step = 1 + (points.Count / MostPoints);
        var chosen = points.Where((_, index) => index % step == 0).OrderBy(point => point.Survivors).ToList();
        var (x, y) = (chosen.ConvertAll(point => point.Survivors / Gibibyte), chosen.ConvertAll(point => point.Nanoseconds / 1e9));
        var (line, doubt) = Judged(points.Count, [.. x], [.. y]);
        return new(
            points.Count, Median.Compute(points.Select(point => point.Nanoseconds)),
                Median.Compute(points.Select(point => point.Survivors)), line,
            doubt);
    }

    private static (TheilSen?, PauseFitDoubt?) Judged(int count, double[] x, double[] y)
    {
        if (count < Fewest) return (null, PauseFitDoubt.TooFew);
        if (x[x.Length * 9 / 10] < x[x.Length / 10] * LeastSpread || x[^1] <= 0) return (null, PauseFitDoubt.SameSurvivors);
        return TheilSen.Fit(x, y) is { Low: > 0 } line ? (line, null) : (null, PauseFitDoubt.Scatter);
    }
}

/// <summary>Why the cost of a GiB of survivors is unknown.</summary>
public enum PauseFitDoubt
{
    /// <summary>Too few collections.</summary>
    TooFew,

    /// <summary>Nearly the same survives each of them.</summary>
    SameSurvivors,

    /// <summary>Their lengths have other reasons: the line's slope may as well be 0.</summary>
    Scatter,
}
