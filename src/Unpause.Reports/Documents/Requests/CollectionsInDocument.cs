namespace Unpause.Reports.Documents;

/// <summary>Collections of one generation within a request or a hole.</summary>
public sealed record CollectionsInDocument
{
    /// <summary>The generation; null for a runtime without any.</summary>
    [Words(nameof(Vocabulary.Generations))]
    public required string? Generation { get; init; }

    /// <summary>Collections with a pause that meets it.</summary>
    public required long Count { get; init; }

    /// <summary>Pause time within it.</summary>
    public required Milliseconds PausedMs { get; init; }
}
