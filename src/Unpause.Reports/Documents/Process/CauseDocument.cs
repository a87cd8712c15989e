namespace Unpause.Reports.Documents;

/// <summary>Collections of one cause.</summary>
public sealed record CauseDocument
{
    /// <summary>The cause, normalised.</summary>
    [Words(nameof(Vocabulary.Causes))]
    public required string? Cause { get; init; }

    /// <summary>The cause in the runtime's own terms.</summary>
    public required string? RuntimeCause { get; init; }

    /// <summary>The number of collections.</summary>
    public required long Count { get; init; }

    /// <summary>The total time of their pauses.</summary>
    public required Milliseconds PauseTotalMs { get; init; }

    /// <summary>The longest of their pauses.</summary>
    public required Milliseconds? PauseMaxMs { get; init; }
}
