using Unpause.Analysis;
using Unpause.Requests.Attribution.Clocks;

namespace Unpause.Reports.Composition;

/// <summary>Takes the columns that are drawn from a process's recording, without copying them.</summary>
internal static class TimelineComposer
{
    public static ProcessTimeline Compose(AnalysedProcess process)
    {
        var recording = process.Recording;
        return new()
        {
            StartUnixNanoseconds = RecordedStretch.StartOf(recording),
            Pauses = recording.Pauses,
            Collections = recording.Collections,
            Facts = recording.Facts,
            Spaces = recording.Source.Traits.Spaces,
            Phases = recording.Phases,
            Counters = recording.Counters,
            Stops = recording.Stops,
            PausePlaces = process.Summary.Stops?.Places,
            Stalls = recording.Stalls,
            Gaps = recording.Gaps,
            ProcessCounters = recording.ProcessCounters,
        };
    }
}
