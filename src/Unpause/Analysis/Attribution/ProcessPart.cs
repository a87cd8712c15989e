using Unpause.Analysis.Attribution.Clocks;
using Unpause.Analysis.Attribution.Join;
using Unpause.Analysis.Attribution.Queues;
using Unpause.Recordings;

namespace Unpause.Analysis.Attribution;

/// <summary>One process's requests laid over its pauses, ready for the sweeps.</summary>
internal sealed class ProcessPart
{
    private ProcessPart(RequestArray requests, PauseTimeline pauses, RecordedStretch stretch, ProcessAttribution facts, QueueRange queues)
    {
        Queues = queues;
        Requests = requests;
        Pauses = pauses;
        Stretch = stretch;
        Facts = facts;
    }

    /// <summary>Its requests in order of arrival.</summary>
    public RequestArray Requests { get; }

    /// <summary>Its pauses on the requests' clock.</summary>
    public PauseTimeline Pauses { get; }

    /// <summary>What the recording covers, on its own clock.</summary>
    public RecordedStretch Stretch { get; }

    /// <summary>How it was laid.</summary>
    public ProcessAttribution Facts { get; }

    /// <summary>The queues that it may be.</summary>
    public QueueRange Queues { get; }

    /// <summary>Nothing shorter is attributed.</summary>
    public long ErrorBound => Facts.Clock.ErrorBoundNanoseconds;

    /// <summary>Requests and pauses for the join.</summary>
    public JoinedRequests Joined => new(Requests.Starts, Requests.Durations, Pauses, ErrorBound);

    /// <summary>Aligns the clocks, places the pauses and finds the queue.</summary>
    public static ProcessPart Of(
        int index, Recording recording, RecordedStretch stretch, RequestArray requests, long outside, long errorBound,
        long resolution, bool oneClock, bool all)
    {
        var intervals = GcIntervals.Of(recording, stretch);
        var asRead = PauseTimeline.Of([.. intervals.Starts], [.. intervals.Durations]);
        var clock = oneClock ? ClockAlignment.OneClock : ClockAligner.Align(requests, asRead, errorBound, resolution);
        var logged = intervals.Placed(clock);
        var (pauses, unlogged) = UnloggedStarts.Extend(requests, logged);
        var queues = all ? QueueRange.Of(new QueueSample(requests, pauses)) : QueueRange.OwnOverlapOnly;
        var facts = new ProcessAttribution(
            index,
            requests.Count,
            outside,
            clock,
            queues.Best,
            pauses.Count,
            asRead.Count - logged.Count,
            asRead.TotalNanoseconds - logged.TotalNanoseconds) { UnloggedStartNanoseconds = unlogged, QueueCandidates = queues.Candidates };
        return new ProcessPart(requests, pauses, stretch, facts, queues);
    }

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
