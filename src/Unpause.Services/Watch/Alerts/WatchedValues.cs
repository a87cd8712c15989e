using Unpause.Recordings;
using Unpause.Recordings.Rings;
using Unpause.Recordings.Words;
using Unpause.Services.Watch.Sensing;

namespace Unpause.Services.Watch.Alerts;

/// <summary>The values of conditions.</summary>
internal static class WatchedValues
{
    /// <summary>
    /// The heap after the last collection, which has a baseline but is no metric of a condition: without a limit only its trend tells.
    /// </summary>
    public const string HeapAfterBytes = "heap_after_bytes";

    /// <summary>The value over the last time; null where it is not known.</summary>
    public static double? ValueOf(this WatchMetric metric, FollowedProcess process, DateTimeOffset now, TimeSpan over) =>
        Value(metric.Metric, process, now, over);

    /// <summary>The value of a metric over the last time; null where it is not known.</summary>
    public static double? Value(string metric, FollowedProcess process, DateTimeOffset now, TimeSpan over) =>
        Value(metric, process, process.Recent(now - over), over);

    /// <summary>The value of a metric over some time; null where it is not known.</summary>
    /// <param name="recent">The stops of that time.</param>
    public static double? Value(string metric, FollowedProcess process, IReadOnlyList<RecentStop> recent, TimeSpan over)
    {
        var pauses = recent.Where(one => one.Stop.Kind == SeenKind.Pause).Select(one => one.Stop).ToList();
        return metric switch
        {
            // Runtimes that report no stops are stopped by their pauses.
            WatchMetric.MaxStop => recent.Count == 0 ? 0 : recent.Max(one => one.Stop.Nanoseconds) / 1e6,
            MetricNames.MaxPause => pauses.Count == 0 ? 0 : pauses.Max(pause => pause.Nanoseconds) / 1e6,
            WatchMetric.TimeInGc => 100 * pauses.Sum(pause => (double)pause.Nanoseconds) / over.TotalNanoseconds,
            WatchMetric.Induced => pauses.Count(pause => pause.Induced),
            WatchMetric.Full => pauses.Count(pause => IsWholeHeap(pause)),
            WatchMetric.HeapAfter => process.HeapAfterBytes is { } heap
                && (process.Facts.HeapLimitBytes ?? process.Facts.MemoryLimitBytes) is { } limit and > 0 ? 100.0 * heap / limit : null,
            HeapAfterBytes => process.HeapAfterBytes,
            _ => null,
        };
    }

    /// <summary>Whether a pause's collection was of the whole heap.</summary>
    public static bool IsWholeHeap(in SeenStop pause) =>
        pause.Generation is Generations.Gen2 or Generations.Full or Generations.Old;
}
