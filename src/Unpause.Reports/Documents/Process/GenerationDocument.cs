namespace Unpause.Reports.Documents;

/// <summary>Collections of one generation.</summary>
public sealed record GenerationDocument
{
    /// <summary>The generation; null for a runtime without generations.</summary>
    [Words(nameof(Vocabulary.Generations))]
    public required string? Generation { get; init; }

    /// <summary>The number of collections.</summary>
    public required long Count { get; init; }

    /// <summary>The number of blocking ones.</summary>
    public required long Blocking { get; init; }

    /// <summary>The number of background (concurrent) ones.</summary>
    public required long Background { get; init; }

    /// <summary>The number of induced or explicit ones.</summary>
    public required long Induced { get; init; }

    /// <summary>The total time of their pauses.</summary>
    public required Milliseconds PauseTotalMs { get; init; }

    /// <summary>The mean of their pauses.</summary>
    public required Milliseconds? PauseMeanMs { get; init; }

    /// <summary>The longest of their pauses.</summary>
    public required Milliseconds? PauseMaxMs { get; init; }
}
