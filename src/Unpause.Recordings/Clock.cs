namespace Unpause.Recordings;

/// <summary>How a recording's time maps to wall time.</summary>
/// <param name="StartedAt">Wall time of the recording's zero; null when the recording doesn't say.</param>
/// <param name="UncertaintyNanoseconds">How far a mapped time may be off, either way; null when unknown.</param>
/// <param name="Basis">Where the mapping comes from, as text: <c>time decorator</c>, <c>sync point</c>, <c>arrival of lines</c>.</param>
public sealed record Clock(DateTimeOffset? StartedAt, long? UncertaintyNanoseconds, string Basis)
{
    /// <summary>The zone in which the log writes its times, in minutes east of UTC; null when it writes none.</summary>
    public int? ZoneMinutes { get; init; }

    /// <summary>No mapping: only durations and distances are known.</summary>
    public static Clock Unknown { get; } = new(null, null, "no wall clock in the recording");

    /// <summary>A clock whose zero is this many nanoseconds after 1970; unknown if that is not a valid date.</summary>
    public static Clock Since1970(long nanoseconds, long uncertaintyNanoseconds, string basis)
    {
        var ticks = nanoseconds / TimeSpan.NanosecondsPerTick;
        return ticks < 0 || ticks > (DateTimeOffset.MaxValue - DateTimeOffset.UnixEpoch).Ticks
            ? Unknown
            : new Clock(DateTimeOffset.UnixEpoch.AddTicks(ticks), uncertaintyNanoseconds, basis);
    }
}
