namespace Unpause.Experiments.Load;

/// <summary>
/// Random arrival times (a Poisson process): independent users who do not wait for each other's responses. Arrivals at equal intervals
/// would coincide with periodic collections always or never.
/// </summary>
internal static class Arrivals
{
    /// <summary>The arrivals in order: nanoseconds from the start, and a number.</summary>
    /// <param name="plan">Rate, length and seed.</param>
    public static IEnumerable<(long AtNanoseconds, int Number)> Generate(LoadPlan plan)
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
