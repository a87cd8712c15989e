namespace Unpause.Reports.Documents;

/// <summary>One of the longest stops with what it was made for.</summary>
public sealed record LongStop
{
    /// <summary>Its length, from the order to halt until all threads run again.</summary>
    public required Milliseconds DurationMs { get; init; }

    /// <summary>Its start since the recording's zero; null where the format has no time stamps.</summary>
    [Signed]
    public required Milliseconds? StartMs { get; init; }

    /// <summary>Of it, bringing threads to a halt; null where the runtime doesn't tell.</summary>
    public required Milliseconds? TimeToSafepointMs { get; init; }

    /// <summary>The longest pause in it as the collector reports it; null where none is recorded.</summary>
    public required Milliseconds? PauseMs { get; init; }

    /// <summary>What for, in plain words.</summary>
    public required string Reason { get; init; }

    /// <summary>The same in the runtime's words.</summary>
    public required string Operation { get; init; }

    /// <summary>Whether a collection made it.</summary>
    public required bool IsGc { get; init; }

    /// <summary>The runtime's number of the collection; null where none is recorded in it.</summary>
    [Signed]
    public required long? Collection { get; init; }

    /// <summary>The collection's type in the letters of PerfView's GCStats, else its generation.</summary>
    public required string? Type { get; init; }

    /// <summary>The runtime's own word for the collection's cause, else the normalised one.</summary>
    public required string? Cause { get; init; }
}
