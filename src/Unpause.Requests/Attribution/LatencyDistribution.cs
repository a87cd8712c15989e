using Unpause.Requests.Statistics;

namespace Unpause.Requests.Attribution;

/// <summary>Latencies of all requests.</summary>
public sealed record LatencyDistribution : Distribution
{
    /// <summary>Adds the slow requests to the percentiles.</summary>
    internal LatencyDistribution(Distribution latencies, long slow, double? slowPercent)
        : base(latencies) => (Slow, SlowPercent) = (slow, slowPercent);

    /// <summary>No latencies.</summary>
    internal static LatencyDistribution None { get; } = new(new(null, null, null, null, null), 0, null);

    /// <summary>Requests longer than the threshold.</summary>
    public long Slow { get; init; }

    /// <summary>Their share; null when there are no requests.</summary>
    public double? SlowPercent { get; init; }

    /// <summary>Computes the numbers, without changing or copying the latencies.</summary>
    /// <param name="latencies">In any order, not negative.</param>
    /// <param name="thresholdNanoseconds">Longer ones are slow.</param>
    public static LatencyDistribution Compute(ReadOnlyMemory<long> latencies, long thresholdNanoseconds)
    {
        long slow = 0;
        foreach (var latency in latencies.Span) slow += latency > thresholdNanoseconds ? 1 : 0;
        return From(RankSelection.Percentiles(latencies, PerMille), slow, latencies.Length);
    }

    /// <summary>Puts values at <see cref="Distribution.PerMille"/> and counts together.</summary>
    internal static LatencyDistribution From(ReadOnlySpan<long?> values, long slow, long count) =>
        new(FromPercentiles(values), slow, count == 0 ? null : 100.0 * slow / count);

    /// <summary>The smaller of each number of two distributions.</summary>
    internal static LatencyDistribution Least(LatencyDistribution a, LatencyDistribution b) =>
        new(Combine(a, b, Math.Min), Math.Min(a.Slow, b.Slow), Share(a, b, Math.Min));

    /// <summary>The larger of each number of two distributions.</summary>
    internal static LatencyDistribution Most(LatencyDistribution a, LatencyDistribution b) =>
        new(Combine(a, b, Math.Max), Math.Max(a.Slow, b.Slow), Share(a, b, Math.Max));

    /// <summary>The same with all times so many times longer.</summary>
    internal LatencyDistribution Times(double factor) => new(Select(time => (long)(time * factor)), Slow, SlowPercent);

    /// <summary>The fewest and the most slow requests that the percentiles allow.</summary>
    /// <param name="count">All requests.</param>
    /// <param name="thresholdNanoseconds">Longer ones are slow.</param>
    internal (long Least, long Most) SlowByPercentiles(long count, long thresholdNanoseconds)
    {
        var (least, most) = (0L, count);
        foreach (var (time, perMille) in Times())
        {
            if (time > thresholdNanoseconds) least = Math.Max(least, AtOrAbove(count, perMille));
            else if (time is not null) most = Math.Min(most, AtOrAbove(count, perMille) - 1);
        }

        return (least, most);
    }

    /// <summary>
    /// The same with another number of slow requests. A percentile that so many requests cannot reach is not above the threshold, and
    /// one that they reach is, so that percentiles and count agree.
    /// </summary>
    /// <param name="slow">Requests above the threshold.</param>
    /// <param name="count">All requests.</param>
    /// <param name="thresholdNanoseconds">Longer ones are slow.</param>
    internal LatencyDistribution WithSlow(long slow, long count, long thresholdNanoseconds)
    {
        var times = Times();
        var values = new long?[times.Length];
        for (var i = 0; i < times.Length; i++)
        {
            var (time, perMille) = times[i];
            var reached = slow >= AtOrAbove(count, perMille);
            values[i] = time is null || reached == time > thresholdNanoseconds
                ? time
                : reached ? thresholdNanoseconds + 1 : thresholdNanoseconds;
        }

        return From(values, slow, count);
    }

    private (long? Time, int PerMille)[] Times() =>
        [(P50Nanoseconds, 500), (P90Nanoseconds, 900), (P99Nanoseconds, 990), (P999Nanoseconds, 999), (MaxNanoseconds, 1000)];

    /// <summary>By nearest rank, so many requests are at a percentile or above it.</summary>
    private static long AtOrAbove(long count, int perMille) => count - Math.Max(0, (((count * perMille) + 999) / 1000) - 1);

    private static double? Share(LatencyDistribution a, LatencyDistribution b, Func<double, double, double> combine) =>
        a.SlowPercent is { } one && b.SlowPercent is { } other ? combine(one, other) : null;
}
