using Unpause.Requests.Attribution.Evidence;

namespace Unpause.Requests.Attribution.Queues;

/// <summary>
/// Latency from the moment at which a request would have been sent if the client did not wait for answers: the measure of
/// coordinated omission that needs no queue model. A closed-loop client sends nothing during a pause, so the pause is in the
/// latency of few requests. Here the requests of a window are spaced evenly, and latency counts from that start where it is
/// earlier than the real one.
/// </summary>
/// <remarks>
/// DaCapo Chopin (Blackburn and others, "Rethinking Java Performance Analysis", ASPLOS 2025),
/// <c>LatencyReporter.smoothedStartTime</c> of dacapo-23.11-MR2-chopin. It computes in single precision and microseconds;
/// this in nanoseconds. Each process's requests are spaced for themselves.
/// </remarks>
/// <param name="Refusal">Why there is none; null where there is.</param>
/// <param name="Windows">By the length of the window, the whole run last; empty when refused.</param>
public sealed record MeteredLatency(MeteredRefusal? Refusal, IReadOnlyList<MeteredWindow> Windows)
{
    private const long Millisecond = 1_000_000;

    /// <summary>A window must be so many times as long as timestamps are exact.</summary>
    private const int WindowPerResolution = 10;

    private const int FewestRequests = 100;

    /// <summary>The windows beside the whole run, in nanoseconds; DaCapo prints 100 ms.</summary>
    private static ReadOnlySpan<long> Lengths => [100 * Millisecond, 1_000 * Millisecond, 10_000 * Millisecond];

    /// <summary>Computes it, or says why not.</summary>
    /// <param name="resolution">The step of the requests' timestamps, in nanoseconds; 0 where they are exact.</param>
    /// <param name="threshold">Longer requests are slow, in nanoseconds.</param>
    internal static MeteredLatency Compute(
        List<ProcessPart> parts, IReadOnlyList<RequestSet> sets, KeptRequests kept, long resolution, long threshold)
    {
        var count = parts.Sum(part => part.Requests.Count);
        if (Refuse(parts, sets, kept, count) is { } refusal) return new MeteredLatency(refusal, []);
        if (resolution * WindowPerResolution > Lengths[0]) return new MeteredLatency(MeteredRefusal.CoarseTimes, []);
        var longest = parts.Max(part => part.Requests.Starts[^1] - part.Requests.Starts[0]);
        var (windows, latencies) = (new List<MeteredWindow>(), new long[count]);
        foreach (var window in Lengths)
        {
            if (window < longest) windows.Add(Window(window));
        }

        windows.Add(Window(null));
        return new MeteredLatency(null, windows);

        MeteredWindow Window(long? window)
        {
            var at = 0;
            foreach (var part in parts)
            {
                var (starts, durations) = (part.Requests.Starts, part.Requests.Durations);
                Meter(starts, durations, window, latencies.AsSpan(at, starts.Length));
                at += starts.Length;
            }

            return new MeteredWindow(window, LatencyDistribution.Compute(latencies, threshold));
        }
    }

    /// <summary>
    /// The latency of each request from its evenly spaced start, all in nanoseconds: the window's first start, and from there the
    /// mean distance of the window's starts for each request before this one.
    /// </summary>
    /// <param name="starts">Ascending.</param>
    /// <param name="durations">One for each start.</param>
    /// <param name="window">A window reaches half of it before and behind a request; null for the whole run.</param>
    /// <param name="latencies">Is filled.</param>
    public static void Meter(ReadOnlySpan<long> starts, ReadOnlySpan<long> durations, long? window, Span<long> latencies)
    {
        var (first, last) = (0, window is null ? starts.Length - 1 : 0);
        var half = window / 2;
        for (var i = 0; i < starts.Length; i++)
        {
            if (half is { } reach)
            {
                while (first < starts.Length - 1 && starts[first] < starts[i] - reach) first++;
                while (last < starts.Length - 1 && starts[last] < starts[i] + reach) last++;
            }

            var rank = last == first ? 0 : (i - first) / (double)(last - first);
            var early = last == first ? 0 : starts[i] - starts[first] - (long)((starts[last] - starts[first]) * rank);
            latencies[i] = durations[i] + Math.Max(0, early);
        }
    }

    private static MeteredRefusal? Refuse(List<ProcessPart> parts, IReadOnlyList<RequestSet> sets, KeptRequests kept, int count)
    {
        if (!kept.All) return MeteredRefusal.SomeMissing;
        if (count < FewestRequests) return MeteredRefusal.TooFew;
        var arrivals = parts.ConvertAll(ClosedLoop.Judge);
        if (arrivals.Contains(ArrivalLoop.Open)) return MeteredRefusal.OpenArrivals;
        // A server's own times start after a pause, so they look like those of a client that waits.
        if (AcceptQueue.Find(parts, long.MaxValue).Held is not null) return MeteredRefusal.OpenArrivals;
        return arrivals.Contains(ArrivalLoop.Closed) || ClosedLoop.IsUsual(sets) ? null : MeteredRefusal.ArrivalsUnknown;
    }
}

/// <summary>Metered latency by one length of window.</summary>
/// <param name="WindowNanoseconds">Requests are spaced evenly over so long; null for the whole run.</param>
/// <param name="Latency">Nearest-rank percentiles, and the slow requests.</param>
public sealed record MeteredWindow(long? WindowNanoseconds, LatencyDistribution Latency);

/// <summary>Why there is no metered latency.</summary>
public enum MeteredRefusal
{
    /// <summary>Requests keep arriving during pauses: the client does not wait, and its real bursts would count as delay.</summary>
    OpenArrivals,

    /// <summary>Too few requests and pauses to see whether the client waits for answers.</summary>
    ArrivalsUnknown,

    /// <summary>Not all requests were kept, so their distances are not those of the client.</summary>
    SomeMissing,

    /// <summary>Timestamps are too coarse for the shortest window.</summary>
    CoarseTimes,

    /// <summary>Too few requests.</summary>
    TooFew,
}
