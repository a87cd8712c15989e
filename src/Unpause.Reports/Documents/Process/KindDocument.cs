namespace Unpause.Reports.Documents;

/// <summary>Collections of one generation and one kind.</summary>
public sealed record KindDocument
{
    /// <summary>The word for a concurrent collection.</summary>
    public const string Background = "background";

    /// <summary>The word for a stop-the-world collection.</summary>
    public const string Blocking = "blocking";

    /// <summary>The generation; null for a runtime without generations.</summary>
    [Words(nameof(Vocabulary.Generations))]
    public required string? Generation { get; init; }

    /// <summary>Blocking or background.</summary>
    [Words(nameof(Vocabulary.Kinds))]
    public required string Kind { get; init; }

    /// <summary>The number of collections.</summary>
    public required long Count { get; init; }

    /// <summary>The number of induced or explicit ones.</summary>
    public required long Induced { get; init; }

    /// <summary>The number of compacting ones; null where the runtime does not report it.</summary>
    public required long? Compacting { get; init; }

    /// <summary>The number of their pauses.</summary>
    public required long Pauses { get; init; }

    /// <summary>The total time of their pauses.</summary>
    public required Milliseconds PauseTotalMs { get; init; }

    /// <summary>The mean of their pauses.</summary>
    public required Milliseconds? PauseMeanMs { get; init; }

    /// <summary>The median of their pauses.</summary>
    public required Milliseconds? PauseP50Ms { get; init; }

    /// <summary>The 90th percentile of their pauses.</summary>
    public required Milliseconds? PauseP90Ms { get; init; }

    /// <summary>The 99th percentile of their pauses.</summary>
    public required Milliseconds? PauseP99Ms { get; init; }

    /// <summary>The longest of their pauses.</summary>
    public required Milliseconds? PauseMaxMs { get; init; }

    /// <summary>The part of their pauses spent stopping the threads; null where the runtime does not report it.</summary>
    public required Milliseconds? SuspensionTotalMs { get; init; }

    /// <summary>Bytes promoted to an older generation; null where the runtime does not report them.</summary>
    public required long? PromotedBytes { get; init; }

    /// <summary>The share of the collected generations that survived; null where the runtime does not report it.</summary>
    public required double? SurvivedPercent { get; init; }
}
