namespace Unpause.Analysis.Minutes;

/// <summary>
/// The minute of a long recording in which the application was stopped for the longest time, and what was different in it.
/// </summary>
/// <param name="StartNanoseconds">Since the recording's zero.</param>
/// <param name="LengthNanoseconds">How much of it was recorded: a minute, or less at the recording's ends.</param>
/// <param name="PausedNanoseconds">Stopped in it.</param>
/// <param name="OtherMinutes">The number of other minutes with a stop.</param>
/// <param name="UsualNanoseconds">Stopped in these, the median; 0 without any.</param>
/// <param name="LongestNanoseconds">The longest stop that has a part in it.</param>
/// <param name="Collections">Collections that began in it.</param>
/// <param name="Differences">What was more in it than usual.</param>
/// <param name="Strip">The stopped time of the whole recording, minute by minute.</param>
public sealed record WorstMinute(
    long StartNanoseconds, long LengthNanoseconds, long PausedNanoseconds, int OtherMinutes, long UsualNanoseconds, long LongestNanoseconds,
    long Collections, IReadOnlyList<MinuteDifference> Differences, MinuteStrip Strip)
{
    /// <summary>Shorter recordings have no minute to look for.</summary>
    private const long LeastNanoseconds = 10 * MinuteSums.Minute;

    /// <summary>Less is no difference: minutes vary.</summary>
    public const double LeastFactor = 1.5;

    /// <summary>A cause is different where so many times as many collections in a minute have it as elsewhere.</summary>
    private const double LeastCauseFactor = 3;

    /// <summary>Causes of fewer of its collections say nothing about the minute.</summary>
    private const double LeastCauseShare = 0.1;

    private const int MostCauses = 2;

    /// <summary>Finds it; null in a recording of less than ten minutes, without times, or without a stop.</summary>
    public static WorstMinute? Find(AnalysedProcess process)
    {
        if (process.Recording.DurationNanoseconds is not >= LeastNanoseconds || MinuteSums.Compute(process) is not { } sums) return null;
        var worst = 0;
        for (var minute = 1; minute < sums.Count; minute++)
        {
            if (sums.Paused[minute] > sums.Paused[worst]) worst = minute;
        }

        if (sums.Paused[worst] == 0) return null;
        // Quiet minutes are no measure: in most programs that are left alone, the median minute has no collection at all.
        List<int> others = [.. Enumerable.Range(0, sums.Count).Where(minute => minute != worst && sums.Paused[minute] > 0)];
        return new(
            Math.Max(0, sums.From + (worst * MinuteSums.Minute)), sums.Recorded(worst), sums.Paused[worst], others.Count,
            Usual(sums.Paused, others), sums.Longest[worst], sums.Collections[worst],
            [.. Compare(process.Recording, sums, worst, others)], MinuteStrip.Of(sums));
    }

    private static IEnumerable<MinuteDifference> Compare(Recording recording, MinuteSums sums, int worst, List<int> others)
    {
        foreach (var (what, values) in ((MinuteFact, long[])[])[
            (MinuteFact.LongestPause, sums.Longest), (MinuteFact.Collections, sums.Collections), (MinuteFact.Allocated, sums.Allocated),
            (MinuteFact.Promoted, sums.Promoted), (MinuteFact.ConcurrentCycles, sums.Concurrent), (MinuteFact.HeapAfter, sums.HeapAfter)
        ])
        {
            var usual = Usual(values, others);
            if (others.Count > 0 && values[worst] > 0 && values[worst] >= LeastFactor * usual)
                yield return new(what, null, values[worst], usual);
        }

        foreach (var cause in Causes(recording, sums, worst)) yield return cause;
    }

    /// <summary>Causes of its collections that are rare elsewhere, the most frequent first.</summary>
    private static IEnumerable<MinuteDifference> Causes(Recording recording, MinuteSums sums, int worst)
    {
        var counts = new Dictionary<string, (long Here, long Elsewhere)>(StringComparer.Ordinal);
        foreach (var collection in recording.Collections)
        {
            if (collection.StartNanoseconds is not { } start || (collection.RuntimeCause ?? collection.Cause) is not { } cause) continue;
            var known = counts.GetValueOrDefault(cause);
            counts[cause] = sums.Of(start) == worst ? (known.Here + 1, known.Elsewhere) : (known.Here, known.Elsewhere + 1);
        }

        return counts
            .Select(cause => (cause.Key, cause.Value.Here, Elsewhere: cause.Value.Elsewhere / (double)Math.Max(1, sums.Count - 1)))
            .Where(cause => cause.Here >= LeastCauseShare * sums.Collections[worst] && cause.Here >= LeastCauseFactor * cause.Elsewhere)
            .Where(cause => cause.Here > 0)
            .OrderByDescending(cause => cause.Here).ThenBy(cause => cause.Key, StringComparer.Ordinal).Take(MostCauses)
            .Select(cause => new MinuteDifference(MinuteFact.Cause, cause.Key, cause.Here, cause.Elsewhere));
    }

    /// <summary>The median of some minutes; 0 without any.</summary>
    private static long Usual(long[] values, List<int> minutes) =>
        minutes.Count == 0 ? 0 : Median.Compute(minutes.Select(minute => values[minute]));
}

/// <summary>What was more in a minute than in the others.</summary>
/// <param name="Cause">Of <see cref="MinuteFact.Cause"/>: the runtime's word for it.</param>
/// <param name="Value">In that minute.</param>
/// <param name="Usual">The median of the others with a stop; of a cause the mean of all others.</param>
public readonly record struct MinuteDifference(MinuteFact What, string? Cause, double Value, double Usual);

/// <summary>What is compared between minutes.</summary>
public enum MinuteFact
{
    /// <summary>The longest stop, in nanoseconds.</summary>
    LongestPause,

    /// <summary>Number of collections.</summary>
    Collections,

    /// <summary>Allocated bytes.</summary>
    Allocated,

    /// <summary>Promoted bytes.</summary>
    Promoted,

    /// <summary>Time of concurrent cycles, in nanoseconds.</summary>
    ConcurrentCycles,

    /// <summary>The most bytes in use after a collection.</summary>
    HeapAfter,

    /// <summary>Collections of one cause.</summary>
    Cause,
}

/// <summary>The stopped time of a recording in equal intervals of whole minutes, few enough to be drawn.</summary>
/// <param name="FromNanoseconds">Start of the first interval since the recording's zero; at most 0.</param>
/// <param name="Minutes">Length of an interval.</param>
/// <param name="PausedNanoseconds">Of each interval.</param>
public sealed record MinuteStrip(long FromNanoseconds, int Minutes, IReadOnlyList<long> PausedNanoseconds)
{
    /// <summary>The most intervals.</summary>
    public const int Most = 120;

    /// <summary>Lengths that divide hours and days.</summary>
    private static ReadOnlySpan<int> Lengths => [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440];

    internal static MinuteStrip Of(MinuteSums sums)
    {
        var minutes = (sums.Count + Most - 1) / Most;
        foreach (var length in Lengths)
        {
            if (length < minutes) continue;
            minutes = length;
            break;
        }

        var paused = new long[(sums.Count + minutes - 1) / minutes];
        for (var minute = 0; minute < sums.Count; minute++) paused[minute / minutes] += sums.Paused[minute];
        return new(sums.From, minutes, paused);
    }
}
