using Unpause.Analysis.CostModels;
using Unpause.Requests.Attribution;
using Unpause.Requests.Attribution.Join;
using Unpause.Requests.Attribution.Queues;
using Unpause.Requests.Attribution.Scenarios;

namespace Unpause.Analysis.WhatIfs;

/// <summary>
/// The load at which queue and collector feed each other (Bronson and others, HotOS 2021: metastable failures): requests in flight are
/// live, so collections come more often and take longer, so more requests are in flight. The recorded arrivals are made denser, and
/// collections with them, until p99 is over ten times the threshold or the backlog does not drain.
/// </summary>
/// <param name="Refusal">Why it cannot be found; null where it can.</param>
/// <param name="Low">The least that the load can be multiplied by, over all queues that fit and both ends of what a request keeps.</param>
/// <param name="High">The most; null where it is beyond <see cref="Furthest"/>, or a queue without a limit of workers fits, too.</param>
/// <param name="BytesInFlight">What a request in flight keeps live at most: what it allocates; null where that is not recorded.</param>
public sealed record Cliff(CliffRefusal? Refusal, double Low, double? High, double? BytesInFlight)
{
    /// <summary>Loads beyond so many times the recorded one are not tried: the program would be another one.</summary>
    public const double Furthest = 16;

    /// <summary>p99 may be so many times the threshold of slow requests.</summary>
    public const int MostTimesThreshold = 10;

    /// <summary>Of what a request allocates, it keeps this share live while in flight at least; at most all of it.</summary>
    public const double LeastKept = 0.1;

    private const double Step = 1.25;
    private const int Halvings = 6, MostRounds = 8, MostRequests = 50_000;
    private const double Settled = 0.02;

    // A backlog drains where the last answer comes so soon behind the last request, as a share of the run.
    private const double DrainedShare = 0.1;

    /// <summary>Finds it.</summary>
    /// <param name="load">Arrivals that can be served again.</param>
    /// <param name="model">How collections depend on what is live; null where no model fits: they then depend on the load only.</param>
    /// <param name="threshold">Longer requests are slow, in nanoseconds.</param>
    public static Cliff Find(ReplayableLoad load, KindedPauses pauses, CostModel? model, Recording recording, long threshold)
    {
        var bounded = load.Queues.Where(queue => queue.Discipline != QueueDiscipline.Unlimited).ToList();
        if (bounded.Count == 0) return new(CliffRefusal.NoWorkers, 0, null, null);
        if (load.NeverOverlap) return new(CliffRefusal.NeverBusy, 0, null, null);
        if (LatencyDistribution.Compute(load.Latencies, threshold).P99Nanoseconds > threshold * MostTimesThreshold)
            return new(CliffRefusal.OverAlready, 0, null, null);
        var bytes = model is null ? null : BytesOfRequest(load, model, recording);
        double? least = null, most = null;
        foreach (var queue in bounded)
        {
            foreach (var kept in (ReadOnlySpan<double>)(bytes is null ? [0] : [LeastKept, 1]))
            {
                var search = new Search(load, pauses, model, queue, kept * (bytes ?? 0), threshold);
                var factor = search.Find();
                least = Math.Min(least ?? factor, factor);
                most = Math.Max(most ?? factor, factor);
            }
        }

        return new(null, least!.Value, most < Furthest && bounded.Count == load.Queues.Count ? most : null, bytes);
    }

    private static double? BytesOfRequest(ReplayableLoad load, CostModel model, Recording recording)
    {
        if (recording.DurationNanoseconds - model.Work.From is not (> 0 and var steady) || model.Work.AllocatedBytes <= 0) return null;
        var requests = load.Arrivals.Length / (double)Math.Max(1, load.Stretch.Length) * steady;
        return requests < 1 ? null : model.Work.AllocatedBytes / requests;
    }

    private sealed class Search
    {
        private readonly long[] _arrivals, _demands;
        private readonly KindedPauses _pauses;
        private readonly CostModel? _model;
        private readonly QueueModel _queue;
        private readonly double _bytes, _inFlight;
        private readonly long _threshold, _from;

        public Search(ReplayableLoad load, KindedPauses pauses, CostModel? model, QueueModel queue, double bytes, long threshold)
        {
            (_pauses, _model, _queue, _bytes, _threshold, _from) = (pauses, model, queue, bytes, threshold, load.Stretch.From);
            var count = Math.Min(load.Arrivals.Length, MostRequests);
            (_arrivals, _demands) = (load.Arrivals[..count].ToArray(), load.Demands(queue)[..count].ToArray());
            _inFlight = InFlight(load.Latencies.Span[..count], _arrivals);
        }

        /// <summary>The largest factor that holds, to a percent or so.</summary>
        public double Find()
        {
            var (holds, fails) = (1.0, 1.0);
            if (!Holds(1)) return 1;
            while (holds < Furthest)
            {
                fails = holds * Step;
                if (!Holds(fails)) break;
                holds = fails;
            }

            if (holds >= Furthest) return Furthest;
            for (var halving = 0; halving < Halvings; halving++)
            {
                var middle = (holds + fails) / 2;
                if (Holds(middle)) holds = middle;
                else fails = middle;
            }

            return holds;
        }

        private bool Holds(double factor)
        {
            var arrivals = Array.ConvertAll(_arrivals, arrival => _from + (long)((arrival - _from) / factor));
            var expected = _inFlight;
            for (var round = 0; round < MostRounds; round++)
            {
                if (Pauses(factor, expected) is not { } pauses) return false;
                var latencies = PausedReplay.Serve(_queue, arrivals, _demands, pauses);
                if (!IsFine(arrivals, latencies)) return false;
                var found = InFlight(latencies, arrivals);
                if (_bytes == 0 || Math.Abs(found - expected) <= Settled * expected) return true;
                expected = found;
            }

            return true;
        }

        private PauseTimeline? Pauses(double factor, double inFlight)
        {
            var added = Math.Max(0, inFlight - _inFlight) * _bytes;
            var change = _model is null || added == 0
                ? PauseChange.None
                : _model.Change(new(_model.Formula.NowBytes, null, added));
            return change is null ? null : _pauses.Changed(change, RangeEnd.Middle, 0, factor);
        }

        private bool IsFine(long[] arrivals, long[] latencies)
        {
            var limit = (long)((arrivals[^1] - arrivals[0]) * DrainedShare);
            if (LatencyDistribution.Compute(latencies, _threshold).P99Nanoseconds > _threshold * MostTimesThreshold) return false;
            // The last requests of all say whether the queue was still growing.
            return latencies[^1] <= Math.Max(limit, _threshold);
        }

        /// <summary>By Little's law: the time that requests take in all, over the time in which they arrive.</summary>
        private static double InFlight(ReadOnlySpan<long> latencies, long[] arrivals)
        {
            double sum = 0;
            foreach (var latency in latencies) sum += latency;
            return sum / Math.Max(1, arrivals[^1] - arrivals[0]);
        }
    }
}

/// <summary>Why the distance to the cliff is unknown.</summary>
public enum CliffRefusal
{
    /// <summary>By the only queue that fits, requests never wait for each other: the number of workers is unknown.</summary>
    NoWorkers,

    /// <summary>No two requests were in flight together.</summary>
    NeverBusy,

    /// <summary>The recorded load is beyond it.</summary>
    OverAlready,
}
