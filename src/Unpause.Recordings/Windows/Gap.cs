namespace Unpause.Recordings.Windows;

/// <summary>A stretch of a recording about which nothing is known. Nanoseconds since the recording's zero.</summary>
public readonly record struct Gap(long StartNanoseconds, long DurationNanoseconds)
{
    /// <summary>How much of it lies within two times.</summary>
    public long Within(long from, long until) =>
        Math.Max(0, Math.Min(until, StartNanoseconds + DurationNanoseconds) - Math.Max(from, StartNanoseconds));
}
