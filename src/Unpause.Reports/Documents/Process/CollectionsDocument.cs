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
