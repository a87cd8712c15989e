using Unpause.Requests.Attribution.Evidence;

namespace Unpause.Requests.Attribution.Clocks;

/// <summary>
/// What the judgement would be at the other offsets that the clocks may have, as the low and high ends of its numbers:
/// a verdict must be right for all of them.
/// </summary>
internal static class PossibleOffsets
{
    // Shifts of less than that share of the threshold turn few requests from slow to not slow.
    private const int LeastShare = 50;
    private const int LeastShareOfMany = 10;
    private const int Many = 2_000_000;

    // An acquittal that another offset would overturn for one slow request in ten is none.
    private const int OverturnsShare = 10;

    /// <summary>Widens the ends of a judgement.</summary>
    /// <param name="judged">By the offsets that were taken.</param>
    /// <param name="options">Threshold and choices.</param>
    /// <returns>The judgement, and why there is none.</returns>
    public static (RequestAttribution Judged, Explanation? Refusal) Widen(
        RequestAttribution judged, List<ProcessPart> parts, AttributionOptions options)
    {
        if (judged is not { WithoutBacklog: { } backlog, WithoutOwnOverlap: { } overlap, SlowWithPause: not null }) return (judged, null);
        var least = options.SlowThresholdNanoseconds / (judged.Count > Many ? LeastShareOfMany : LeastShare);
        var (fewest, most) = (judged.SlowBecauseOfGcLow ?? judged.SlowBecauseOfGc, judged.SlowBecauseOfGcHigh ?? judged.SlowBecauseOfGc);
        var (low, high) = (judged.WithoutLow ?? LatencyDistribution.Least(backlog, overlap),
            judged.WithoutHigh ?? LatencyDistribution.Most(backlog, overlap));
        long elsewhere = 0;
        foreach (var end in (ReadOnlySpan<Func<ClockAlignment, long>>)[Lowest, Highest, Elsewhere])
        {
            if (!parts.Exists(part => Math.Abs(end(part.Facts.Clock)) > least)) continue;
            var (blamed, without, overlapOnly) = At(parts, end, options, (int)judged.Count);
            elsewhere = Math.Max(elsewhere, blamed);
            (fewest, most) = (Math.Min(fewest ?? long.MaxValue, blamed), Math.Max(most ?? 0, blamed));
            low = LatencyDistribution.Least(low, without);
            high = LatencyDistribution.Most(high, parts.TrueForAll(part => part.Facts.Queue.Fits) ? without : overlapOnly);
        }

        judged = judged with { WithoutLow = low, WithoutHigh = high };
        var acquits = (judged.SlowBecauseOfGc ?? 0) * OverturnsShare < judged.Measured.Slow;
        if (acquits && elsewhere * OverturnsShare >= judged.Measured.Slow
            && parts.Exists(part => part.Facts.Clock.State == ClockState.Untestable))
        {
            var outcome = AttributionOutcome.NotEnoughEvidence;
            judged = judged with { Outcome = outcome, SlowBecauseOfGcLow = fewest, SlowBecauseOfGcHigh = most };
            return (judged, new Explanation.OffsetDecides(elsewhere, judged.Measured.Slow));
        }

        var counted = judged.SlowBecauseOfGc ?? judged.SlowBecauseOfGcHigh;
        return (counted is null ? judged : judged with { SlowBecauseOfGcLow = fewest, SlowBecauseOfGcHigh = most }, null);
    }

    private static long Lowest(ClockAlignment clock) => clock.PossibleLow;

    private static long Highest(ClockAlignment clock) => clock.PossibleHigh;

    private static long Elsewhere(ClockAlignment clock) => clock.State == ClockState.Untestable ? clock.OtherOffset : 0;

    private static (long Blamed, LatencyDistribution Without, LatencyDistribution OwnOverlap) At(
        List<ProcessPart> parts, Func<ClockAlignment, long> end, AttributionOptions options, int count)
    {
        var (pooled, own) = (new long[count], new long[count]);
        var counts = new BlameCounts();
        var at = 0;
        foreach (var part in parts)
        {
            var moved = part.Moved(end(part.Facts.Clock));
            var latencies = pooled.AsMemory(at, part.Requests.Count);
            moved.WithoutBacklog(moved.Queues.Best, latencies, options.ServiceFactor);
            counts.Add(moved, latencies.Span, options.SlowThresholdNanoseconds);
            for (var i = 0; i < part.Requests.Count; i++) own[at + i] = part.Requests.Durations[i] - moved.Stopped(i);
            at += part.Requests.Count;
        }

        return (counts.SlowByBacklog, LatencyDistribution.Compute(pooled, options.SlowThresholdNanoseconds),
            LatencyDistribution.Compute(own, options.SlowThresholdNanoseconds));
    }
}
