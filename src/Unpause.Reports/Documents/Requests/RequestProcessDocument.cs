namespace Unpause.Reports.Documents;

/// <summary>How one process's requests were aligned with its recording.</summary>
public sealed record RequestProcessDocument
{
    /// <summary>A number of workers serve requests in order of arrival.</summary>
    public const string FirstComeFirstServed = "fifo";

    /// <summary>All requests are served concurrently and share the processors.</summary>
    public const string Shared = "shared";

    /// <summary>Requests do not delay each other.</summary>
    public const string Unlimited = "unlimited";

    /// <summary>The index of the process.</summary>
    public required int Process { get; init; }

    /// <summary>The number of requests that arrived during the recording.</summary>
    public required long Count { get; init; }

    /// <summary>The number of requests from before or after the recording, which are ignored.</summary>
    public required long OutsideRecording { get; init; }

    /// <summary>Significantly fewer requests end inside pauses than by chance, at this offset only.</summary>
    public const string ClockVerified = "verified";

    /// <summary>Requests end inside pauses as often as by chance, at any offset: nothing was judged.</summary>
    public const string ClockContradicted = "contradicted";

    /// <summary>Too few pauses or requests to verify the clock: the numbers are a range over the possible offsets.</summary>
    public const string ClockUntestable = "untestable";

    /// <summary>Both have timestamps of the same clock.</summary>
    public const string OneClock = "shared";

    /// <summary>The offset added to the recording's clock.</summary>
    [Signed]
    public required Milliseconds ClockOffsetMs { get; init; }

    /// <summary>The drift between the clocks.</summary>
    [Signed]
    public required double? ClockDriftPpm { get; init; }

    /// <summary>The uncertainty of the offset, in both directions.</summary>
    public required Milliseconds ClockErrorMs { get; init; }

    /// <summary>Whether the data confirm the clock alignment.</summary>
    [Words(nameof(Vocabulary.ClockStates))]
    public string? ClockState { get; init; }

    /// <summary>The minimum offset, including a network round trip to a client.</summary>
    [Signed]
    public Milliseconds? ClockOffsetLowMs { get; init; }

    /// <summary>The maximum offset.</summary>
    [Signed]
    public Milliseconds? ClockOffsetHighMs { get; init; }

    /// <summary>Whether the offset was estimated from the data.</summary>
    public required bool ClockOffsetInferred { get; init; }

    /// <summary>Whether requests and pauses were recorded on the same clock, so that no alignment was needed.</summary>
    public bool ClockShared { get; init; }

    /// <summary>The queueing model of the process.</summary>
    [Words(nameof(Vocabulary.Queues))]
    public required string Queue { get; init; }

    /// <summary>The number of requests that it serves concurrently.</summary>
    public required long Workers { get; init; }

    /// <summary>Whether the data fit this queueing model; otherwise it was assumed.</summary>
    public required bool QueueFits { get; init; }

    /// <summary>The number of queueing models that fit about as well as the best; the ranges cover all of them.</summary>
    public long QueueCandidates { get; init; } = 1;

    /// <summary>
    /// How much earlier than logged a pause starts on average, because no request ends from then on; 0 when that is not measurable.
    /// </summary>
    public Milliseconds? UnloggedPauseStartMs { get; init; }

    /// <summary>The time that a request spends outside of the queue.</summary>
    public required Milliseconds OutsideQueueMs { get; init; }

    /// <summary>The number of pauses with timestamps.</summary>
    public required long Pauses { get; init; }

    /// <summary>The number of pauses ignored because they are shorter than the clock uncertainty.</summary>
    public required long PausesBelowClockError { get; init; }
}
