using Unpause.Recordings;

namespace Unpause.Analysis;

/// <summary>What the application felt: stops with time to safepoint and suspension; times in nanoseconds.</summary>
public sealed record StopSummary(
    long Count,
    long TotalNanoseconds,
    long? MaxNanoseconds,
    long? P99Nanoseconds,
    long? TimeToSafepointTotalNanoseconds,
    long OutsidePausesNanoseconds,
    double? ThroughputPercent)
{
    /// <summary>Computes the numbers; null when the recording has no stops.</summary>
    public static StopSummary? Of(Recording recording)
    {
        if (recording.Stops is not { } stops) return null;
        var durations = new long[stops.Count];
        long total = 0;
        long? toSafepoint = null;
        for (var i = 0; i < stops.Count; i++)
        {
            durations[i] = stops[i].DurationNanoseconds;
            total += durations[i];
            if (stops[i].TimeToSafepointNanoseconds is { } reaching) toSafepoint = (toSafepoint ?? 0) + reaching;
        }

        Array.Sort(durations);
        return new StopSummary(
            stops.Count,
            total,
            durations.Length == 0 ? null : durations[^1],
            Percentiles.NearestRank(durations, 990),
            toSafepoint,
            Math.Max(0, total - recording.Pauses.SumSaturated(pause => pause.DurationNanoseconds)),
            PauseSummary.Throughput(total, recording.ObservedNanoseconds));
    }
}
