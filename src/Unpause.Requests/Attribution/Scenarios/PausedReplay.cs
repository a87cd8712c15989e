using Unpause.Requests.Attribution.Join;
using Unpause.Requests.Attribution.Queues;

namespace Unpause.Requests.Attribution.Scenarios;

/// <summary>
/// Serves arrivals by a queue with pauses. A pause stops every worker, so in running time (wall time less the stopped time before it)
/// the process is the same queue without pauses: arrivals are moved to running time, served, and their ends moved back.
/// </summary>
public static class PausedReplay
{
    /// <summary>The latencies with the pauses, in nanoseconds.</summary>
    /// <param name="queue">How requests share the workers.</param>
    /// <param name="arrivals">Ascending, in nanoseconds.</param>
    /// <param name="demands">Nanoseconds of service that each needs.</param>
    /// <param name="pauses">On the clock of the arrivals.</param>
    public static long[] Serve(QueueModel queue, ReadOnlySpan<long> arrivals, ReadOnlySpan<long> demands, PauseTimeline pauses)
    {
        var running = new long[arrivals.Length];
        for (var i = 0; i < running.Length; i++) running[i] = arrivals[i] - pauses.StoppedBefore(arrivals[i]);
        var latencies = demands.ToArray();
        queue.Replay(running, latencies);
        var (starts, stopped) = (new long[pauses.Count], new long[pauses.Count + 1]);
        for (var i = 0; i < starts.Length; i++)
        {
            starts[i] = pauses.Start(i) - stopped[i];
            stopped[i + 1] = stopped[i] + pauses.End(i) - pauses.Start(i);
        }

        for (var i = 0; i < latencies.Length; i++)
        {
            // What ends at the moment at which a pause begins ends before it.
            var end = running[i] + latencies[i] - queue.OutsideNanoseconds;
            end += stopped[SortedTimes.Before(starts, end)];
            latencies[i] = Math.Max(end, arrivals[i]) - arrivals[i] + queue.OutsideNanoseconds;
        }

        return latencies;
    }
}
