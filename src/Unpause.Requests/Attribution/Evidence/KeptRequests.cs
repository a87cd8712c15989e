namespace Unpause.Requests.Attribution.Evidence;

/// <summary>
/// Which requests were kept of all that were served: by what the user says, by what the source says, and by their latencies.
/// </summary>
/// <param name="Share">Share that was kept; 1 when nothing says otherwise.</param>
/// <param name="OnlySlow">Whether it depends on the latency what was kept: then there are no percentiles.</param>
/// <param name="CutNanoseconds">The latency below which hardly any was kept, where the latencies themselves show it.</param>
internal readonly record struct KeptRequests(double Share, bool OnlySlow, long? CutNanoseconds)
{
    private const int FewestAtEdge = 20;
    private const double Jump = 5;
    private const double ManySlow = 0.1;
    private const int MostEdges = 4000;
    private const double PointMass = 0.4;
    private const double MostRising = 1.5;
    private const double LeastSpread = 0.1;
    private const double FewBelow = 0.1;
    private const int RoundPart = 200;

    /// <summary>The first digits of limits that people choose, times ten.</summary>
    private static readonly int[] RoundDigits = [10, 15, 20, 25, 30, 40, 50, 60, 75, 80];

    /// <summary>Whether the queue can be served again: all of its requests are there.</summary>
    public bool All => Share >= 1 && !OnlySlow;

    /// <summary>Finds out.</summary>
    public static KeptRequests From(IReadOnlyList<RequestSet> sets, AttributionOptions options)
    {
        var (share, depends) = (options.SampledShare ?? 1, options.TailSampled);
        foreach (var set in sets)
        {
            if (options.SampledShare is null && set.Sampling.Share is { } own) share = Math.Min(share, own);
            depends |= options.SampledShare is null && set.Sampling.Depends;
        }

        var sure = depends || options.SampledShare is not null || sets.All(set => set.RecordedBy is not null);
        var cut = sure ? null : Cut(sets, options.SlowThresholdNanoseconds);
        return new KeptRequests(share, depends || cut is not null, cut);
    }

    /// <summary>
    /// Where latencies are cut off: many just above and hardly any just below, most of all at the edge itself, and spread over
    /// it; and so many slow ones as a complete log seldom has. A time that all requests take (a timer, a delayed acknowledgement) makes an
    /// edge too, but with a heap on it, nothing below it, or many below it: only a small remainder below (failed ones, a few of all) or a
    /// round number shows that somebody has cut.
    /// </summary>
    private static long? Cut(IReadOnlyList<RequestSet> sets, long threshold)
    {
        var latencies = new List<long>();
        long slow = 0, all = 0;
        foreach (var set in sets)
        {
            all += set.Requests.Count;
            foreach (var request in set.Requests) slow += request.DurationNanoseconds > threshold ? 1 : 0;
        }

        if (slow < ManySlow * all) return null;
        foreach (var set in sets)
        {
            foreach (var request in set.Requests) latencies.Add(request.DurationNanoseconds);
        }

        latencies.Sort();
        for (var i = 0; i <= latencies.Count * FewBelow && i < latencies.Count; i += Math.Max(1, latencies.Count / MostEdges))
        {
            if (!IsEdge(CollectionsMarshal.AsSpan(latencies), i)) continue;
            // The remainder lies apart, not at the edge.
            var apart = SortedTimes.Before(CollectionsMarshal.AsSpan(latencies), latencies[i] - (latencies[i] / 11));
            if (apart * 2 > i || IsRound(latencies[i])) return latencies[i];
        }

        return null;
    }

    private static bool IsEdge(ReadOnlySpan<long> latencies, int at)
    {
        var edge = latencies[at];
        if (edge <= 0) return false;
        var tenth = SortedTimes.Before(latencies, edge + (edge / 10)) - at;
        if (tenth < FewestAtEdge || tenth < Jump * (at - SortedTimes.Before(latencies, edge - (edge / 11)))) return false;
        var next = SortedTimes.Before(latencies, edge + (edge / 5)) - at - tenth;
        return next <= tenth * MostRising && next >= tenth * LeastSpread
            && SortedTimes.Before(latencies, edge + (edge / 100)) - at < PointMass * tenth;
    }

    /// <summary>Whether it is just above a number as people choose for limits.</summary>
    private static bool IsRound(long latency)
    {
        long unit = 1;
        while (latency / unit >= 100) unit *= 10;
        return RoundDigits.Contains((int)(latency / unit)) && latency % unit * RoundPart < latency;
    }
}
