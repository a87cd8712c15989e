namespace Unpause.Recorder.Load;

/// <summary>
/// Arrivals at random moments (a Poisson process): independent users, of whom no one waits for another's answer. Moments at equal distances
/// would meet a collector that works at equal distances always or never.
/// </summary>
internal static class Arrivals
{
    /// <summary>The arrivals in their order: nanoseconds from the beginning, and a number.</summary>
    /// <param name="plan">Rate, length and seed.</param>
    public static IEnumerable<(long AtNanoseconds, int Number)> Of(LoadPlan plan)
    {
        var random = new Random(plan.Seed);
        var end = (plan.WarmUp + plan.Duration).TotalNanoseconds;
        var at = 0.0;
        while (true)
        {
            at += -Math.Log(1 - random.NextDouble()) * 1e9 / plan.RatePerSecond;
            if (at >= end) yield break;
            yield return ((long)at, random.Next(LoadPlan.Numbers));
        }
    }
}
