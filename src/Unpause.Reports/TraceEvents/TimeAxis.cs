using Unpause.Analysis.Attribution.Clocks;

namespace Unpause.Reports.TraceEvents;

/// <summary>One time axis for all processes of a report, in nanoseconds: zero is the earliest start of a recording.</summary>
internal sealed class TimeAxis
{
    private readonly long[] _zeros;

    private TimeAxis(long[] zeros) => _zeros = zeros;

    /// <summary>Lays the recordings by their wall clocks; those without one begin at zero.</summary>
    public static TimeAxis Of(Timeline timeline)
    {
        long?[] starts = [.. timeline.Processes.Select(process => RecordedStretch.Of(process.Recording)?.From)];
        var first = starts.Min() ?? 0;
        return new TimeAxis([.. starts.Select(start => (start ?? first) - first)]);
    }

    /// <summary>A time since a recording's zero on the common axis.</summary>
    public long Place(int process, long sinceZeroNanoseconds) => _zeros[process] + sinceZeroNanoseconds;
}
