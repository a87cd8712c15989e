namespace Unpause.Requests.Attribution;

/// <summary>Latencies of all requests, in nanoseconds; percentiles are nearest-rank over all values, null when there are none.</summary>
/// <param name="P50Nanoseconds">Median.</param>
/// <param name="P90Nanoseconds">90th percentile.</param>
/// <param name="P99Nanoseconds">99th percentile.</param>
/// <param name="P999Nanoseconds">99.9th percentile.</param>
/// <param name="MaxNanoseconds">The longest.</param>
/// <param name="Slow">Requests longer than the threshold.</param>
/// <param name="SlowPercent">Their share; null when there are no requests.</param>
public sealed record LatencyDistribution(
    long? P50Nanoseconds,
    long? P90Nanoseconds,
    long? P99Nanoseconds,
    long? P999Nanoseconds,
    long? MaxNanoseconds,
    long Slow,
    double? SlowPercent)
{
    /// <summary>No latencies.</summary>
    internal static LatencyDistribution None { get; } = new(null, null, null, null, null, 0, null);

    /// <summary>The percentiles in it, in tenths of a percent.</summary>
    internal static ReadOnlySpan<int> PerMille => [500, 900, 990, 999, 1000];

    /// <summary>Computes the numbers, without changing or copying the latencies.</summary>
    /// <param name="latencies">In any order, not negative.</param>
    /// <param name="thresholdNanoseconds">Longer ones are slow.</param>
    public static LatencyDistribution Compute(ReadOnlyMemory<long> latencies, long thresholdNanoseconds)
    {
        long slow = 0;
        foreach (var latency in latencies.Span) slow += latency > thresholdNanoseconds ? 1 : 0;
        return From(RankSelection.Percentiles(latencies, PerMille), slow, latencies.Length);
    }

    /// <summary>The smaller of each number of two distributions.</summary>
    internal static LatencyDistribution Least(LatencyDistribution a, LatencyDistribution b) => Each(a, b, Math.Min, Math.Min, Math.Min);

    /// <summary>The same with all times so many times longer.</summary>
    internal LatencyDistribution Times(double factor)
    {
        return new(
            Scale(P50Nanoseconds), Scale(P90Nanoseconds), Scale(P99Nanoseconds), Scale(P999Nanoseconds), Scale(MaxNanoseconds), Slow,
                SlowPercent);

        long? Scale(long? time) => time is { } known ? (long)(known * factor) : null;
    }

    /// <summary>The larger of each number of two distributions.</summary>
    internal static LatencyDistribution Most(LatencyDistribution a, LatencyDistribution b) => Each(a, b, Math.Max, Math.Max, Math.Max);

    private static LatencyDistribution Each(
        LatencyDistribution a,
        LatencyDistribution b,
        Func<long, long, long> time,
        Func<long, long, long> count,
        Func<double, double, double> share)
    {
        return new(
            Combine(a.P50Nanoseconds, b.P50Nanoseconds), Combine(a.P90Nanoseconds, b.P90Nanoseconds),
                Combine(a.P99Nanoseconds, b.P99Nanoseconds),
            Combine(a.P999Nanoseconds, b.P999Nanoseconds), Combine(a.MaxNanoseconds, b.MaxNanoseconds), count(a.Slow, b.Slow),
            a.SlowPercent is { } one && b.SlowPercent is { } other ? share(one, other) : null);

        long? Combine(long? one, long? other) => one is { } x && other is { } y ? time(x, y) : null;
    }

    /// <summary>Puts values at <see cref="PerMille"/> and counts together.</summary>
    internal static LatencyDistribution From(ReadOnlySpan<long?> values, long slow, long count) =>
        new(values[0], values[1], values[2], values[3], values[4], slow, count == 0 ? null : 100.0 * slow / count);
}
