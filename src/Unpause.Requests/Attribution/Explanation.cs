using Unpause.Requests.Attribution.Clocks;
using Unpause.Requests.Attribution.Owners;
using Unpause.Requests.Attribution.Queues;

namespace Unpause.Requests.Attribution;

/// <summary>
/// What a reader must know to use the numbers of an attribution: one record for each case, with its numbers. The words and the order are
/// the reports' (<c>Reports/Explanations/ExplanationText</c>).
/// </summary>
public abstract record Explanation
{
    private protected Explanation(ExplanationKind kind) => Kind = kind;

    /// <summary>Whether it is an assumption, a warning or a refusal.</summary>
    public ExplanationKind Kind { get; }

    /// <summary>No recording was given.</summary>
    public sealed record NoRecording() : Explanation(ExplanationKind.Refusal);

    /// <summary>The inputs contain no request.</summary>
    public sealed record NoRequests() : Explanation(ExplanationKind.Refusal);

    /// <summary>No request is left, and no other refusal says why.</summary>
    public sealed record NothingLeft() : Explanation(ExplanationKind.Refusal);

    /// <summary>Requests whose start or duration cannot be right.</summary>
    public sealed record ImpossibleTimes(long Count) : Explanation(ExplanationKind.Warning);

    /// <summary>The recording has no timestamps.</summary>
    public sealed record NoTimestamps() : Explanation(ExplanationKind.Refusal);

    /// <summary>The recording has no wall-clock time.</summary>
    public sealed record NoWallClock(string Basis) : Explanation(ExplanationKind.Refusal);

    /// <summary>Requests and recording do not overlap in time; times in nanoseconds since 1970.</summary>
    /// <param name="First">Start of the first request.</param>
    /// <param name="Last">Start of the last one.</param>
    /// <param name="From">Start of the recording.</param>
    /// <param name="ShiftNanoseconds">With another time zone, how much later the requests would be; else 0.</param>
    public sealed record NoSharedTime(long First, long Last, long From, long To, ClockMismatchReason Reason, long ShiftNanoseconds)
        : Explanation(ExplanationKind.Refusal);

    /// <summary>Requests from before or after the recording.</summary>
    public sealed record OutsideRecording(long Count, long All) : Explanation(ExplanationKind.Warning);

    /// <summary>Requests that are left out as long-lived streams.</summary>
    /// <param name="Example">The name of one; null when they have no names.</param>
    /// <param name="LeastNanoseconds">They take at least so long.</param>
    /// <param name="TimesLonger">At least so many times as long as any other request.</param>
    /// <param name="LongestOtherNanoseconds">The longest other request.</param>
    public sealed record StreamsLeftOut(
        long Count, string? Example, long LeastNanoseconds, int TimesLonger, long LongestOtherNanoseconds)
        : Explanation(ExplanationKind.Warning);

    /// <summary>Two inputs contain the same requests; each is counted once.</summary>
    public sealed record CountedOnce(IReadOnlyList<string> Taken, IReadOnlyList<string> LeftOut, double Share)
        : Explanation(ExplanationKind.Warning);

    /// <summary>Requests without a process, and several recordings.</summary>
    public sealed record ProcessUnknown(int Recordings) : Explanation(ExplanationKind.Refusal);

    /// <summary>The service or instance that the user named served none of the requests.</summary>
    public sealed record ServiceNotFound(string? Service, string? Instance, IReadOnlyList<Service> Known)
        : Explanation(ExplanationKind.Refusal);

    /// <summary>Processes that match none of several recordings.</summary>
    public sealed record ProcessesUnmatched(IReadOnlyList<Service> Served, IReadOnlyList<Source> Recorded)
        : Explanation(ExplanationKind.Refusal);

    /// <summary>Which process's requests are judged, and why.</summary>
    /// <param name="LeftOut">The other processes with requests, the busiest first.</param>
    public sealed record ProcessChosen(OwnerChoice Choice, Candidate Taken, IReadOnlyList<Candidate> LeftOut, Source Recorded)
        : Explanation(ExplanationKind.Warning);

    /// <summary>No process could be chosen.</summary>
    public sealed record NoProcessChosen(OwnerChoice Choice, Source Recorded) : Explanation(ExplanationKind.Refusal);

    /// <summary>Requests that end inside pauses, so another process served them.</summary>
    /// <param name="NearlyAll">Whether nearly all of them were served by others.</param>
    public sealed record ForeignServed(EndingsInPauses Endings, Source Recorded, bool NearlyAll)
        : Explanation(Endings.Spoilt ? ExplanationKind.Refusal : ExplanationKind.Warning);

