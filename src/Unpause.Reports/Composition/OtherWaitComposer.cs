using Unpause.Recordings;
using Unpause.Reports.Documents;
using Unpause.Reports.Documents.Json;

namespace Unpause.Reports.Composition;

/// <summary>The document's list of waits that are not for GC.</summary>
internal static class OtherWaitComposer
{
    private const int ShareDecimals = 2;

    /// <summary>The list, the longest first; null when none is recorded.</summary>
    public static IReadOnlyList<NonGcWaitDocument>? Compose(Recording recording) => recording.OtherWaits.Count == 0
        ? null
        : [.. recording.OtherWaits.OrderByDescending(wait => wait.TotalNanoseconds).Select(wait => new NonGcWaitDocument
        {
            Name = wait.What,
            TotalMs = new(wait.TotalNanoseconds),
            Count = wait.Count,
            MaxMs = Milliseconds.Of(wait.LongestNanoseconds),
            SummedOverThreads = wait.OverThreads,
            ShareOfSlowRequestsPercent = RoundedNumber.Percent(100 * wait.ShareOfSlowRequests, ShareDecimals),
            Source = wait.Source,
        })];
}
