using Unpause.Requests.Attribution.Clocks;

namespace Unpause.Reports.TraceEvents;

/// <summary>The common time axis of all processes of a report, in nanoseconds since the earliest start of a recording.</summary>
internal sealed class TimeAxis
{
    private readonly long[] _zeros;

    private TimeAxis(long[] zeros) => _zeros = zeros;

    /// <summary>Aligns the recordings by their wall clocks; those without one start at zero.</summary>
    public static TimeAxis Of(Timeline timeline)
    {
        long?[] starts = [.. timeline.Processes.Select(process => RecordedStretch.Of(process.Recording)?.From)];
        var first = starts.Min() ?? 0;
        return new TimeAxis([.. starts.Select(start => (start ?? first) - first)]);
    }

    /// <summary>Maps a time since the start of a recording to the common axis.</summary>
    public long Place(int process, long sinceZeroNanoseconds) => _zeros[process] + sinceZeroNanoseconds;
}
