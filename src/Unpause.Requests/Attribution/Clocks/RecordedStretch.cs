namespace Unpause.Requests.Attribution.Clocks;

/// <summary>The stretch of wall time that a recording covers, in nanoseconds since 1970.</summary>
/// <param name="To">Its end: the recording's duration, or the end of its last pause when that is later.</param>
public readonly record struct RecordedStretch(long From, long To)
{
    // A recording longer than ten years is a broken one; the bound also keeps sums of nanoseconds far from overflow.
    private const long LongestNanoseconds = 10L * 366 * 24 * 3600 * 1_000_000_000;

    /// <summary>Length in nanoseconds.</summary>
    public long Length => To - From;

    /// <summary>
    /// The stretch; null when the recording has no wall clock that nanoseconds since 1970 can represent. A recording without one that
    /// contains its own requests begins in 1970: they are on its own clock (<see cref="Requests.RecordedRequestSets"/>).
    /// </summary>
    /// <param name="ownRequests">Whether these are requests in the recording itself.</param>
    public static RecordedStretch? Find(Recording recording, bool ownRequests = true)
    {
        if (StartOf(recording, ownRequests) is not { } from) return null;
        var length = Math.Clamp(recording.DurationNanoseconds ?? 0, 0, LongestNanoseconds);
        foreach (var pause in recording.Pauses)
        {
            if (!pause.HasTime || pause.StartNanoseconds is < 0 or > LongestNanoseconds) continue;
            length = Math.Max(
                length,
                Math.Min(LongestNanoseconds, pause.StartNanoseconds + Math.Clamp(pause.DurationNanoseconds, 0, LongestNanoseconds)));
        }

        return new RecordedStretch(from, from + length);
    }

    /// <summary>The start of the stretch, in nanoseconds since 1970; null when there is none.</summary>
    /// <param name="ownRequests">Whether these are requests in the recording itself.</param>
    public static long? StartOf(Recording recording, bool ownRequests = true)
    {
        var withoutClock = ownRequests && recording.Clock.StartedAt is null && recording.Requests is { Served: > 0 };
        return withoutClock ? 0 : UnixNanoseconds(recording.Clock.StartedAt);
    }

    /// <summary>Whether an interval since the start of the recording is within it.</summary>
    public bool Holds(long startNanoseconds, long durationNanoseconds) =>
        startNanoseconds >= 0 && durationNanoseconds >= 0
        && durationNanoseconds <= Length && startNanoseconds <= Length - durationNanoseconds;

    private static long? UnixNanoseconds(DateTimeOffset? time)
    {
        // From 1970 to 2200: other times are those of a clock that was never set, or exceed 64 bits of nanoseconds.
        if (time is not { } known || known.UtcDateTime.Year is < 1970 or > 2200) return null;
        return UnixTime.Nanoseconds(known);
    }
}
