namespace Unpause.Reports.Documents;

/// <summary>Collections (GC ids, gc lines), not pauses.</summary>
public sealed record CollectionsDocument
{
    /// <summary>The number of collections.</summary>
    public required long Count { get; init; }

    /// <summary>The number of induced or explicit collections.</summary>
    public required long Induced { get; init; }

    /// <summary>The collections by generation, the youngest first.</summary>
    public required IReadOnlyList<GenerationDocument> ByGeneration { get; init; }

    /// <summary>One row for each generation and kind, to distinguish blocking and background collections of gen2.</summary>
    public IReadOnlyList<KindDocument> ByKind { get => field ?? []; init; } = [];

    /// <summary>The collections by cause, the longest total pause first.</summary>
    public required IReadOnlyList<CauseDocument> ByCause { get; init; }

    /// <summary>The phases, the longest total first.</summary>
    public required IReadOnlyList<PhaseDocument> ByPhase { get; init; }

    /// <summary>
    /// The call paths that induced collections, by total pause time where known, otherwise by frequency; null when not recorded.
    /// </summary>
    public IReadOnlyList<InducedByDocument>? InducedBy { get; init; }
}

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

/// <summary>One named phase over all collections; for parallel phases, the average worker counts.</summary>
public sealed record PhaseDocument
{
    /// <summary>The name in the runtime's own terms.</summary>
    public required string Phase { get; init; }

    /// <summary>Whether the application runs concurrently, so that it is not part of a pause.</summary>
    public required bool Concurrent { get; init; }

    /// <summary>How often the phase ran.</summary>
    public required long Count { get; init; }

    /// <summary>The total time.</summary>
    public required Milliseconds TotalMs { get; init; }

    /// <summary>The mean time.</summary>
    public required Milliseconds? MeanMs { get; init; }

    /// <summary>The longest time.</summary>
    public required Milliseconds? MaxMs { get; init; }
}

/// <summary>A call path that induced collections.</summary>
public sealed record InducedByDocument
{
    /// <summary>The number of collections that it induced.</summary>
    public required long Count { get; init; }

    /// <summary>The total time of their pauses; null where unknown.</summary>
    public Milliseconds? PauseTotalMs { get; init; }

    /// <summary>The longest of their pauses; null where unknown.</summary>
    public Milliseconds? PauseMaxMs { get; init; }

    /// <summary>
    /// The mode of the call in the runtime's own terms (.NET: InducedAggressive); null where unknown, or where modes differ.
    /// </summary>
    public string? Mode { get; init; }

    /// <summary>.NET: calls of GC.TryStartNoGCRegion that suspended the threads but needed no collection; not part of count.</summary>
    public long NoGcRegionCalls { get; init; }

    /// <summary>The origin: timer, request, finalizer, thread pool, thread; null when the stack does not show it.</summary>
    public required string? Origin { get; init; }

    /// <summary>The method that called the collector.</summary>
    public required string? Caller { get; init; }

    /// <summary>A known reason of such calls, as a clause.</summary>
    public required string? Reason { get; init; }

    /// <summary>The call path: methods from the outermost on, without platform internals.</summary>
    public required IReadOnlyList<string> CallPath { get; init; }

    /// <summary>The methods, the calling one first.</summary>
    public required IReadOnlyList<string> Stack { get; init; }
}

/// <summary>
/// Collections during the shutdown of the runtime, after the application's exit handlers. No request waits for them, so no other number
/// includes them.
/// </summary>
public sealed record ExitCollectionsDocument
{
    /// <summary>The number of collections.</summary>
    public required long Count { get; init; }

    /// <summary>The total time of their pauses.</summary>
    public required Milliseconds TotalMs { get; init; }

    /// <summary>The longest of their pauses; null when none ended.</summary>
    public required Milliseconds? MaxMs { get; init; }
}
