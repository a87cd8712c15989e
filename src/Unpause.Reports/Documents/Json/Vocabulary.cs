using Unpause.Analysis.Events;
using Unpause.Analysis.Minutes;
using Unpause.Recordings.Loading;
using Unpause.Recordings.Readers;
using Unpause.Reports.Explanations;

namespace Unpause.Reports.Documents.Json;

/// <summary>The words of enumerated texts in the contract; newer versions may add words.</summary>
internal static class Vocabulary
{
    /// <summary>The runtimes.</summary>
    public static IReadOnlyList<string> Runtimes => RuntimeTable.Default.Ids;

    /// <summary>The formats of recordings.</summary>
    public static IReadOnlyList<string> Formats => RuntimeTable.Default.FormatNames;

    /// <summary>The generations.</summary>
    public static IReadOnlyList<string> Generations => RuntimeTable.Default.Generations;

    /// <summary>Spaces of the heap.</summary>
    public static IReadOnlyList<string> Spaces => RuntimeTable.Default.SpaceNames;

    /// <summary>Causes of collections.</summary>
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

    /// <summary>What is compared between minutes.</summary>
    public static IReadOnlyList<string> MinuteFacts { get; } = [.. Enum.GetValues<MinuteFact>().Select(MinuteDifferenceDocument.Word)];

    /// <summary>Kinds of collections.</summary>
    public static IReadOnlyList<string> Kinds { get; } = [KindDocument.Blocking, KindDocument.Background];

    /// <summary>Severities of findings.</summary>
    public static IReadOnlyList<string> Severities { get; } =
        [FindingDocument.High, FindingDocument.Medium, FindingDocument.Low, FindingDocument.Info];

    /// <summary>Confidences of findings.</summary>
    public static IReadOnlyList<string> Confidences { get; } =
        [FindingDocument.Certain, FindingDocument.Likely, FindingDocument.Possible];

    /// <summary>How the trigger of a collection is known.</summary>
    public static IReadOnlyList<string> StopEvidence { get; } = StopWords.All<Unpause.Recordings.Triggers.TriggerEvidence>();

    /// <summary>Causes of stops.</summary>
    public static IReadOnlyList<string> StopCauses { get; } = StopWords.All<PauseCause>();

    /// <summary>Parts of stops.</summary>
    public static IReadOnlyList<string> StopParts { get; } = StopWords.All<PausePartKind>();

    /// <summary>Questions about stops.</summary>
    public static IReadOnlyList<string> StopQuestions { get; } = StopWords.All<PauseQuestion>();

    /// <summary>Measures of a collection's work.</summary>
    public static IReadOnlyList<string> StopWork { get; } = StopWords.All<WorkMeasure>();

    /// <summary>Parts of a request's latency.</summary>
    public static IReadOnlyList<string> RequestParts { get; } = StopWords.All<RequestPart>();

    /// <summary>Whether pauses are known.</summary>
    public static IReadOnlyList<string> PauseKnowledge { get; } =
        [PausesDocument.Recorded, PausesDocument.NotRecorded, PausesDocument.Lost];

    /// <summary>Severities of notes.</summary>
    public static IReadOnlyList<string> NoteSeverities { get; } = [NoteDocument.Info, NoteDocument.Unreadable];

    /// <summary>Outcomes of the attribution of requests.</summary>
    public static IReadOnlyList<string> Outcomes { get; } =
        [RequestsDocument.Judged, RequestsDocument.NotSignificant, RequestsDocument.NotEnoughEvidence];

    /// <summary>Queueing models of a process.</summary>
    public static IReadOnlyList<string> Queues { get; } =
        [RequestProcessDocument.FirstComeFirstServed, RequestProcessDocument.Shared, RequestProcessDocument.Unlimited];

    /// <summary>Whether the data confirm the clock alignment.</summary>
    public static IReadOnlyList<string> ClockStates { get; } =
    [
        RequestProcessDocument.ClockVerified, RequestProcessDocument.ClockContradicted, RequestProcessDocument.ClockUntestable,
        RequestProcessDocument.OneClock,
    ];

    /// <summary>Kinds of explanations.</summary>
    public static IReadOnlyList<string> ExplanationKinds { get; } =
        [ExplanationDocument.Assumption, ExplanationDocument.Warning, ExplanationDocument.NotJudged];

    /// <summary>Units of runtime counters.</summary>
    public static IReadOnlyList<string> CounterUnits { get; } = ["bytes", "bytes/s", "percent", "count", "per second"];

    /// <summary>Verdicts on the live set.</summary>
    public static IReadOnlyList<string> LiveSetVerdicts { get; } =
        [LiveSetTrendDocument.Growing, LiveSetTrendDocument.Plateau, LiveSetTrendDocument.Unknown];

    /// <summary>Why the trend of the live set is unknown.</summary>
    public static IReadOnlyList<string> LiveSetDoubts { get; } =
    [
        LiveSetTrendDocument.TooFew, LiveSetTrendDocument.TooShort, LiveSetTrendDocument.LoadGrew, LiveSetTrendDocument.Settling,
        LiveSetTrendDocument.Scatter,
    ];

    /// <summary>What the trend is measured in.</summary>
    public static IReadOnlyList<string> LiveSetMeasures { get; } = [LiveSetTrendDocument.InBytes, LiveSetTrendDocument.InTime];
}
