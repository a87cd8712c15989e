using Unpause.Requests;

namespace Unpause.Analysis.Attribution.Evidence;

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
    private const double MostBelow = 0.3;
    private const double ManySlow = 0.15;
    private const int MostEdges = 4000;
    private const double PointMass = 0.4;

    /// <summary>Whether the queue can be served again: all of its requests are there.</summary>
    public bool All => Share >= 1 && !OnlySlow;

    /// <summary>Finds out.</summary>
    public static KeptRequests Of(IReadOnlyList<RequestSet> sets, AttributionOptions options)
    {
        var (share, depends) = (options.SampledShare ?? 1, options.OnlySlowKept);
        foreach (var set in sets)
        {
            if (options.SampledShare is null && set.Sampling.Share is { } own) share = Math.Min(share, own);
            depends |= options.SampledShare is null && set.Sampling.Depends;
        }

        var cut = depends || options.SampledShare is not null ? null : Cut(sets, options.SlowThresholdNanoseconds);
        return new KeptRequests(share, depends || cut is not null, cut);
    }

    /// <summary>
    /// Where latencies are cut off: many just above and hardly any just below, most of all at the edge itself, and spread over
    /// it; and so many slow ones as no complete log has. A time that all requests take makes an edge too, but a heap on it.
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
        for (var i = 0; i <= latencies.Count * MostBelow && i < latencies.Count; i += Math.Max(1, latencies.Count / MostEdges))
        {
            var edge = latencies[i];
            if (edge <= 0) continue;
            var tenth = First(latencies, edge + (edge / 10)) - i;
            if (tenth < FewestAtEdge || tenth < Jump * (i - First(latencies, edge - (edge / 11)))) continue;
            var next = First(latencies, edge + (edge / 5)) - i - tenth;
            if (next <= tenth * 1.5 && First(latencies, edge + (edge / 100)) - i < PointMass * tenth) return edge;
        }

        return null;
    }

    private static int First(List<long> sorted, long from)
    {
        var (low, high) = (0, sorted.Count);
        while (low < high)
        {
            var middle = (low + high) >>> 1;
            if (sorted[middle] >= from) high = middle;
            else low = middle + 1;
        }

        return low;
    }
}
