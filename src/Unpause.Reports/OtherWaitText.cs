using Unpause.Recordings;
using Unpause.Reports.Documents;

namespace Unpause.Reports;

/// <summary>Waits of threads for other reasons than GC, one line each.</summary>
internal static class OtherWaitText
{
    /// <summary>Waits below this share of the recording get no line; the document has them.</summary>
    private const double LeastShare = 0.01;

    private const int MostLines = 8;

    /// <summary>The lines, the longest wait first.</summary>
    public static IEnumerable<string> Lines(ProcessDocument process)
    {
        var least = (process.Source.DurationMs?.Nanoseconds ?? 0) * LeastShare;
        return (process.NonGcWaits ?? []).Where(wait => wait.TotalMs.Nanoseconds >= least).Take(MostLines).Select(Line);
    }

    private static string Line(NonGcWaitDocument wait)
    {
        var longest = wait.MaxMs is { } most ? $", longest {Cell.Duration(most)}" : "";
        var slow = wait.ShareOfSlowRequestsPercent is { } share ? $", {Cell.Percent(share)} of the slow requests' time" : "";
        var added = wait.SummedOverThreads ? " summed over threads or processors" : "";
        var times = wait.Count is { } count ? $", {Quantities.Count(count)} times" : "";
        return $"{PlainText.Clean(wait.Name)}: {Cell.Duration(wait.TotalMs)}{added}{times}{longest}{slow}"
            + $" ({PlainText.Clean(wait.Source)})";
    }
}
