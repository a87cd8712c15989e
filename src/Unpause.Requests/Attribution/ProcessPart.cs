using Unpause.Requests.Attribution.Clocks;
using Unpause.Requests.Attribution.Queues;

namespace Unpause.Requests.Attribution;

/// <summary>One process's requests aligned with its pauses, ready for the sweeps.</summary>
internal sealed class ProcessPart
{
    private ProcessPart(RequestArray requests, PauseTimeline pauses, RecordedStretch recorded, ProcessAttribution facts, QueueRange queues)
    {
        Queues = queues;
        Requests = requests;
        Pauses = pauses;
        Recorded = recorded;
        Stretch = new RecordedStretch(facts.Clock.Map(recorded.From), facts.Clock.Map(recorded.To));
        Facts = facts;
    }

    /// <summary>Its requests in order of arrival.</summary>
    public RequestArray Requests { get; }

    /// <summary>Its pauses on the requests' clock.</summary>
    public PauseTimeline Pauses { get; }

    /// <summary>What the recording covers, on its own clock.</summary>
    public RecordedStretch Recorded { get; }

    /// <summary>The same on the requests' clock.</summary>
    public RecordedStretch Stretch { get; }

    /// <summary>How it was aligned.</summary>
    public ProcessAttribution Facts { get; }

    /// <summary>The queues that it may be.</summary>
    public QueueRange Queues { get; }

    /// <summary>Nothing shorter is attributed.</summary>
    public long ErrorBound => Facts.Clock.ErrorBoundNanoseconds;

    /// <summary>Requests and pauses for the join.</summary>
    public JoinedRequests Joined => new(Requests.Starts, Requests.Durations, Pauses, ErrorBound);

    /// <summary>Aligns the clocks, places the pauses and finds the queue; null when no request is within the recording.</summary>
    /// <param name="index">Index of the recording.</param>
    /// <param name="requests">All requests of the process, and how they are stamped.</param>
    /// <param name="errorBound">How far clocks may be off by what the sources say.</param>
    /// <param name="all">Whether all requests that were served are there.</param>
    public static ProcessPart? Create(
        int index, Recording recording, RecordedStretch recorded, StampedRequests requests, long errorBound, bool all)
    {
        var intervals = GcIntervals.From(recording, recorded);
        var asRead = PauseTimeline.Merge([.. intervals.Starts], [.. intervals.Durations]);
        var (clock, taken) = requests.Align(asRead, errorBound);
        if (clock.State == ClockState.Untestable && ClockMismatch.LikelyZone(taken, recorded) is { } zone)
        {
            clock = clock with { State = ClockState.Contradicted, LikelyZone = zone };
        }

        var inside = taken.Between(clock.Map(recorded.From) - errorBound, clock.Map(recorded.To) + errorBound);
        if (inside.Count == 0) return null;
        var logged = intervals.Placed(clock);
        var (pauses, unlogged) = all && clock.Borne ? UnloggedStarts.Extend(inside, logged) : (logged, 0);
        var queues = all ? QueueRange.Fit(new QueueSample(inside, pauses)) : QueueRange.OwnPausesOnly;
        var (placeless, placelessTime) = clock.State == ClockState.Contradicted ? (0, 0) : intervals.WithoutPlace(clock);
        var facts = new ProcessAttribution(
            index,
            inside.Count,
            taken.Count - inside.Count,
            clock,
            queues.Best,
            pauses.Count,
            asRead.Count - logged.Count - placeless,
            asRead.TotalNanoseconds - logged.TotalNanoseconds - placelessTime)
        {
            PausesWithoutPlace = placeless,
            UnloggedStartNanoseconds = unlogged,
            QueueCandidates = queues.Candidates,
        };
        return new ProcessPart(inside, pauses, recorded, facts, queues);
    }

    /// <summary>The same with every pause later by so much.</summary>
    public ProcessPart Moved(long nanoseconds) =>
        new(Requests, Pauses.Moved(nanoseconds), Recorded, Facts with { Clock = Facts.Clock.Moved(nanoseconds) }, Queues);

    /// <summary>
    /// Fills latencies as the process's queue would have had them without pauses, and never more than latency less
    /// own stopped time, unless requests are to need more service than they did.
    /// </summary>
    /// <param name="queue">Which of the queues it is taken for.</param>
    /// <param name="latencies">One for each request.</param>
    /// <param name="serviceFactor">How many times the service each is to need.</param>
    public void WithoutBacklog(QueueModel queue, Memory<long> latencies, double serviceFactor)
    {
        var (starts, durations) = (Requests.Starts, Requests.Durations);
        queue.Demands(starts, durations, Pauses, latencies.Span);
        if (serviceFactor != 1)
        {
            foreach (ref var demand in latencies.Span) demand = (long)(demand * serviceFactor);
        }

        queue.Replay(starts, latencies.Span);
        if (serviceFactor > 1) return;
        Sweep.InPieces(Requests.Count, (from, to) =>
        {
            var sweep = new PauseSweep(Pauses);
            Span<long> stopped = stackalloc long[PauseSweep.Block];
            for (var first = from; first < to; first += PauseSweep.Block)
            {
                var length = Math.Min(PauseSweep.Block, to - first);
                sweep.Fill(starts.AsSpan(first, length), durations.AsSpan(first, length), stopped[..length]);
                var without = latencies.Span.Slice(first, length);
                for (var i = 0; i < length; i++) without[i] = Math.Min(without[i], durations[first + i] - stopped[i]);
            }
        });
    }

    /// <summary>Stopped time inside a request.</summary>
    public long Stopped(int request) => Pauses.Stopped(Requests.Starts[request], Requests.Starts[request] + Requests.Durations[request]);
}

/// <summary>How one process's requests were aligned with its recording.</summary>
/// <param name="Recording">Index of the recording, in the order given.</param>
/// <param name="Requests">Requests that arrived while it was recorded.</param>
/// <param name="Outside">Requests of this process from before or after the recording, left out.</param>
/// <param name="Clock">Offset, drift and error of the clocks.</param>
/// <param name="Queue">The queue that the process is, by its requests' times.</param>
/// <param name="Pauses">Pauses that could be placed, after merging those that touch.</param>
/// <param name="PausesBelowErrorBound">Pauses left out because they are shorter than the clocks' error.</param>
public sealed record ProcessAttribution(
    int Recording,
    long Requests,
    long Outside,
    ClockAlignment Clock,
    QueueModel Queue,
    int Pauses,
    int PausesBelowErrorBound,
    long NanosecondsBelowErrorBound)
{
    /// <summary>Pauses from stretches whose clock is unknown: which requests they affected is unknown.</summary>
    internal int PausesWithoutPlace { get; init; }

    /// <summary>How long before a pause is logged the process has stopped answering, on average; 0 when that cannot be seen.</summary>
    public long UnloggedStartNanoseconds { get; init; }

    /// <summary>How many queues fit within chance of the best one.</summary>
    public int QueueCandidates { get; init; } = 1;
}
