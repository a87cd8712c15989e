namespace Unpause.Recordings.Readers.Jvm;

/// <summary>The time that a line was stamped with.</summary>
/// <param name="Nanoseconds">The most exact stamp that only runs forward: uptime where the log has it, else nanoseconds since 1970.</param>
/// <param name="SinceStart">Whether <paramref name="Nanoseconds"/> counts from the JVM's start.</param>
/// <param name="UnixNanoseconds">Wall time in nanoseconds since 1970; null where the log has none.</param>
internal readonly record struct JvmStamp(long Nanoseconds, bool SinceStart, long? UnixNanoseconds)
{
    /// <summary>The zone in which the log writes it, in minutes east of UTC; null when it writes none.</summary>
    public int? ZoneMinutes { get; init; }

    /// <summary>A later time.</summary>
    /// <param name="stamp">From when.</param>
    /// <param name="nanoseconds">How much later.</param>
    public static JvmStamp operator +(JvmStamp stamp, long nanoseconds) => stamp with
    {
        Nanoseconds = stamp.Nanoseconds + nanoseconds,
        UnixNanoseconds = stamp.UnixNanoseconds + nanoseconds,
    };

    /// <summary>As the timestamp of a part of a rotated log.</summary>
    public PartStamp ToPartStamp() => new(UnixNanoseconds, SinceStart ? Nanoseconds : null);
}
