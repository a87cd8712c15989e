using Unpause.Requests.Attribution.Evidence;

namespace Unpause.Requests.Attribution.Queues;

/// <summary>Latency without pauses by the queue that fits best, and the range over all that fit.</summary>
/// <param name="Best">By the best.</param>
/// <param name="Least">The least that each number is under any.</param>
/// <param name="Counts">Slow requests, counted by the best.</param>
/// <param name="Blamed">Slow requests that are not slow without pauses: fewest, by the best, most.</param>
internal sealed record Replays(
    LatencyDistribution Best, LatencyDistribution Least, LatencyDistribution Most, BlameCounts Counts,
    (long Low, long Best, long High) Blamed)
{
    /// <summary>Serves all requests again by up to three queues a process.</summary>
    /// <param name="options">Threshold and what if.</param>
    /// <param name="pooled">Filled with the latencies by the best queue, one process after the other.</param>
    public static Replays Run(List<ProcessPart> parts, AttributionOptions options, long[] pooled)
    {
        (LatencyDistribution Least, LatencyDistribution Most, long Low, long High)? others = null;
        if (parts.Exists(part => part.Queues.Candidates > 1))
        {
            var (fastest, slowest) = (Serve(queues => queues.Fastest), Serve(queues => queues.Slowest));
            others = (
                LatencyDistribution.Least(fastest.Without, slowest.Without), LatencyDistribution.Most(fastest.Without, slowest.Without),
                Math.Min(fastest.Counts.Fewest, slowest.Counts.Fewest), Math.Max(fastest.Counts.Most, slowest.Counts.Most));
        }

        var (without, counts) = Serve(queues => queues.Best);
        var blamed = counts.SlowByBacklog;
        if (others is not { } range) return new Replays(without, without, without, counts, (counts.Fewest, blamed, counts.Most));
        return new Replays(
            without, LatencyDistribution.Least(without, range.Least), LatencyDistribution.Most(without, range.Most), counts,
            (Math.Min(counts.Fewest, range.Low), blamed, Math.Max(counts.Most, range.High)));

        (LatencyDistribution Without, BlameCounts Counts) Serve(Func<QueueRange, QueueModel> queue)
        {
            var (tally, at) = (new BlameCounts(), 0);
            foreach (var part in parts)
            {
                var latencies = pooled.AsMemory(at, part.Requests.Count);
                part.WithoutBacklog(queue(part.Queues), latencies, options.ServiceFactor);
                tally.Add(part, latencies.Span, options.SlowThresholdNanoseconds);
                at += part.Requests.Count;
            }

            return (LatencyDistribution.Compute(pooled, options.SlowThresholdNanoseconds), tally);
        }
    }
}
