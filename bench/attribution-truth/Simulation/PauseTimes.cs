namespace Unpause.Bench.AttributionTruth;

/// <summary>Draws when pauses are and how long.</summary>
public static class PauseTimes
{
    private const double LeastGap = 0.002;

    /// <summary>
    /// Pauses between two moments, in order, in seconds: gaps regular, jittered or at random, or pauses in pairs; lengths alike,
    /// spread or of two kinds.
    /// </summary>
    public static List<(double Start, double Length)> Draw(int count, double mean, double from, double until, Dice dice)
    {
        var spread = dice.OneOf(0.15, 0.5, 1.0);
        var kind = dice.Whole(0, 2);
        var gaps = new double[count + 1];
        var lengths = new double[count];
        var pairs = dice.Chance(0.15);
        for (var i = 0; i <= count; i++) gaps[i] = pairs && i % 2 == 1 ? 0 : (1 - spread) + dice.Exponential(spread);
        for (var i = 0; i < count; i++)
        {
            lengths[i] = mean * kind switch
            {
                0 => 1,
                1 => Math.Exp(0.5 * dice.Normal() - 0.125),
                _ => dice.Chance(0.25) ? 2.5 : 0.5,
            };
        }

        var room = until - from - lengths.Sum() - (count + 1) * LeastGap;
        var scale = room / gaps.Sum();
        var pauses = new List<(double, double)>(count);
        var at = from;
        for (var i = 0; i < count; i++)
        {
            at += LeastGap + gaps[i] * scale;
            pauses.Add((at, lengths[i]));
            at += lengths[i];
        }

        return pauses;
    }

    /// <summary>The stops: each pause with the time to safepoint before it; and those times.</summary>
    public static (List<(double Start, double Length)> Stops, double[] ToSafepoint) WithSafepoints(
        List<(double Start, double Length)> pauses, Safepoint safepoint, Dice dice)
    {
        var times = new double[pauses.Count];
        if (safepoint == Safepoint.AtOnce) return (pauses, times);
        var mean = pauses.Average(pause => pause.Length) * dice.LogUniform(0.05, 0.5);
        var stops = new List<(double, double)>(pauses.Count);
        var end = double.NegativeInfinity;
        for (var i = 0; i < pauses.Count; i++)
        {
            var (start, length) = pauses[i];
            times[i] = Math.Max(0, Math.Min(dice.Exponential(mean), start - end - LeastGap / 2));
            stops.Add((start - times[i], length + times[i]));
            end = start + length;
        }

        return (stops, times);
    }
}
