namespace Unpause.Analysis.Diagnosis.Observers;

/// <summary>
/// The period of calls that a timer makes. Intervals between random calls (a Poisson process) are exponential: 3.5 % of them lie within a
/// twentieth of their median, so that four in a row have a probability of 0.00005. Tested with random series in FixedPeriodTests.
/// </summary>
/// <param name="Nanoseconds">The median interval.</param>
/// <param name="Calls">How many calls there were; several stops of one call count once.</param>
internal sealed record FixedPeriod(long Nanoseconds, int Calls)
{
    /// <summary>Fewer calls show no period.</summary>
    internal static readonly Threshold Fewest = Threshold.Count(
        "fewest calls that show a period", 5, "calls", "four equal intervals in a row are improbable at random (0.00005)");

    /// <summary>How far an interval may be from the median.</summary>
    internal static readonly Threshold Tolerance = Threshold.Percent(
        "largest deviation of an interval from their median", 5,
        "a timer or a loop around a command on a busy machine stays within it; of random intervals, 3.5 % do");

    /// <summary>How many intervals must be that near.</summary>
    internal static readonly Threshold Near = Threshold.Percent(
        "smallest share of intervals that are so near to their median", 80, "the machine delays some calls, or a scrape is left out");

    /// <summary>A gap shorter than this part of the longest one is inside of one call: one may collect several times.</summary>
    private const int GapsOfACall = 10;

    /// <summary>The period; null where there is none.</summary>
    /// <param name="starts">When the stops began, in nanoseconds, rising.</param>
    public static FixedPeriod? Find(IReadOnlyList<long> starts) => OfCalls(starts) ?? OfCalls(CallsOf(starts));

    private static List<long> CallsOf(IReadOnlyList<long> starts)
    {
        long longest = 0;
        for (var i = 1; i < starts.Count; i++) longest = Math.Max(longest, starts[i] - starts[i - 1]);
        var calls = new List<long>();
        for (var i = 0; i < starts.Count; i++)
        {
            if (i == 0 || starts[i] - starts[i - 1] > longest / GapsOfACall) calls.Add(starts[i]);
        }

        return calls;
    }

    private static FixedPeriod? OfCalls(IReadOnlyList<long> calls)
    {
        if (calls.Count < Fewest.Value) return null;
        var intervals = new long[calls.Count - 1];
        for (var i = 0; i < intervals.Length; i++) intervals[i] = calls[i + 1] - calls[i];
        var period = Median.Compute(intervals);
        if (period <= 0) return null;
        var near = intervals.Count(interval => Math.Abs(interval - period) <= period * Tolerance.Share);
        return near >= intervals.Length * Near.Share ? new FixedPeriod(period, calls.Count) : null;
    }
}
