namespace Unpause.Reports.Documents;

/// <summary>One of the longest stop-the-world pauses, with its reason.</summary>
public sealed record LongStop
{
    /// <summary>The duration, from the stop request until all threads run again.</summary>
    public required Milliseconds DurationMs { get; init; }

    /// <summary>Start since the start of the recording; null where the format has no timestamps.</summary>
    [Signed]
    public required Milliseconds? StartMs { get; init; }

    /// <summary>
    /// The time until all threads had stopped (time to safepoint, suspension, stop latency); null where the runtime does not report it.
    /// </summary>
    public required Milliseconds? TimeToSafepointMs { get; init; }

    /// <summary>The longest GC pause in it as the collector reports it; null where none is recorded.</summary>
    public required Milliseconds? PauseMs { get; init; }

    /// <summary>The reason, in plain words.</summary>
    public required string Reason { get; init; }

    /// <summary>The reason in the runtime's own terms.</summary>
    public required string Operation { get; init; }

    /// <summary>Whether it was a stop for GC.</summary>
    public required bool IsGc { get; init; }

    /// <summary>The number of the collection in the runtime; null where none is recorded in it.</summary>
    [Signed]
    public required long? Collection { get; init; }

    /// <summary>The collection's type in the letters of PerfView's GCStats, otherwise its generation.</summary>
    public required string? Type { get; init; }

    /// <summary>The collection's cause in the runtime's own terms, otherwise the normalised one.</summary>
    public required string? Cause { get; init; }
}
