namespace Unpause.Reports.Documents;

/// <summary>Collections of one generation.</summary>
public sealed record GenerationDocument
{
    /// <summary>The generation; null for a runtime without any.</summary>
    [Words(nameof(Vocabulary.Generations))]
    public required string? Generation { get; init; }

    /// <summary>Collections.</summary>
    public required long Count { get; init; }

    /// <summary>Of them, blocking ones.</summary>
    public required long Blocking { get; init; }

    /// <summary>Of them, background (concurrent) ones.</summary>
    public required long Background { get; init; }

    /// <summary>Of them, asked for by code.</summary>
    public required long Induced { get; init; }

    /// <summary>All their pauses.</summary>
    public required Milliseconds PauseTotalMs { get; init; }

    /// <summary>Mean of their pauses.</summary>
    public required Milliseconds? PauseMeanMs { get; init; }

    /// <summary>The longest of their pauses.</summary>
    public required Milliseconds? PauseMaxMs { get; init; }
}
