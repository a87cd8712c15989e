namespace Unpause.Requests.Statistics;

/// <summary>Nearest-rank percentiles of durations and the longest, in nanoseconds; null when there are none.</summary>
/// <param name="P50Nanoseconds">Median.</param>
/// <param name="P90Nanoseconds">90th percentile.</param>
/// <param name="P99Nanoseconds">99th percentile.</param>
/// <param name="P999Nanoseconds">99.9th percentile.</param>
public record Distribution(
    long? P50Nanoseconds, long? P90Nanoseconds, long? P99Nanoseconds, long? P999Nanoseconds, long? MaxNanoseconds)
{
    /// <summary>The percentiles in it, in tenths of a percent.</summary>
    public static ReadOnlySpan<int> PerMille => [500, 900, 990, 999, 1000];

    /// <summary>Takes the values at <see cref="PerMille"/>.</summary>
    internal static Distribution FromPercentiles(ReadOnlySpan<long?> values) => new(values[0], values[1], values[2], values[3], values[4]);

    /// <summary>Each value changed.</summary>
    internal Distribution Select(Func<long, long> change)
    {
        return new(Changed(P50Nanoseconds), Changed(P90Nanoseconds), Changed(P99Nanoseconds), Changed(P999Nanoseconds),
            Changed(MaxNanoseconds));

        long? Changed(long? time) => time is { } known ? change(known) : null;
    }

    /// <summary>Each value of two distributions combined; null where either lacks it.</summary>
    internal static Distribution Combine(Distribution a, Distribution b, Func<long, long, long> combine)
    {
        return new(
            Both(a.P50Nanoseconds, b.P50Nanoseconds),
            Both(a.P90Nanoseconds, b.P90Nanoseconds),
            Both(a.P99Nanoseconds, b.P99Nanoseconds),
            Both(a.P999Nanoseconds, b.P999Nanoseconds),
            Both(a.MaxNanoseconds, b.MaxNanoseconds));

        long? Both(long? one, long? other) => one is { } x && other is { } y ? combine(x, y) : null;
    }
}
