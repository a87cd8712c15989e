using Unpause.Requests.Attribution.Clocks;
using Unpause.Requests.Attribution.Evidence;
using Unpause.Requests.Attribution.Join;
using Unpause.Requests.Attribution.Queues;

namespace Unpause.Requests.Attribution.Scenarios;

/// <summary>
/// One process's recorded arrivals with the service that each request needed, ready to be served again with other pauses, by every
/// queue that fits. With the recorded pauses that gives the measured latencies.
/// </summary>
public sealed class ReplayableLoad
{
    // The share depends on the queue a little, and the queue on the share.
    private const int Rounds = 2;

    private readonly ProcessPart _part;
    private readonly QueueRange _queues;
    private readonly Dictionary<QueueModel, long[]> _demands = [];

    // Why requests cannot be served again by queues that were found.
    private readonly Func<QueueRange, ReplayRefusal?> _refuse;

    private ReplayableLoad(
        ProcessPart part, QueueRange queues, string? service, Func<QueueRange, ReplayRefusal?> refuse, ConcurrentSlowdown? slowdown = null)
    {
        (_part, _queues, Service, _refuse, Slowdown) = (part, queues, service, refuse, slowdown);
        Refusal = refuse(queues);
    }

    /// <summary>The name of the service that the requests are of; null where they do not say.</summary>
    public string? Service { get; }

    /// <summary>Index of the recording, in the order given.</summary>
    public int Recording => _part.Facts.Recording;

    /// <summary>Why it cannot be served again; null where it can.</summary>
    public ReplayRefusal? Refusal { get; }

    /// <summary>Arrivals in nanoseconds since 1970, ascending.</summary>
    public ReadOnlySpan<long> Arrivals => _part.Requests.Starts;

    /// <summary>Latencies as measured, in nanoseconds, one for each arrival.</summary>
    public ReadOnlyMemory<long> Latencies => _part.Requests.Durations;

    /// <summary>The recorded pauses on the requests' clock.</summary>
    public PauseTimeline Pauses => _part.Pauses;

    /// <summary>What the recording covers on the requests' clock.</summary>
    public RecordedStretch Stretch => _part.Stretch;

    /// <summary>The queues that fit: the best, then those that leave the shortest and the longest latencies.</summary>
    public IReadOnlyList<QueueModel> Queues => [.. new[] { _queues.Best, _queues.Fastest, _queues.Slowest }.Distinct()];

    /// <summary>How much slower requests run while the collector works beside the program; null where they do not.</summary>
    public ConcurrentSlowdown? Slowdown { get; }

    /// <summary>Whether no two requests were ever in flight together, so nothing is known about their queue.</summary>
    public bool NeverOverlap => _queues.Best == QueueModel.NeverTwo;

    /// <summary>Takes the parts of an attribution.</summary>
    internal static IReadOnlyList<ReplayableLoad> Create(
        List<ProcessPart> parts, IReadOnlyList<RequestSet> sets, ProcessMatch match, KeptRequests kept)
    {
        var waiting = AcceptQueue.Find(parts, long.MaxValue).Held is not null;
        return
        [
            .. parts.Select(part => new ReplayableLoad(
                part, part.Queues, ServiceOf(part.Facts.Recording, sets, match), queues => Refuse(part, queues, sets, kept, waiting))),
        ];
    }

    /// <summary>The recording's time, in nanoseconds since its zero, on the requests' clock.</summary>
    public long Place(long sinceStart) => _part.Facts.Clock.Map(_part.Recorded.From + sinceStart);

    /// <summary>
    /// The same load, with the work beside the program as a cause of delay. The queues are found anew: without it requests that wait
    /// behind slow ones fit none, or seem to wait behind others that are not there.
    /// </summary>
    /// <param name="work">When the collector works beside the program, on the requests' clock.</param>
    public ReplayableLoad SlowedBy(PauseTimeline work)
    {
        if (work.Count == 0 || Refusal is not (null or ReplayRefusal.NoQueueFits or ReplayRefusal.HiddenBacklog)) return this;
        var (queues, slowdown) = (_queues, (ConcurrentSlowdown?)null);
        for (var round = 0; round < Rounds; round++)
        {
            slowdown = ConcurrentSlowdown.Find(queues.Best, _part.Requests, Pauses, work);
            if (slowdown is null) return this;
            queues = QueueRange.Fit(new QueueSample(_part.Requests, slowdown.Stops, work));
        }

        return new(_part, queues, Service, _refuse, slowdown);
    }

    /// <summary>The service that each request needs under a queue, in nanoseconds.</summary>
    public ReadOnlySpan<long> Demands(QueueModel queue)
    {
        if (_demands.TryGetValue(queue, out var known)) return known;
        var demands = new long[Arrivals.Length];
        queue.Demands(Arrivals, _part.Requests.Durations, Slowdown?.Stops ?? Pauses, demands);
        _demands.Add(queue, demands);
        return demands;
    }

    private static ReplayRefusal? Refuse(
        ProcessPart part, QueueRange queues, IReadOnlyList<RequestSet> sets, KeptRequests kept, bool waiting)
    {
        if (!kept.All) return ReplayRefusal.SomeMissing;
        if (queues.HiddenBacklog) return ReplayRefusal.HiddenBacklog;
        if (waiting) return ReplayRefusal.AcceptQueueUnseen;
        if (ClosedLoop.IsUsual(sets)) return ReplayRefusal.ClosedLoop;
        if (ClosedLoop.Judge(part) == ArrivalLoop.Closed)
        {
            var byServer = sets.Any(set => set.RecordedBy is not null || SpanFormats.Contains(set.Format));
            return byServer ? ReplayRefusal.AcceptQueueUnseen : ReplayRefusal.ClosedLoop;
        }

        return queues.Best.Fits ? null : ReplayRefusal.NoQueueFits;
    }

    private static string? ServiceOf(int recording, IReadOnlyList<RequestSet> sets, ProcessMatch match)
    {
        for (var set = 0; set < sets.Count; set++)
        {
            for (var service = 0; service < sets[set].Services.Count; service++)
            {
                if (match.RecordingOf(set, service) == recording) return sets[set].Services[service].Name;
            }
        }

        return null;
    }
}

/// <summary>Why recorded requests cannot be served again with other pauses.</summary>
public enum ReplayRefusal
{
    /// <summary>Not all requests are in the input.</summary>
    SomeMissing,

    /// <summary>Requests wait behind others that are not in the input.</summary>
    HiddenBacklog,

    /// <summary>The server's times start after the pause, so the arrivals during pauses are unknown.</summary>
    AcceptQueueUnseen,

    /// <summary>The client waits for answers: with other pauses it would send at other times.</summary>
    ClosedLoop,

    /// <summary>No queue model explains the latencies.</summary>
    NoQueueFits,
}
