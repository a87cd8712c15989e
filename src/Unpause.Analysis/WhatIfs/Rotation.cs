using System.Runtime.InteropServices;
using Unpause.Requests.Attribution;
using Unpause.Requests.Attribution.Join;
using Unpause.Requests.Attribution.Queues;
using Unpause.Requests.Attribution.Scenarios;

namespace Unpause.Analysis.WhatIfs;

/// <summary>
/// Several instances whose collections are coordinated (Maas and others, Trash Day, HotOS 2015; nodejs/node#58002): an instance that is
/// about to pause for long gets no requests until it is through, or no two of them pause together. What is in flight when a pause begins
/// still waits for its end.
/// </summary>
/// <param name="Instances">How many.</param>
/// <param name="LeastPause">Shorter pauses do not take an instance out of rotation, in nanoseconds.</param>
/// <param name="AsRecorded">All requests of all instances as recorded.</param>
/// <param name="Staggered">No two instances pause together.</param>
/// <param name="OutOfRotation">Requests that arrive during a long pause are sent to an instance without one.</param>
/// <param name="Both">Both of it.</param>
public sealed record Rotation(
    int Instances, long LeastPause, LatencyRange AsRecorded, LatencyRange Staggered, LatencyRange OutOfRotation, LatencyRange Both)
{
    private const int ThresholdPerPause = 5;

    /// <summary>Serves all instances of the service with the most of them again; null where there are not several.</summary>
    /// <param name="loads">Processes whose requests can be served again.</param>
    /// <param name="threshold">Longer requests are slow, in nanoseconds.</param>
    public static Rotation? Compute(IReadOnlyList<ReplayableLoad> loads, long threshold)
    {
        loads = [.. loads.GroupBy(load => load.Service).OrderByDescending(group => group.Count()).Take(1).SelectMany(group => group)];
        if (loads.Count < 2) return null;
        PauseTimeline[] recorded = [.. loads.Select(load => load.Pauses)], apart = Stagger(recorded);
        var least = threshold / ThresholdPerPause;
        return new(
            loads.Count, least, Range(recorded, long.MaxValue), Range(apart, long.MaxValue), Range(recorded, least), Range(apart, least));

        LatencyRange Range(PauseTimeline[] pauses, long shortest)
        {
            LatencyRange? range = null;
            for (var queue = 0; queue < loads.Max(load => load.Queues.Count); queue++)
            {
                var one = LatencyRange.Of(LatencyDistribution.Compute(Serve(loads, pauses, shortest, queue), threshold));
                range = range?.With(one) ?? one;
            }

            return range!;
        }
    }

    /// <summary>Each pause waits until no other instance pauses, so a process pauses a little later than it did.</summary>
    public static PauseTimeline[] Stagger(IReadOnlyList<PauseTimeline> instances)
    {
        var all = new List<(long Start, long Length, int Instance)>();
        for (var i = 0; i < instances.Count; i++)
        {
            for (var pause = 0; pause < instances[i].Count; pause++)
            {
                all.Add((instances[i].Start(pause), instances[i].End(pause) - instances[i].Start(pause), i));
            }
        }

        all.Sort();
        var (starts, lengths) = (new List<long>[instances.Count], new List<long>[instances.Count]);
        for (var i = 0; i < instances.Count; i++) (starts[i], lengths[i]) = ([], []);
        var free = long.MinValue;
        foreach (var (start, length, instance) in all)
        {
            var at = Math.Max(start, free);
            starts[instance].Add(at);
            lengths[instance].Add(length);
            free = at + length;
        }

        var apart = new PauseTimeline[instances.Count];
        for (var i = 0; i < apart.Length; i++)
            apart[i] = PauseTimeline.Merge(CollectionsMarshal.AsSpan(starts[i]), CollectionsMarshal.AsSpan(lengths[i]));
        return apart;
    }

    /// <summary>The latencies of all requests of all instances.</summary>
    /// <param name="shortest">Only pauses of at least this length take an instance out of rotation.</param>
    /// <param name="queue">Which of the queues of each instance.</param>
    private static long[] Serve(IReadOnlyList<ReplayableLoad> loads, PauseTimeline[] pauses, long shortest, int queue)
    {
        var longOnes = Array.ConvertAll(pauses, timeline => LongOnly(timeline, shortest));
        var sent = new List<(long Arrival, long Demand)>[loads.Count];
        for (var i = 0; i < sent.Length; i++) sent[i] = new(loads[i].Arrivals.Length);
        var next = 0;
        for (var i = 0; i < loads.Count; i++)
        {
            var arrivals = loads[i].Arrivals;
            var demands = loads[i].Demands(QueueOf(i));
            for (var j = 0; j < arrivals.Length; j++)
            {
                var target = i;
                for (var tried = 0; tried < loads.Count && longOnes[target].Contains(arrivals[j]); tried++) target = next++ % loads.Count;
                if (longOnes[target].Contains(arrivals[j])) target = i;
                sent[target].Add((arrivals[j], demands[j]));
            }
        }

        var latencies = new List<long>();
        for (var i = 0; i < loads.Count; i++)
        {
            sent[i].Sort();
            long[] arrivals = [.. sent[i].Select(request => request.Arrival)], demands = [.. sent[i].Select(request => request.Demand)];
            latencies.AddRange(PausedReplay.Serve(QueueOf(i), arrivals, demands, pauses[i]));
        }

        return [.. latencies];

        QueueModel QueueOf(int instance)
        {
            var queues = loads[instance].Queues;
            return queues[Math.Min(queue, queues.Count - 1)];
        }
    }

    private static PauseTimeline LongOnly(PauseTimeline pauses, long shortest)
    {
        var (starts, lengths) = (new long[pauses.Count], new long[pauses.Count]);
        for (var i = 0; i < pauses.Count; i++) (starts[i], lengths[i]) = (pauses.Start(i), pauses.End(i) - pauses.Start(i));

        return PauseTimeline.Merge(starts, lengths, shortest);
    }
}
