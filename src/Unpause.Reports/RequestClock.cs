using Unpause.Requests.Attribution;
using Unpause.Requests.Attribution.Clocks;

namespace Unpause.Reports;

/// <summary>Maps wall times of requests to a recording's time, with the clock alignment of the attribution.</summary>
/// <param name="Alignment">The estimated offset and drift.</param>
/// <param name="ZeroUnixNanoseconds">Wall time of the recording's start, on its own clock.</param>
internal readonly record struct RequestClock(ClockAlignment Alignment, long ZeroUnixNanoseconds)
{
    /// <summary>The clock of a process; null when its requests were not attributed.</summary>
    public static RequestClock? Find(RequestAttribution attribution, int process, ProcessTimeline columns) =>
        attribution.Processes.FirstOrDefault(candidate => candidate.Recording == process) is { } judged
        && columns.StartUnixNanoseconds is { } start
            ? new RequestClock(judged.Clock, start)
            : null;

    /// <summary>Nanoseconds since the recording's start.</summary>
    public long SinceZero(long requestsUnixNanoseconds) => Alignment.Unmap(requestsUnixNanoseconds) - ZeroUnixNanoseconds;
}
