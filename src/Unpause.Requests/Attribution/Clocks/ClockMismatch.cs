using Unpause.Analysis.Attribution.Join;

namespace Unpause.Analysis.Attribution.Clocks;

/// <summary>Says why requests and a recording don't share any time: the commonest mistakes, each told by its size.</summary>
internal static class ClockMismatch
{
    private const long Minute = 60_000_000_000;
    private const long Hour = 60 * Minute;
    private const long Year = 366 * 24 * Hour;
    private const int FarthestZoneQuarters = 14 * 4;

    /// <summary>One or two sentences.</summary>
    /// <param name="first">Arrival of the first request, nanoseconds since 1970.</param>
    /// <param name="last">Arrival of the last.</param>
    /// <param name="recorded">What the recording covers.</param>
    public static Explanation Explain(long first, long last, RecordedStretch recorded)
    {
        var facts = $"The requests ({Span(first, last)}) and the recording ({Span(recorded.From, recorded.To)}) share no time";
        if (Math.Abs((first / 2) - (recorded.From / 2)) > Year * 5)
        {
            return Explanation.Refusal($"{facts}: the requests' times are read in a wrong unit, or their clock was never set.");
        }

        if (Zone(first, last, recorded) is { } quarters)
        {
            return Explanation.Refusal(
                $"{facts}, but would with the requests {Hours(quarters)}: their times are in another time zone. Give times "
                + "in UTC or with their offset.");
        }

        return Explanation.Refusal($"{facts}: they are from another run. Record and trace at the same time.");
    }

    /// <summary>
    /// The time zone with which requests begin and end as the recording does, within two minutes or a hundredth of it; null when
    /// they do as read, or with none.
    /// </summary>
    /// <param name="requests">All of the process.</param>
    /// <param name="recorded">What the recording covers.</param>
    /// <returns>What requests would be later by, in nanoseconds.</returns>
    public static long? LikelyZone(RequestArray requests, RecordedStretch recorded)
    {
        var near = Math.Clamp(recorded.Length / 100, 2 * Minute, Hour / 16);
        var shift = (long)Math.Round((double)(recorded.From - requests.Starts[0]) / (Hour / 4)) * (Hour / 4);
        return shift != 0 && Math.Abs(shift) <= FarthestZoneQuarters * (Hour / 4)
            && Math.Abs(requests.Starts[0] + shift - recorded.From) <= near
            && Math.Abs(requests.Starts[^1] + shift - recorded.To) <= near
                ? shift
                : null;
    }

    /// <summary>How much later or earlier.</summary>
    public static string Hours(long nanoseconds) => Hours((int)(nanoseconds / (Hour / 4)));

    /// <summary>The smallest shift in quarters of an hour with which most of the shorter lies in the other; null when none does.</summary>
    private static int? Zone(long first, long last, RecordedStretch recorded)
    {
        for (var quarters = 1; quarters <= FarthestZoneQuarters; quarters++)
        {
            foreach (var signed in (ReadOnlySpan<int>)[quarters, -quarters])
            {
                var shift = signed * (Hour / 4);
                var shared = Math.Min(last + shift, recorded.To) - Math.Max(first + shift, recorded.From);
                // Full hours are common, so a part will do; others are rare and must fit well.
                var needed = Math.Min(last - first, recorded.Length) / (quarters % 4 == 0 ? 2 : 1);
                if (shared > 0 && shared >= needed) return signed;
            }
        }

        return null;
    }

    private static string Hours(int quarters)
    {
        var hours = Math.Abs(quarters) / 4.0;
        return $"{hours:0.##} {(hours == 1 ? "hour" : "hours")} {(quarters > 0 ? "later" : "earlier")}";
    }

    private static string Span(long from, long to) => $"{Time(from)} to {Time(to)} UTC";

    private static string Time(long unixNanoseconds) =>
        DateTime.UnixEpoch.AddTicks(
            unixNanoseconds / 100).ToString("yyyy-MM-dd HH:mm:ss", System.Globalization.CultureInfo.InvariantCulture);
}