    /// <summary>How the clocks were aligned.</summary>
    public sealed record ClocksAligned(ClockAlignment Clock) : Explanation(Clock.State switch
    {
        ClockState.Contradicted => ExplanationKind.Refusal,
        ClockState.Untestable => ExplanationKind.Warning,
        _ => ExplanationKind.Assumption,
    });

    /// <summary>Whether timestamps are the starts or the ends of requests.</summary>
    public sealed record StampsRead(StampFacts Facts, ClockAlignment Clock) : Explanation(Facts.Reading switch
    {
        StampReading.Both => ExplanationKind.Refusal,
        StampReading.AsRead => ExplanationKind.Assumption,
        _ => ExplanationKind.Warning,
    });

    /// <summary>Pauses in a stretch of the recording whose clock offset is unknown.</summary>
    public sealed record PausesUnplaced(int Count) : Explanation(ExplanationKind.Warning);

    /// <summary>Pauses shorter than the clock error.</summary>
    public sealed record PausesBelowClockError(int Count, long TotalNanoseconds, long ErrorNanoseconds, bool All)
        : Explanation(All ? ExplanationKind.Refusal : ExplanationKind.Assumption);

    /// <summary>Mark assists, which are part of the latency and not of a pause.</summary>
    public sealed record MarkAssists(long TotalNanoseconds, long MaxNanoseconds, bool UpperBound, bool ForEachRequest)
        : Explanation(ExplanationKind.Assumption);

    /// <summary>Stop-the-world pauses for GC count with their time to safepoint.</summary>
    public sealed record StopsCounted() : Explanation(ExplanationKind.Assumption);

    /// <summary>The clocks cannot be verified, and another offset would change the answer.</summary>
    public sealed record OffsetDecides(long SlowBecauseOfGc, long Slow) : Explanation(ExplanationKind.Refusal);

    /// <summary>No request is slow.</summary>
    public sealed record NoneSlow(long ThresholdNanoseconds, long MaxNanoseconds, long P99Nanoseconds)
        : Explanation(ExplanationKind.Refusal);

    /// <summary>Nearly all requests would be slow without pauses, too.</summary>
    public sealed record ThresholdTooLow(double SlowPercent, long ThresholdNanoseconds, long P50Nanoseconds)
        : Explanation(ExplanationKind.Refusal);

    /// <summary>All latencies are 0.</summary>
    public sealed record NoLatencies() : Explanation(ExplanationKind.Warning);

    /// <summary>By Little's law more requests would be in flight than any server serves.</summary>
    public sealed record TooManyInFlight(long InFlight) : Explanation(ExplanationKind.Warning);

    /// <summary>The overlap of pauses and slow requests is not significant.</summary>
    /// <param name="AtRandom">Requests that pauses at random times would make slow, on average.</param>
    /// <param name="Real">Requests that the recorded pauses make slow.</param>
    public sealed record NotSignificant(long AtRandom, long Real, double? PValue) : Explanation(ExplanationKind.Refusal);

    /// <summary>Pauses at random times would make many requests slow, too.</summary>
    public sealed record MuchAtRandom(long AtRandom, long Real, double? PValue) : Explanation(ExplanationKind.Assumption);

    /// <summary>Requests of quiet times and the replay without pauses give different numbers.</summary>
    public sealed record QuietTimesDisagree((long Low, long High) Quiet, (long Low, long High) Replayed)
        : Explanation(ExplanationKind.Warning);

    /// <summary>Only a part of the requests was kept.</summary>
    public sealed record SomeKept(double Share, bool OnlySlow, long? CutNanoseconds) : Explanation(ExplanationKind.Warning);

    /// <summary>The queue by which requests were served again without pauses.</summary>
    public sealed record QueueReplayed(QueueRange Queues)
        : Explanation(Queues.HiddenBacklog ? ExplanationKind.Warning : ExplanationKind.Assumption);

    /// <summary>The process stops answering before a pause is logged.</summary>
    public sealed record UnloggedStart(long MeanNanoseconds) : Explanation(ExplanationKind.Assumption);

    /// <summary>Spans start when the server accepts the request.</summary>
    public sealed record SpansStartLate() : Explanation(ExplanationKind.Assumption);

    /// <summary>The load generator waits for each answer.</summary>
    public sealed record ClosedLoopLoad() : Explanation(ExplanationKind.Assumption);
}

/// <summary>What a sentence beside the numbers is for.</summary>
public enum ExplanationKind
{
    /// <summary>What was taken for granted, or found and used.</summary>
    Assumption,

    /// <summary>What looks wrong in the input.</summary>
    Warning,

    /// <summary>Why something was not judged, and what to do.</summary>
    Refusal,
}
