namespace Unpause.Reports.Documents;

/// <summary>Collections of one cause.</summary>
public sealed record CauseDocument
{
    /// <summary>Why they started, normalised.</summary>
    [Words(nameof(Vocabulary.Causes))]
    public required string? Cause { get; init; }

    /// <summary>The runtime's own word.</summary>
    public required string? RuntimeCause { get; init; }

    /// <summary>Collections.</summary>
    public required long Count { get; init; }

    /// <summary>All their pauses.</summary>
    public required Milliseconds PauseTotalMs { get; init; }

    /// <summary>The longest of their pauses.</summary>
    public required Milliseconds? PauseMaxMs { get; init; }
}
