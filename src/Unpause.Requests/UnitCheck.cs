using System.Globalization;

namespace Unpause.Requests;

/// <summary>
/// Finds wrong units and clocks, the most common mistakes of users. A pure function of the requests' times; each bound is
/// one that real services are far from.
/// </summary>
public static class UnitCheck
{
    private const long Second = 1_000_000_000;
    private const long Hour = 3600 * Second;
    private const long Year1980 = 315_532_800L * Second;
    private const int Samples = 10_000;
    private const int Enough = 10;

    /// <summary>What is absurd about a set's times; empty when nothing is.</summary>
    /// <param name="nowUnixNanoseconds">The present: no request can lie a day after it.</param>
    public static IReadOnlyList<UnitDoubt> Doubts(RequestSet set, long nowUnixNanoseconds)
    {
        var doubts = new List<UnitDoubt>();
        var count = set.Requests.Count;
        if (count == 0) return doubts;
        var step = Math.Max(1, count / Samples);
        var starts = new List<long>();
        var durations = new List<long>();
        for (var i = 0; i < count; i += step)
        {
            starts.Add(set.Requests[i].StartUnixNanoseconds);
            durations.Add(set.Requests[i].DurationNanoseconds);
        }

        starts.Sort();
        durations.Sort();
        CheckStarts(starts[starts.Count / 2], nowUnixNanoseconds, doubts);
        CheckDurations(durations, starts[^1] - starts[0], doubts);
        if (count >= Enough) CheckEnds(set, step, doubts);
        return doubts;
    }

    private static void CheckStarts(long median, long now, List<UnitDoubt> doubts)
    {
        var day = DateTimeOffset.UnixEpoch.AddTicks(median / 100).ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);
        if (median < Year1980)
        {
            doubts.Add(new UnitDoubt(
                $"half of the requests start before {day}: their start is in a larger unit than "
                    + "assumed, or relative to the start of the test; "
                + "give Unix times in start_s, start_ms, start_us or start_ns",
                null));
        }
        else if (median > now + (24 * Hour))
        {
            doubts.Add(new UnitDoubt(
                $"half of the requests start after {day}, in the future: their start is in a smaller "
                    + "unit than assumed, or the clock was wrong",
                null));
        }
    }

    private static void CheckDurations(List<long> durations, long spread, List<UnitDoubt> doubts)
    {
        var median = durations[durations.Count / 2];
        var middle = Quantities.Duration(median);
        if (median > 6 * Hour || (durations.Count >= Enough && median > 60 * Second && median > spread))
        {
            // A typical request takes 1 ms to 10 s: the factor that brings the median nearest to it names the unit.
            var factor = median / 1_000_000 > 10_000_000 ? 1_000_000L : 1_000L;
            doubts.Add(new UnitDoubt(
                $"half of the requests take longer than {middle}: durations are probably in a unit {factor:N0} times smaller than assumed",
                Smaller(factor)));
        }
        else if (durations.Count >= Enough && median is > 0 and < 1_000 && durations[^1] < 1_000_000)
        {
            doubts.Add(new UnitDoubt(
                $"half of the requests take less than {middle} and none reaches 1 ms: "
                + "durations are probably in a unit 1,000 times larger than assumed",
                TimeUnit.Milliseconds));
        }
        else if (durations.Count >= Enough && durations[^1] == 0)
        {
            doubts.Add(new UnitDoubt(
                "all durations are zero: they are probably whole seconds (Apache's %T); log %D (microseconds) instead",
                TimeUnit.Seconds));
        }
        else if (durations.Count >= Enough && durations[^1] >= Second && durations.TrueForAll(duration => duration % Second == 0))
        {
            doubts.Add(new UnitDoubt(
                "all durations are whole seconds, too coarse to compare with pauses: log $request_time (nginx) or %D (Apache)", null));
        }
    }

    private static TimeUnit Smaller(long factor) => factor == 1_000 ? TimeUnit.Microseconds : TimeUnit.Nanoseconds;

    private static void CheckEnds(RequestSet set, int step, List<UnitDoubt> doubts)
    {
        var second = set.Requests[0].EndUnixNanoseconds / Second;
        var firstStart = set.Requests[0].StartUnixNanoseconds;
        var spread = 0L;
        for (var i = 0; i < set.Requests.Count; i += step)
        {
            if (set.Requests[i].EndUnixNanoseconds / Second != second) return;
            spread = Math.Max(spread, Math.Abs(set.Requests[i].StartUnixNanoseconds - firstStart));
        }

        if (spread > 10 * Second)
        {
            doubts.Add(new UnitDoubt(
                $"all requests end in the same second although their starts are {Quantities.Duration(spread)} apart: "
                + "the timestamp is probably when the file was written, not when each request ended",
                null));
        }
    }
}

/// <summary>Something about a set's times that no real service does: most likely a wrong unit or clock.</summary>
/// <param name="Sentence">What is seen, with its number, and what is likely meant.</param>
/// <param name="DurationUnit">The unit that durations were likely meant in; null when the durations are not the doubt.</param>
public sealed record UnitDoubt(string Sentence, TimeUnit? DurationUnit);
