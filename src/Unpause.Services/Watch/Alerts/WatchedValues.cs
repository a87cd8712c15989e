using Unpause.Recordings;
using Unpause.Recordings.Rings;
using Unpause.Recordings.Words;
using Unpause.Services.Watch.Sensing;

namespace Unpause.Services.Watch.Alerts;

/// <summary>The values of conditions.</summary>
internal static class WatchedValues
{
    /// <summary>The value over the last time; null where it is not known.</summary>
    public static double? ValueOf(this WatchMetric metric, FollowedProcess process, DateTimeOffset now, TimeSpan over) =>
        Value(metric.Metric, process, now, over);

    /// <summary>The value of a metric over the last time; null where it is not known.</summary>
    public static double? Value(string metric, FollowedProcess process, DateTimeOffset now, TimeSpan over)
    {
        if (metric == WatchMetric.HeapAfter)
        {
            return process.HeapAfterBytes is { } heap
                && (process.Facts.HeapLimitBytes ?? process.Facts.MemoryLimitBytes) is { } limit and > 0 ? 100.0 * heap / limit : null;
        }

        var sums = process.Sums(now - over);
        return metric switch
        {
            WatchMetric.MaxStop => sums.LongestStopNanoseconds / 1e6,
            MetricNames.MaxPause => sums.LongestPauseNanoseconds / 1e6,
            WatchMetric.TimeInGc => 100.0 * sums.PausedNanoseconds / over.TotalNanoseconds,
            WatchMetric.Induced => sums.Induced,
            WatchMetric.Full => sums.Full,
            _ => null,
        };
    }

    /// <summary>Whether a pause's collection was of the whole heap.</summary>
    public static bool IsWholeHeap(in SeenStop pause) =>
        pause.Generation is Generations.Gen2 or Generations.Full or Generations.Old;
}
