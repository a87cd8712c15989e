using System.Buffers;
using Unpause.Analysis.Statistics;
using Unpause.Collections;
using Unpause.Recordings;

namespace Unpause.Analysis.Summaries;

/// <summary>What the application felt: stops with time to safepoint and suspension; times in nanoseconds.</summary>
public sealed record StopSummary(
    long Count,
    Total TotalNanoseconds,
    long? MaxNanoseconds,
    long? P99Nanoseconds,
    Total? TimeToSafepointTotalNanoseconds,
    long OutsidePausesNanoseconds,
    double? ThroughputPercent)
{
    /// <summary>Computes the numbers; null when the recording has no stops.</summary>
    internal static StopSummary? Of(Recording recording)
    {
        if (recording.Stops is not { } stops) return null;
        var rented = ArrayPool<long>.Shared.Rent(Math.Max(stops.Count, 1));
        try
        {
            return Of(recording, stops, rented.AsSpan(0, stops.Count));
        }
        finally
        {
            ArrayPool<long>.Shared.Return(rented);
        }
    }

    private static StopSummary Of(Recording recording, Column<Stop> stops, Span<long> durations)
    {
        var (count, total, longest, from) = (0, default(Total), long.MinValue, 0);
        Total? toSafepoint = null;
        foreach (var chunk in stops.ChunkSpans)
        {
            foreach (ref readonly var stop in chunk)
            {
                durations[count++] = stop.DurationNanoseconds;
                total += stop.DurationNanoseconds;
                longest = Math.Max(longest, stop.DurationNanoseconds);
                if (stop.TimeToSafepointNanoseconds is { } reaching) toSafepoint = (toSafepoint ?? default) + reaching;
            }
        }

        return new StopSummary(
            stops.Count,
            total,
            count == 0 ? null : longest,
            Percentiles.Pick(durations, 990, ref from),
            toSafepoint,
            Math.Max(0, total.Value - PauseTotal(recording).Value),
            PauseSummary.Throughput(total, recording.ObservedNanoseconds));
    }

    private static Total PauseTotal(Recording recording)
    {
        var sum = default(Total);
        foreach (var chunk in recording.Pauses.ChunkSpans)
        {
            foreach (ref readonly var pause in chunk) sum += pause.DurationNanoseconds;
        }

        return sum;
    }
}
