namespace Unpause.Requests.Attribution.Queues;

/// <summary>
/// How long before a pause is logged the process has stopped answering already (time to safepoint, where the log has only the
/// pause itself): in that time requests do not end. All pauses are aligned at their starts; the requests
/// missing before them, against as long a time before that, are the rate of endings times the mean.
/// </summary>
/// <remarks>Time n log n of the completions, which are thinned to at most 262,144 near pauses.</remarks>
internal static class UnloggedStarts
{
    private const int Bins = 64;
    private const int FewestPauses = 5;
    private const double FewestExpected = 40;
    private const double Deviations = 5;
    private const long Longest = 500_000_000;
    private const long Shortest = 1_000_000;

    /// <summary>
    /// The pauses from where the process stopped answering, and by how much they begin earlier on average, in nanoseconds.
    /// </summary>
    /// <param name="requests">In order of arrival.</param>
    /// <param name="pauses">As logged, on the same clock.</param>
    public static (PauseTimeline Pauses, long Mean) Extend(RequestArray requests, PauseTimeline pauses)
    {
        if (pauses.Count < FewestPauses || requests.Count == 0) return (pauses, 0);
        var reach = Reach(pauses);
        if (reach < Shortest) return (pauses, 0);
        var last = new long[pauses.Count];
        var counts = new int[Bins];
        long before = 0;
        var counted = Count(requests, pauses, reach, counts, last, ref before);
        var expected = before / (double)Bins;
        if (before < FewestExpected || counted < FewestPauses || !MeetPauses(requests, pauses)) return (pauses, 0);
        // Where the rate of endings falls below half of what it was (Page 1954): before that the stop hasn't begun in most cases.
        var (score, most, until) = (0.0, 0.0, 0);
        for (var bin = 0; bin < Bins; bin++)
        {
            score += (expected / 2) - counts[bin];
            if (score > most) (most, until) = (score, bin + 1);
        }

        var (near, missing) = (0.0, 0.0);
        for (var bin = 0; bin < Math.Min(Bins, 2 * until); bin++)
        {
            missing += expected - counts[bin];
            if (bin < until) near = missing;
        }

        var mean = (long)(missing / expected * reach / Bins);
        if (near < Deviations * Math.Sqrt(expected * until) || mean < Shortest) return (pauses, 0);
        return (From(pauses, last, (long)until * reach / Bins, mean, (long)(reach * counted / (double)Math.Max(1, before))), mean);
    }

    /// <summary>Whether requests are in flight when pauses begin: where none is, none could have ended.</summary>
    private static bool MeetPauses(RequestArray requests, PauseTimeline pauses)
    {
        var meeting = 0;
        for (var i = 0; i < requests.Count && meeting < pauses.Count; i++)
        {
            var (from, to) = (requests.Starts[i], requests.Starts[i] + requests.Durations[i]);
            if (!pauses.Contains(from) && pauses.Stopped(from, to) > 0) meeting++;
        }

        return 2 * meeting >= pauses.Count;
    }

    /// <summary>Half of the time between most pauses: the time before that is compared with it.</summary>
    private static long Reach(PauseTimeline pauses)
    {
        var gaps = new long[pauses.Count - 1];
        for (var i = 0; i < gaps.Length; i++) gaps[i] = pauses.Start(i + 1) - pauses.End(i);
        Array.Sort(gaps);
        return Math.Min(Longest, gaps[gaps.Length / 4] / 3);
    }

    /// <summary>Fills the counts of endings by their distance before a pause, and each pause's last ending.</summary>
    /// <returns>Pauses with enough time before them.</returns>
    private static int Count(RequestArray requests, PauseTimeline pauses, long reach, int[] counts, long[] last, ref long before)
    {
        var (starts, lengths) = (new long[pauses.Count], new long[pauses.Count]);
        for (var i = 0; i < pauses.Count; i++) (starts[i], lengths[i]) = (pauses.Start(i) - (2 * reach), 2 * reach);
        var near = PauseTimeline.Merge(starts, lengths);
        var completions = new List<long>();
        for (var i = 0; i < requests.Count && completions.Count < 1 << 18; i++)
        {
            var completion = requests.Starts[i] + requests.Durations[i];
            if (near.Contains(completion)) completions.Add(completion);
        }

        completions.Sort();
        var (from, counted) = (0, 0);
        for (var i = 0; i < pauses.Count; i++)
        {
            last[i] = long.MinValue;
            if (i > 0 && pauses.End(i - 1) > pauses.Start(i) - (2 * reach)) continue;
            counted++;
            while (from < completions.Count && completions[from] < pauses.Start(i) - (2 * reach)) from++;
            for (; from < completions.Count && completions[from] < pauses.Start(i); from++)
            {
                var distance = pauses.Start(i) - completions[from];
                if (distance > reach) before++;
                else counts[(int)Math.Min(Bins - 1, distance * Bins / reach)]++;
                last[i] = completions[from];
            }
        }

        return counted;
    }

    /// <summary>Where endings are frequent, the last one before a pause marks the stop; else the mean is used.</summary>
    private static PauseTimeline From(PauseTimeline pauses, long[] last, long longest, long mean, long between)
    {
        var (starts, lengths) = (new long[pauses.Count], new long[pauses.Count]);
        for (var i = 0; i < pauses.Count; i++)
        {
            var own = last[i] == long.MinValue || between > mean ? mean : Math.Clamp(pauses.Start(i) - last[i] - between, 0, longest);
            if (i > 0) own = Math.Min(own, pauses.Start(i) - pauses.End(i - 1) - 1);
            (starts[i], lengths[i]) = (pauses.Start(i) - own, pauses.End(i) - pauses.Start(i) + own);
        }

        return PauseTimeline.Merge(starts, lengths);
    }
}
