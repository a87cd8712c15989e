namespace Unpause.Reports.Documents;

/// <summary>Collections of one generation and one kind.</summary>
public sealed record KindDocument
{
    /// <summary>The word for a collection beside which the application runs.</summary>
    public const string Background = "background";

    /// <summary>The word for a collection during which the application stands.</summary>
    public const string Blocking = "blocking";

    /// <summary>The generation; null for a runtime without any.</summary>
    [Words(nameof(Vocabulary.Generations))]
    public required string? Generation { get; init; }

    /// <summary>Blocking or background.</summary>
    [Words(nameof(Vocabulary.Kinds))]
    public required string Kind { get; init; }

    /// <summary>Collections.</summary>
    public required long Count { get; init; }

    /// <summary>Of them, asked for by code.</summary>
    public required long Induced { get; init; }

    /// <summary>Of them, those that moved objects together; null where the runtime doesn't tell.</summary>
    public required long? Compacting { get; init; }

    /// <summary>Their pauses.</summary>
    public required long Pauses { get; init; }

    /// <summary>Their pauses' time.</summary>
    public required Milliseconds PauseTotalMs { get; init; }

    /// <summary>Mean of their pauses.</summary>
    public required Milliseconds? PauseMeanMs { get; init; }

    /// <summary>Median of their pauses.</summary>
    public required Milliseconds? PauseP50Ms { get; init; }

    /// <summary>90th percentile of their pauses.</summary>
    public required Milliseconds? PauseP90Ms { get; init; }

    /// <summary>99th percentile of their pauses.</summary>
    public required Milliseconds? PauseP99Ms { get; init; }

    /// <summary>The longest of their pauses.</summary>
    public required Milliseconds? PauseMaxMs { get; init; }

    /// <summary>The part of them spent bringing threads to a halt; null where the runtime doesn't tell.</summary>
    public required Milliseconds? SuspensionTotalMs { get; init; }

    /// <summary>Bytes that they moved to an older generation; null where the runtime doesn't tell.</summary>
    public required long? PromotedBytes { get; init; }

    /// <summary>Share of what was in the collected generations that survived; null where the runtime doesn't tell.</summary>
    public required double? SurvivedPercent { get; init; }
}
