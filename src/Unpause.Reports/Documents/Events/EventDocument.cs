using System.Text.Json.Serialization;

namespace Unpause.Reports.Documents;

/// <summary>A collection with its pauses and phases; only with --events.</summary>
public sealed record EventDocument
{
    /// <summary>The runtime's own number.</summary>
    [Signed]
    public required long Number { get; init; }

    /// <summary>The generation; null for a runtime without any.</summary>
    [Words(nameof(Vocabulary.Generations))]
    public required string? Generation { get; init; }

    /// <summary>
    /// PerfView's letters: generation, then B background, F inside a background one, N other, then I induced, i induced but not forced.
    /// </summary>
    public string? Type { get; init; }

    /// <summary>Blocking or background.</summary>
    [Words(nameof(Vocabulary.Kinds))]
    public required string Kind { get; init; }

    /// <summary>Why it started, normalised.</summary>
    [Words(nameof(Vocabulary.Causes))]
    public required string? Cause { get; init; }

    /// <summary>The runtime's own word.</summary>
    public required string? RuntimeCause { get; init; }

    /// <summary>Asked for by code.</summary>
    public required bool Induced { get; init; }

    /// <summary>Start since the recording's zero.</summary>
    [Signed]
    public required Milliseconds? StartMs { get; init; }

    /// <summary>Its pauses.</summary>
    public required IReadOnlyList<EventPauseDocument> Pauses { get; init; }

    /// <summary>Bytes in use when it started.</summary>
    public required long? HeapBeforeBytes { get; init; }

    /// <summary>Bytes in use when it ended.</summary>
    public required long? HeapAfterBytes { get; init; }

    /// <summary>Bytes moved to an older generation.</summary>
    public required long? PromotedBytes { get; init; }

    /// <summary>Bytes allocated since the collection before it.</summary>
    public long? AllocatedBytes { get; init; }

    /// <summary>Phases as name → milliseconds; the same name twice in one collection is added up.</summary>
    [Signed]
    public required IReadOnlyDictionary<string, Milliseconds> Phases { get; init; }

    /// <summary>Why the collector chose this generation and kind (.NET: condemned reasons), and whether it compacted.</summary>
    public IReadOnlyList<string> Reasons { get => field ?? []; init; } = [];

    /// <summary>JVM: what the collector set itself for the time after this collection, where the recording tells any of it.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public ThresholdsDocument? Thresholds { get; init; }

    /// <summary>Time from asking the threads to stop until all stood still.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public Milliseconds? SuspensionMs { get; init; }

    /// <summary>Heaps in use.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? Heaps { get; init; }

    /// <summary>Memory load of the machine or container when it started.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? MemoryLoadPercent { get; init; }

    /// <summary>Pinned objects that it met.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? PinnedObjects { get; init; }

    /// <summary>Handles at its end.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? Handles { get; init; }

    /// <summary>Objects that it kept because their finalizers must run.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? FinalizableObjects { get; init; }

    /// <summary>Bytes that it kept because of them.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? FinalizableBytes { get; init; }

    /// <summary>Bytes that survived, in the heap where most did.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? FullestHeapSurvivedBytes { get; init; }

    /// <summary>Committed bytes in use at its end.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? CommittedInUseBytes { get; init; }

    /// <summary>Committed bytes that are free or about to be given back.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? CommittedFreeBytes { get; init; }

    /// <summary>Parts of the heap by name.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyDictionary<string, EventSpaceDocument>? Spaces { get; init; }
}
