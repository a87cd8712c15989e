namespace Unpause.Bench.AttributionTruth;

/// <summary>Draws the arrivals of open loads.</summary>
public static class Loads
{
    /// <summary>Moments of a Poisson process, in seconds.</summary>
    public static IEnumerable<double> Poisson(double rate, double from, double until, Dice dice)
    {
        for (var at = from + dice.Exponential(1 / rate); at < until; at += dice.Exponential(1 / rate)) yield return at;
    }

    /// <summary>Moments of a two-state MMPP whose mean rate is <paramref name="rate"/>: a fifth of the time in bursts of four times
    /// the quiet rate, each burst 2 s long on average.</summary>
    public static IEnumerable<double> Bursty(double rate, double from, double until, Dice dice)
    {
        const double burstShare = 0.2, burstFactor = 4, burstSeconds = 2;
        var quiet = rate / (1 - burstShare + burstShare * burstFactor);
        var burst = dice.Chance(burstShare);
        for (var at = from; at < until; burst = !burst)
        {
            var end = at + dice.Exponential(burst ? burstSeconds : burstSeconds * (1 - burstShare) / burstShare);
            foreach (var arrival in Poisson(burst ? quiet * burstFactor : quiet, at, Math.Min(end, until), dice)) yield return arrival;
            at = end;
        }
    }
}
