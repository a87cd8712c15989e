namespace Unpause.Reports.Documents;

/// <summary>Collections (GC ids, gc lines), not pauses.</summary>
public sealed record CollectionsDocument
{
    /// <summary>Collections.</summary>
    public required long Count { get; init; }

    /// <summary>Of them, asked for by code.</summary>
    public required long Induced { get; init; }

    /// <summary>By generation, the youngest first.</summary>
    public required IReadOnlyList<GenerationDocument> ByGeneration { get; init; }

    /// <summary>One row for each generation and kind, so that blocking and background collections of gen2 are told apart.</summary>
    public IReadOnlyList<KindDocument> ByKind { get => field ?? []; init; } = [];

    /// <summary>By cause, the most paused first.</summary>
    public required IReadOnlyList<CauseDocument> ByCause { get; init; }

    /// <summary>By named part, the largest total first.</summary>
    public required IReadOnlyList<PhaseDocument> ByPhase { get; init; }

    /// <summary>
    /// Who asked for the induced collections, those with the longest pauses in all first, where these are known, else the most
    /// frequent; null when the recording doesn't tell.
    /// </summary>
    public IReadOnlyList<InducedByDocument>? InducedBy { get; init; }
}
