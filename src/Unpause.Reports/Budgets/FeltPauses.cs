using Unpause.Recordings.Words;
using Unpause.Reports.Documents;

namespace Unpause.Reports.Budgets;

/// <summary>
/// Whole stop-the-world pauses of collections: time to stop, the GC pause, and the restart of threads. Where a report lacks them, the
/// pauses that the collector reports are used instead, and the output says so.
/// </summary>
internal static class FeltPauses
{
    /// <summary>The note on the first such broken budget: these names once meant pauses as the collector reports them.</summary>
    public static string Change(string metric, string own) =>
        $"{metric} now counts whole stop-the-world pauses, including the time to stop threads; as the collector reports them: {own}";

    /// <summary>The numbers to check.</summary>
    public static GcStopsDocument Of(ProcessDocument process) => process.Stops?.GcStops ?? Own(process.Pauses);

    /// <summary>The pauses that the collector reports, in the same shape.</summary>
    public static GcStopsDocument Own(PausesDocument pauses) => new()
    {
        Count = pauses.Count,
        TotalMs = pauses.TotalMs,
        MeanMs = pauses.MeanMs,
        MaxMs = pauses.MaxMs,
        P50Ms = pauses.P50Ms,
        P90Ms = pauses.P90Ms,
        P99Ms = pauses.P99Ms,
        P999Ms = pauses.P999Ms,
        ThroughputPercent = pauses.ThroughputPercent,
    };

    /// <summary>Why the pauses that the collector reports are checked instead; null when not, or when they are complete.</summary>
    public static string? WhyOwn(ProcessDocument process) => process.Stops switch
    {
        { GcStops: { } } => null,
        { } => "by the pauses that the collector reports: the report was written by an older version",
        null => Runtimes.TraitsOf(process.Source.Runtime).PausesHoldHalting
            ? null
            : "by the pauses that the collector reports: the time to stop threads was not recorded",
    };
}
