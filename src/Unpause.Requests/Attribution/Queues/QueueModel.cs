namespace Unpause.Requests.Attribution.Queues;

/// <summary>
/// How a process serves its requests, inferred from their times: which queue would have made the measured latencies
/// out of requests that all need alike.
/// </summary>
/// <param name="Discipline">How requests share the workers.</param>
/// <param name="Workers">How many are served at once; 0 when unlimited.</param>
/// <param name="Distance">
/// Largest distance (0 to 1, Kolmogorov–Smirnov) between the distributions of service that crowded and uncrowded
/// requests need under this model; null when there was not enough to compare.
/// </param>
/// <param name="Fits">
/// Whether the model explains the data. When not, a single queue is assumed, which gives an upper bound of the
/// collector's share for a server that works in parallel.
/// </param>
public sealed record QueueModel(QueueDiscipline Discipline, int Workers, double? Distance, bool Fits)
{
    /// <summary>
    /// The part of every latency that no worker is taken for: the way to the server and back, the client's own time.
    /// Found like the workers: without it, requests to an idle server would seem to need that much more than others.
    /// </summary>
    public long OutsideNanoseconds { get; init; }

    /// <summary>One queue, one worker: assumed when the data do not decide.</summary>
    internal static QueueModel Assumed { get; } = new(QueueDiscipline.FirstComeFirstServed, 1, null, Fits: false);

    /// <summary>Requests that never overlap: every model says the same.</summary>
    internal static QueueModel NeverTwo { get; } = new(QueueDiscipline.FirstComeFirstServed, 1, 0, Fits: true);

    /// <summary>Computes the service that each request needed, without waiting, pauses and the time outside.</summary>
    /// <param name="arrivals">Ascending.</param>
    /// <param name="latencies">As measured; may be where the result goes.</param>
    /// <param name="pauses">On the same clock.</param>
    /// <param name="demands">Filled with nanoseconds of service.</param>
    internal void Demands(ReadOnlySpan<long> arrivals, ReadOnlySpan<long> latencies, PauseTimeline pauses, Span<long> demands)
    {
        if (OutsideNanoseconds > 0)
        {
            for (var i = 0; i < demands.Length; i++) demands[i] = Math.Max(0, latencies[i] - OutsideNanoseconds);
            latencies = demands;
        }

        if (Discipline == QueueDiscipline.Shared) SharedQueue.Demands(arrivals, latencies, pauses, Workers, demands);
        else FirstComeQueue.Demands(arrivals, latencies, pauses, Discipline == QueueDiscipline.Unlimited ? int.MaxValue : Workers, demands);
    }

    /// <summary>Serves the same arrivals again without pauses.</summary>
    /// <param name="arrivals">Ascending.</param>
    /// <param name="demandsThenLatencies">Service needed; replaced by latencies.</param>
    internal void Replay(ReadOnlySpan<long> arrivals, Span<long> demandsThenLatencies)
    {
        if (Discipline == QueueDiscipline.Shared) SharedQueue.Replay(arrivals, Workers, demandsThenLatencies);
        else if (Discipline == QueueDiscipline.FirstComeFirstServed) FirstComeQueue.Replay(arrivals, Workers, demandsThenLatencies);
        if (OutsideNanoseconds == 0) return;
        for (var i = 0; i < demandsThenLatencies.Length; i++) demandsThenLatencies[i] += OutsideNanoseconds;
    }
}

/// <summary>How requests in flight share the workers.</summary>
public enum QueueDiscipline
{
    /// <summary>
    /// A request has a worker to itself from its turn to its end; turns come in order of arrival (worker pools, event loops).
    /// </summary>
    FirstComeFirstServed,

    /// <summary>All requests in flight share the workers evenly (threads on cores, threads under an interpreter lock).</summary>
    Shared,

    /// <summary>Requests do not wait for each other.</summary>
    Unlimited,
}

/// <summary>
/// Workers that serve in order of arrival, each one request at a time (G/G/c in Kendall's notation; with one worker
/// Lindley's recursion, with more Kiefer and Wolfowitz's). A request's turn comes at
/// <c>start = max(arrival, when a worker gets free)</c>, where a worker is free at the c-th largest completion of
/// those before it. What it needs is <c>completion − start − stopped(start, completion)</c>. Because a pause stops
/// every worker, that is exact when the process is such a queue; the same recursion over the needs, without
/// pauses, then gives the latencies that there would have been.
/// </summary>
/// <remarks>Time n log c, memory c.</remarks>
internal static class FirstComeQueue
{
    /// <summary>Service needed by each request; with no limit of workers that is latency less its own stopped time.</summary>
    public static void Demands(
        ReadOnlySpan<long> arrivals, ReadOnlySpan<long> latencies, PauseTimeline pauses, int workers, Span<long> demands)
    {
        var busy = new MinHeap<long>();
        for (var i = 0; i < arrivals.Length; i++)
        {
            var completion = arrivals[i] + latencies[i];
            // Out of turn in this model, a request may end before its turn: it then needs nothing.
            var start = Math.Min(Turn(busy, arrivals[i], workers), completion);
            demands[i] = completion - start - pauses.Stopped(start, completion);
            if (workers != int.MaxValue) Occupy(busy, completion, workers);
        }
    }

    /// <summary>Latencies without pauses.</summary>
    public static void Replay(ReadOnlySpan<long> arrivals, int workers, Span<long> demandsThenLatencies)
    {
        var busy = new MinHeap<long>();
        for (var i = 0; i < arrivals.Length; i++)
        {
            var completion = Turn(busy, arrivals[i], workers) + demandsThenLatencies[i];
            demandsThenLatencies[i] = completion - arrivals[i];
            Occupy(busy, completion, workers);
        }
    }

    private static long Turn(MinHeap<long> busy, long arrival, int workers) =>
        busy.Count < workers ? arrival : Math.Max(arrival, busy.Top);

    /// <summary>Keeps the largest completions, one a worker.</summary>
    private static void Occupy(MinHeap<long> busy, long completion, int workers)
    {
        if (busy.Count < workers) busy.Push(completion, 0);
        else if (completion > busy.Top) busy.ReplaceTop(completion, 0);
    }
}
