namespace Unpause.Reports.Documents;

/// <summary>A wait of a thread for memory: thread time, never part of pauses; only with --events.</summary>
public sealed record WaitDocument
{
    /// <summary>Start since the recording's zero.</summary>
    [Signed]
    public required Milliseconds? StartMs { get; init; }

    /// <summary>How long the thread waited.</summary>
    public required Milliseconds DurationMs { get; init; }

    /// <summary>What it waited for.</summary>
    public required string Name { get; init; }

    /// <summary>The operating system's number of the thread.</summary>
    [Signed]
    public required long? ThreadId { get; init; }
}
