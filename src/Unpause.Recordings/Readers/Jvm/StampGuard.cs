namespace Unpause.Recordings.Readers.Jvm;

/// <summary>
/// Distinguishes a torn timestamp from a true one: <c>[1[0.733s]</c>, or a digit too many, is far from the timestamps around it, while
/// these are close together. Only the next line can decide, so a line whose timestamp jumps waits for it.
/// </summary>
internal static class StampGuard
{
    /// <summary>Timestamps of different threads may be this much out of order.</summary>
    private const long DisorderNanoseconds = 1_000_000_000;

    /// <summary>A greater step forward is examined twice: a torn timestamp that is off by less does no harm.</summary>
    private const long StepNanoseconds = 300_000_000;

    /// <summary>Lines of one JVM hardly ever follow those that are later by more.</summary>
    private const long LeadNanoseconds = 250_000_000;

    /// <summary>Whether a timestamp is so far from the one before it that the next one must decide.</summary>
    public static bool Jumps(long last, long stamp) => stamp < last - DisorderNanoseconds || stamp > last + StepNanoseconds;

    /// <summary>Whether an uptime went on by more than the date beside it.</summary>
    public static bool RunsAhead(long uptime, long date) => uptime > date + StepNanoseconds;

    /// <summary>Whether the timestamp between two others is torn.</summary>
    /// <param name="last">The latest before it.</param>
    /// <param name="stamp">The one that <see cref="Jumps"/>.</param>
    /// <param name="next">The one behind it.</param>
    public static bool IsTorn(long last, long stamp, long next) =>
        next >= last - DisorderNanoseconds && (stamp < last - DisorderNanoseconds || next < stamp - LeadNanoseconds);
}
