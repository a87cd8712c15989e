namespace Unpause.Requests.Attribution.Clocks;

/// <summary>The likely mistake when requests and a recording do not overlap in time, recognised by the size of the difference.</summary>
public enum ClockMismatchReason
{
    /// <summary>Years apart: times in the wrong unit, or a clock that was never set.</summary>
    WrongUnit,

    /// <summary>A time zone apart.</summary>
    TimeZone,

    /// <summary>From different runs.</summary>
    OtherRun,
}

/// <summary>Finds out why requests and a recording do not overlap in time.</summary>
internal static class ClockMismatch
{
    /// <summary>A quarter of an hour: time zones differ by multiples of it.</summary>
    private const long Quarter = Hour / 4;

    private const long Minute = 60_000_000_000;
    private const long Hour = 60 * Minute;
    private const long Year = 366 * 24 * Hour;
    private const int FarthestZoneQuarters = 14 * 4;

    /// <summary>The reason, with the times.</summary>
    /// <param name="first">Arrival of the first request, nanoseconds since 1970.</param>
    /// <param name="last">Arrival of the last.</param>
    /// <param name="recorded">What the recording covers.</param>
    public static Explanation Explain(long first, long last, RecordedStretch recorded)
    {
        if (Math.Abs((first / 2) - (recorded.From / 2)) > Year * 5) return Because(ClockMismatchReason.WrongUnit, 0);
        return Zone(first, last, recorded) is { } quarters
            ? Because(ClockMismatchReason.TimeZone, quarters * Quarter)
            : Because(ClockMismatchReason.OtherRun, 0);

        Explanation Because(ClockMismatchReason reason, long shift) =>
            new Explanation.NoSharedTime(first, last, recorded.From, recorded.To, reason, shift);
    }

    /// <summary>
    /// The time zone with which requests start and end when the recording does, within two minutes or a hundredth of it; null when
    /// they do so without a shift, or with none.
    /// </summary>
    /// <param name="requests">All of the process.</param>
    /// <param name="recorded">What the recording covers.</param>
    /// <returns>How much later the requests would be, in nanoseconds.</returns>
    public static long? LikelyZone(RequestArray requests, RecordedStretch recorded)
    {
        var near = Math.Clamp(recorded.Length / 100, 2 * Minute, Hour / 16);
        var shift = (long)Math.Round((double)(recorded.From - requests.Starts[0]) / Quarter) * Quarter;
        return shift != 0 && Math.Abs(shift) <= FarthestZoneQuarters * Quarter
            && Math.Abs(requests.Starts[0] + shift - recorded.From) <= near
            && Math.Abs(requests.Starts[^1] + shift - recorded.To) <= near
                ? shift
                : null;
    }

    /// <summary>The smallest shift, in quarters of an hour, with which the shorter span is mostly within the other; else null.</summary>
    private static int? Zone(long first, long last, RecordedStretch recorded)
    {
        for (var quarters = 1; quarters <= FarthestZoneQuarters; quarters++)
        {
            foreach (var signed in (ReadOnlySpan<int>)[quarters, -quarters])
            {
                var shift = signed * Quarter;
                var shared = Math.Min(last + shift, recorded.To) - Math.Max(first + shift, recorded.From);
                // Full hours are common, so a partial overlap is enough; other shifts are rare and must fit well.
                var needed = Math.Min(last - first, recorded.Length) / (quarters % 4 == 0 ? 2 : 1);
                if (shared > 0 && shared >= needed) return signed;
            }
        }

        return null;
    }
}
