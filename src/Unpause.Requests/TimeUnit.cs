namespace Unpause.Requests;

/// <summary>The unit of a number that is a time or a duration; the value is its length in nanoseconds.</summary>
public enum TimeUnit : long
{
    /// <summary>10^-9 s.</summary>
    Nanoseconds = 1,

    /// <summary>10^-6 s.</summary>
    Microseconds = 1_000,

    /// <summary>10^-3 s.</summary>
    Milliseconds = 1_000_000,

    Seconds = 1_000_000_000,
}
