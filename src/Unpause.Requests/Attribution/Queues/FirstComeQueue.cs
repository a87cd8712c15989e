using Unpause.Requests.Attribution.Join;

namespace Unpause.Requests.Attribution.Queues;

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
