namespace Unpause.Reports.Documents;

/// <summary>How one process's requests were laid over its recording.</summary>
public sealed record RequestProcessDocument
{
    /// <summary>So many workers take requests in their order.</summary>
    public const string FirstComeFirstServed = "fifo";

    /// <summary>All requests are served at once and share the processors.</summary>
    public const string Shared = "processor-sharing";

    /// <summary>Requests don't hold each other up.</summary>
    public const string Unlimited = "unlimited";

    /// <summary>Index of the process.</summary>
    public required int Process { get; init; }

    /// <summary>Requests that arrived while it was recorded.</summary>
    public required long Count { get; init; }

    /// <summary>Requests from before or after the recording, left out.</summary>
    public required long OutsideRecording { get; init; }

    /// <summary>Far fewer requests end inside pauses than by chance, at this offset and no other.</summary>
    public const string ClockVerified = "verified";

    /// <summary>Requests end inside pauses as often as by chance, whatever the offset: nothing was judged.</summary>
    public const string ClockContradicted = "contradicted";

    /// <summary>Too few pauses or requests to tell: the numbers are a range over the offsets that may be.</summary>
    public const string ClockUntestable = "untestable";

    /// <summary>One clock stamped both.</summary>
    public const string OneClock = "shared";

    /// <summary>What was added to the recording's clock.</summary>
    [Signed]
    public required Milliseconds ClockOffsetMs { get; init; }

    /// <summary>How fast the clocks move apart.</summary>
    [Signed]
    public required double? ClockDriftPpm { get; init; }

    /// <summary>How far the offset may be off, either way.</summary>
    public required Milliseconds ClockErrorMs { get; init; }

    /// <summary>Whether the data bear the clocks out.</summary>
    [Words(nameof(Vocabulary.ClockStates))]
    public string? ClockState { get; init; }

    /// <summary>The lowest that the offset may be: a way to a client and back is in it.</summary>
    [Signed]
    public Milliseconds? ClockOffsetLowMs { get; init; }

    /// <summary>The highest that it may be.</summary>
    [Signed]
    public Milliseconds? ClockOffsetHighMs { get; init; }

    /// <summary>Whether the offset was found in the data and used.</summary>
    public required bool ClockOffsetInferred { get; init; }

    /// <summary>Requests and pauses were recorded on one clock: there was nothing to lay over.</summary>
    public bool ClockShared { get; init; }

    /// <summary>The queue that the process is.</summary>
    [Words(nameof(Vocabulary.Queues))]
    public required string Queue { get; init; }

    /// <summary>Requests that it serves at a time.</summary>
    public required long Workers { get; init; }

    /// <summary>Whether the data show this queue; else it was assumed.</summary>
    public required bool QueueFits { get; init; }

    /// <summary>How many queues fit within chance of the best; the ranges are over all of them.</summary>
    public long QueueCandidates { get; init; } = 1;

    /// <summary>How much earlier than logged a pause begins on average, because no request ends then; 0 when that can't be seen.</summary>
    public Milliseconds? UnloggedPauseStartMs { get; init; }

    /// <summary>What a request spends outside the queue.</summary>
    public required Milliseconds OutsideQueueMs { get; init; }

    /// <summary>Pauses that could be placed.</summary>
    public required long Pauses { get; init; }

    /// <summary>Pauses left out because they are shorter than the clocks' error.</summary>
    public required long PausesBelowClockError { get; init; }
}
