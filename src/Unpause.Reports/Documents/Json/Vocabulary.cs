using Unpause.Readers;

namespace Unpause.Reports.Documents;

/// <summary>The words that texts of the contract are chosen from; a newer version may know more.</summary>
internal static class Vocabulary
{
    /// <summary>The runtimes.</summary>
    public static IReadOnlyList<string> Runtimes => RuntimeTable.Default.Ids;

    /// <summary>The formats of recordings.</summary>
    public static IReadOnlyList<string> Formats => RuntimeTable.Default.FormatNames;

    /// <summary>The generations.</summary>
    public static IReadOnlyList<string> Generations => RuntimeTable.Default.Generations;

    /// <summary>Parts of a heap.</summary>
    public static IReadOnlyList<string> Spaces => RuntimeTable.Default.SpaceNames;

    /// <summary>Why collections start.</summary>
    public static IReadOnlyList<string> Causes { get; } =
    [
        Unpause.Recordings.Words.Causes.Allocation,
        Unpause.Recordings.Words.Causes.LargeObjectAllocation,
        Unpause.Recordings.Words.Causes.Induced,
        Unpause.Recordings.Words.Causes.LowMemory,
        Unpause.Recordings.Words.Causes.Occupancy,
        Unpause.Recordings.Words.Causes.Metadata,
        Unpause.Recordings.Words.Causes.PromotionFailure,
        Unpause.Recordings.Words.Causes.Periodic,
        Unpause.Recordings.Words.Causes.Diagnostic, Unpause.Recordings.Words.Causes.Other,
    ];

    /// <summary>Kinds of collections.</summary>
    public static IReadOnlyList<string> Kinds { get; } = [KindDocument.Blocking, KindDocument.Background];

    /// <summary>How much findings matter.</summary>
    public static IReadOnlyList<string> Severities { get; } =
        [FindingDocument.High, FindingDocument.Medium, FindingDocument.Low, FindingDocument.Info];

    /// <summary>How sure findings are.</summary>
    public static IReadOnlyList<string> Confidences { get; } =
        [FindingDocument.Certain, FindingDocument.Likely, FindingDocument.Possible];

    /// <summary>What remarks mean.</summary>
    public static IReadOnlyList<string> NoteSeverities { get; } = [NoteDocument.Info, NoteDocument.Unreadable];

    /// <summary>Whether requests were judged.</summary>
    public static IReadOnlyList<string> Outcomes { get; } =
        [RequestsDocument.Judged, RequestsDocument.NotSignificant, RequestsDocument.NotEnoughEvidence];

    /// <summary>The queues that a process may be.</summary>
    public static IReadOnlyList<string> Queues { get; } =
        [RequestProcessDocument.FirstComeFirstServed, RequestProcessDocument.Shared, RequestProcessDocument.Unlimited];

    /// <summary>Whether the data bear clocks out.</summary>
    public static IReadOnlyList<string> ClockStates { get; } =
    [
        RequestProcessDocument.ClockVerified, RequestProcessDocument.ClockContradicted, RequestProcessDocument.ClockUntestable,
        RequestProcessDocument.OneClock,
    ];

    /// <summary>What explanations are for.</summary>
    public static IReadOnlyList<string> ExplanationKinds { get; } =
        [ExplanationDocument.Assumption, ExplanationDocument.Warning, ExplanationDocument.NotJudged];

    /// <summary>Units of what a runtime publishes every second.</summary>
    public static IReadOnlyList<string> CounterUnits { get; } = ["bytes", "bytes/s", "percent", "count", "per second"];

    /// <summary>Whether a live set grows.</summary>
    public static IReadOnlyList<string> LiveSetVerdicts { get; } =
        [LiveSetTrendDocument.Growing, LiveSetTrendDocument.Plateau, LiveSetTrendDocument.Unknown];

    /// <summary>Why that can't be told.</summary>
    public static IReadOnlyList<string> LiveSetDoubts { get; } =
    [
        LiveSetTrendDocument.TooFew, LiveSetTrendDocument.TooShort, LiveSetTrendDocument.LoadGrew, LiveSetTrendDocument.Settling,
        LiveSetTrendDocument.Scatter,
    ];

    /// <summary>What it is told of.</summary>
    public static IReadOnlyList<string> LiveSetMeasures { get; } = [LiveSetTrendDocument.InBytes, LiveSetTrendDocument.InTime];
}
