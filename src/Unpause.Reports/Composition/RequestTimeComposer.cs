using Unpause.Analysis.Summaries;
using Unpause.Recordings.Waits;

namespace Unpause.Reports.Composition;

/// <summary>Makes the document's part on what requests' time went into.</summary>
internal static class RequestTimeComposer
{
    private const int Decimals = 2;

    /// <summary>The part; null where that is not recorded.</summary>
    public static RequestTimeDocument? Compose(Recording recording, RequestTimeSummary? summary) => summary is null ? null : new()
    {
        Requests = summary.Requests,
        P50Ms = new(summary.P50Nanoseconds),
        P99Ms = new(summary.P99Nanoseconds),
        MaxMs = new(summary.MaxNanoseconds),
        All = Parts(summary.All, summary.Requests),
        Slowest = Parts(summary.Slowest, summary.SlowestRequests),
        Longest = [.. summary.Longest.Select(index => Timed(recording.Requests!, index))],
    };

    private static TimedRequestDocument Timed(RecordedRequests requests, int index) => new()
    {
        Name = requests.Names[requests.Requests[index].Name],
        StartMs = new(requests.Requests[index].StartNanoseconds),
        Parts = Parts(requests.Times![index], 1),
    };

    private static TimePartsDocument Parts(RequestTimes times, long requests) => new()
    {
        Requests = requests,
        TotalMs = new(times.Sum),
        StoppedMs = new(times.Stopped),
        AssistMs = new(times.Assisting),
        AssistWaitMs = new(times.AssistWait),
        SweepMs = new(times.Sweeping),
        SchedWaitMs = new(times.Queued),
        BlockedMs = new(times.Blocked),
        SyscallMs = new(times.Kernel),
        RunningMs = new(times.Running),
        CollectorPercent = times.Sum > 0 ? RoundedNumber.Percent(100.0 * times.Collector / times.Sum, Decimals) : null,
    };
}
