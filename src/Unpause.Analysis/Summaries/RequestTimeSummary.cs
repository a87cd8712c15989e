using Unpause.Recordings;
using Unpause.Recordings.Waits;

namespace Unpause.Analysis.Summaries;

/// <summary>What the time of a recording's own requests went into.</summary>
/// <param name="Requests">How many.</param>
/// <param name="P50Nanoseconds">Their median.</param>
/// <param name="P99Nanoseconds">Their 99th percentile, nearest rank.</param>
/// <param name="MaxNanoseconds">The longest.</param>
/// <param name="All">All of them.</param>
/// <param name="SlowestRequests">How many took the 99th percentile or longer.</param>
/// <param name="Slowest">These.</param>
/// <param name="Longest">Indexes of the longest ones, the longest first.</param>
internal sealed record RequestTimeSummary(
    long Requests,
    long P50Nanoseconds,
    long P99Nanoseconds,
    long MaxNanoseconds,
    RequestTimes All,
    long SlowestRequests,
    RequestTimes Slowest,
    IReadOnlyList<int> Longest)
{
    private const int MostLongest = 10;
    private const double Median = 0.5, High = 0.99;

    /// <summary>Adds up a recording; null where it has no requests' times.</summary>
    public static RequestTimeSummary? Of(Recording recording)
    {
        if (recording.Requests is not { Times: { Count: > 0 } times } recorded) return null;
        var durations = new long[times.Count];
        for (var i = 0; i < durations.Length; i++) durations[i] = recorded.Requests[i].DurationNanoseconds;
        var sorted = (long[])durations.Clone();
        Array.Sort(sorted);
        var threshold = At(sorted, High);
        RequestTimes all = default, slowest = default;
        var slow = 0L;
        for (var i = 0; i < durations.Length; i++)
        {
            all = all.Plus(times[i]);
            if (durations[i] < threshold) continue;
            slowest = slowest.Plus(times[i]);
            slow++;
        }

        var from = sorted[Math.Max(0, sorted.Length - MostLongest)];
        var longest = new List<int>();
        for (var i = 0; i < durations.Length; i++)
        {
            if (durations[i] >= from) longest.Add(i);
        }

        longest.Sort((a, b) => durations[b] != durations[a] ? durations[b].CompareTo(durations[a]) : a.CompareTo(b));
        if (longest.Count > MostLongest) longest.RemoveRange(MostLongest, longest.Count - MostLongest);
        return new RequestTimeSummary(durations.Length, At(sorted, Median), threshold, sorted[^1], all, slow, slowest, longest);
    }

    private static long At(long[] sorted, double share) => sorted[Math.Max(0, (int)Math.Ceiling(share * sorted.Length) - 1)];
}
