using Unpause.Recordings.Windows;
using Unpause.Analysis.Summaries;

namespace Unpause.Reports;

/// <summary>
/// The data of one process that is drawn or listed besides the document. The columns are those of its recording: they are immutable and
/// shared. Times are nanoseconds since the start of the recording.
/// </summary>
internal sealed record ProcessTimeline
{
    /// <summary>Wall time of the start of the recording, in nanoseconds since 1970; null where unknown.</summary>
    public long? StartUnixNanoseconds { get; init; }

    /// <summary>GC pauses; each names its collection by index.</summary>
    public Column<Pause> Pauses { get; init; } = Column<Pause>.Empty;

    /// <summary>Collections, in order of start.</summary>
    public Column<Collection> Collections { get; init; } = Column<Collection>.Empty;

    /// <summary>Further numbers of collections; null when there are none.</summary>
    public CollectionFacts? Facts { get; init; }

    /// <summary>The heap spaces whose sizes the facts have; empty where there are none.</summary>
    public IReadOnlyList<HeapSpace> Spaces { get; init; } = [];

    /// <summary>Phases of collections.</summary>
    public PhaseList Phases { get; init; } = PhaseList.Empty;

    /// <summary>Counts that collections logged beside their phases.</summary>
    public Column<Counter> Counters { get; init; } = Column<Counter>.Empty;

    /// <summary>Stop-the-world pauses for any reason; null where the runtime does not record them.</summary>
    public Column<Stop>? Stops { get; init; }

    /// <summary>Which of the stops contains each pause; null where there are no stops.</summary>
    public PausesInStops? PausePlaces { get; init; }

    /// <summary>Allocation stalls and waits of single threads.</summary>
    public Column<Stall> Stalls { get; init; } = Column<Stall>.Empty;

    /// <summary>Explains the longest stops, when a page asks for them; more than the document has.</summary>
    public Func<IReadOnlyList<StopExplanationDocument>> Explanations { get; init; } = static () => [];

    /// <summary>
    /// The index of the finding that explains a stop, by the stop's index (<see cref="Unpause.Analysis.Events.FeltStops"/>); null where
    /// none does.
    /// </summary>
    public Func<int, int?> FindingOf { get; init; } = static _ => null;

    /// <summary>What is missing of the recorded time, in order of time.</summary>
    public IReadOnlyList<Gap> Gaps { get; init; } = [];

    /// <summary>Runtime counters over time; null when the recording has none.</summary>
    public IReadOnlyList<ProcessCounter>? ProcessCounters { get; init; }
}
