namespace Unpause.Reports.Documents;

/// <summary>A pause of a collection.</summary>
public sealed record EventPauseDocument
{
    /// <summary>Start since the recording's zero.</summary>
    [Signed]
    public required Milliseconds? StartMs { get; init; }

    /// <summary>Its length.</summary>
    public required Milliseconds DurationMs { get; init; }

    /// <summary>Its name in the runtime's words.</summary>
    public required string Phase { get; init; }
}
