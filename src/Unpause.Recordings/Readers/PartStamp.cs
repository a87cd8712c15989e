namespace Unpause.Recordings.Readers;

/// <summary>The first timestamp of a part of a rotated log.</summary>
/// <param name="UnixNanoseconds">Wall time since 1970; null when the log has none.</param>
/// <param name="UptimeNanoseconds">Time since the process's start; null when the log has none.</param>
public readonly record struct PartStamp(long? UnixNanoseconds, long? UptimeNanoseconds) : IComparable<PartStamp>
{
    /// <summary>Orders by wall time where both have it, because the uptime begins anew at a restart; else by uptime.</summary>
    public int CompareTo(PartStamp other) => UnixNanoseconds is { } mine && other.UnixNanoseconds is { } theirs
        ? mine.CompareTo(theirs)
        : Nullable.Compare(UptimeNanoseconds, other.UptimeNanoseconds);
}
