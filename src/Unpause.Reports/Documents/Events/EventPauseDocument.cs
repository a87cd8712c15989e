namespace Unpause.Reports.Documents;

/// <summary>A pause of a collection.</summary>
public sealed record EventPauseDocument
{
    /// <summary>Start since the start of the recording.</summary>
    [Signed]
    public required Milliseconds? StartMs { get; init; }

    /// <summary>The duration of the pause.</summary>
    public required Milliseconds DurationMs { get; init; }

    /// <summary>The name in the runtime's own terms.</summary>
    public required string Phase { get; init; }
}
