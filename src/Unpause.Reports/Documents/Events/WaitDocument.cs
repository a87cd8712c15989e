namespace Unpause.Reports.Documents;

/// <summary>A wait of a single thread for memory: thread time, never part of pauses; only with --events.</summary>
public sealed record WaitDocument
{
    /// <summary>Start since the start of the recording.</summary>
    [Signed]
    public required Milliseconds? StartMs { get; init; }

    /// <summary>The duration of the wait.</summary>
    public required Milliseconds DurationMs { get; init; }

    /// <summary>The reason of the wait.</summary>
    public required string Name { get; init; }

    /// <summary>The thread ID of the operating system.</summary>
    [Signed]
    public required long? ThreadId { get; init; }
}
