using Unpause.Analysis.Attribution;
using Unpause.Analysis.Attribution.Clocks;
using Unpause.Recordings;

namespace Unpause.Reports;

/// <summary>Places wall times of requests on a recording's time, as the attribution aligned the clocks.</summary>
/// <param name="Alignment">The offset and drift found.</param>
/// <param name="ZeroUnixNanoseconds">Wall time of the recording's zero, on its own clock.</param>
internal readonly record struct RequestClock(ClockAlignment Alignment, long ZeroUnixNanoseconds)
{
    /// <summary>The clock of a process; null when its requests were not judged.</summary>
    public static RequestClock? Of(RequestAttribution attribution, int process, Recording recording) =>
        attribution.Processes.FirstOrDefault(candidate => candidate.Recording == process) is { } judged
        && RecordedStretch.Of(recording) is { } stretch
            ? new RequestClock(judged.Clock, stretch.From)
            : null;

    /// <summary>Nanoseconds since the recording's zero.</summary>
    public long SinceZero(long requestsUnixNanoseconds) => Alignment.Unmap(requestsUnixNanoseconds) - ZeroUnixNanoseconds;
}
