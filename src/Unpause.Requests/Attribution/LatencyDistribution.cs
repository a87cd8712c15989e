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

    /// <summary>
    /// The same with another number of slow requests. Where fewer requests than that can be above a percentile, it is not above the
    /// threshold, so that percentiles and count agree.
    /// </summary>
    /// <param name="slow">Requests above the threshold, at most.</param>
    /// <param name="count">All requests.</param>
    /// <param name="thresholdNanoseconds">Longer ones are slow.</param>
    internal LatencyDistribution WithSlow(long slow, long count, long thresholdNanoseconds)
    {
        return new(
            new(
                At(P50Nanoseconds, 500), At(P90Nanoseconds, 900), At(P99Nanoseconds, 990), At(P999Nanoseconds, 999),
                At(MaxNanoseconds, 1000)),
            slow, count == 0 ? null : 100.0 * slow / count);

        // By nearest rank, so many requests are at a percentile or above it.
        long? At(long? time, int perMille) =>
            slow < count - Math.Max(0, ((count * perMille) + 999) / 1000 - 1) && time > thresholdNanoseconds ? thresholdNanoseconds : time;
    }

    private static double? Share(LatencyDistribution a, LatencyDistribution b, Func<double, double, double> combine) =>
        a.SlowPercent is { } one && b.SlowPercent is { } other ? combine(one, other) : null;
}
