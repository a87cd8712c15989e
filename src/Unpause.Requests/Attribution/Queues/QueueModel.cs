using Unpause.Requests.Attribution.Join;

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
    internal long OutsideNanoseconds { get; init; }

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
