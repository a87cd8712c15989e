namespace Unpause.Reports.Documents;

/// <summary>Collections of one generation within a request or a hole.</summary>
public sealed record CollectionsInDocument
{
    /// <summary>The generation; null for a runtime without generations.</summary>
    [Words(nameof(Vocabulary.Generations))]
    public required string? Generation { get; init; }

    /// <summary>The number of collections with a pause that overlaps it.</summary>
    public required long Count { get; init; }

    /// <summary>Pause time within it.</summary>
    public required Milliseconds PausedMs { get; init; }
}
