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

    /// <summary>The value of a metric over the last time; null where it is not known.</summary>
    public static double? Value(string metric, FollowedProcess process, DateTimeOffset now, TimeSpan over) =>
        Value(metric, process, process.Sums(now - over), over);

    /// <summary>The value of a metric over some time; null where it is not known.</summary>
    /// <param name="sums">The stops of that time.</param>
    public static double? Value(string metric, FollowedProcess process, in RecentSums sums, TimeSpan over) => metric switch
    {
        WatchMetric.MaxStop => sums.LongestStopNanoseconds / 1e6,
        MetricNames.MaxPause => sums.LongestPauseNanoseconds / 1e6,
        WatchMetric.TimeInGc => 100.0 * sums.PausedNanoseconds / over.TotalNanoseconds,
        WatchMetric.Induced => sums.Induced,
        WatchMetric.Full => sums.Full,
        WatchMetric.HeapAfter => process.HeapAfterPercent,
        HeapAfterBytes => process.HeapAfterBytes,
        _ => null,
    };

    /// <summary>Whether a pause's collection was of the whole heap.</summary>
    public static bool IsWholeHeap(in SeenStop pause) =>
        pause.Generation is Generations.Gen2 or Generations.Full or Generations.Old;
}
