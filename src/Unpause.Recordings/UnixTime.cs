namespace Unpause.Recordings;

/// <summary>Wall times as nanoseconds since 1970, UTC, as traces have them.</summary>
public static class UnixTime
{
    /// <summary>Now, by the system's clock.</summary>
    public static long NowNanoseconds => Nanoseconds(DateTime.UtcNow);

    /// <summary>Writes a time in UTC, to the second.</summary>
    public static string Text(DateTimeOffset time) => time.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss'Z'", CultureInfo.InvariantCulture);

    /// <summary>A time of the calendar, in steps of 100 ns.</summary>
    /// <param name="utc">The time, in UTC.</param>
    public static long Nanoseconds(DateTime utc) => (utc.Ticks - DateTime.UnixEpoch.Ticks) * TimeSpan.NanosecondsPerTick;

    /// <summary>A time of the calendar, in steps of 100 ns.</summary>
    public static long Nanoseconds(DateTimeOffset time) => Nanoseconds(time.UtcDateTime);
}
