using Unpause.Recordings.Words;
using Unpause.Reports.Documents;

namespace Unpause.Reports.Budgets;

/// <summary>
/// The stops that collections made, as the application felt them: bringing threads to a halt, the pause, letting them go. Where a report
/// doesn't tell them, the collector's own pauses stand for them, and that is said.
/// </summary>
internal static class FeltPauses
{
    /// <summary>What to say when the first such budget breaks: in earlier versions these names were the collector's own figures.</summary>
    public static string Change(string metric, string own) =>
        $"{metric} now counts what the program felt of collections, halting and letting go included; the collector's own figure is {own}";

    /// <summary>The numbers to judge, in nanoseconds and percent.</summary>
    public static GcStopsDocument Of(ProcessDocument process) => process.Stops?.GcStops ?? Own(process.Pauses);

    /// <summary>The collector's own account in the same shape.</summary>
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

    /// <summary>Why the collector's own pauses are judged instead; null when they aren't, or when they are what was felt.</summary>
    public static string? WhyOwn(ProcessDocument process) => process.Stops switch
    {
        { GcStops: { } } => null,
        { } => "by the collector's own pauses: the report was written by an older version",
        null => Runtimes.TraitsOf(process.Source.Runtime).PausesHoldHalting
            ? null
            : "by the collector's own pauses: the recording doesn't tell how long threads took to halt",
    };
}
