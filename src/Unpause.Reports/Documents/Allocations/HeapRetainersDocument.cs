namespace Unpause.Reports.Documents;

/// <summary>Who holds objects that live long.</summary>
public sealed record HeapRetainersDocument
{
    /// <summary>Sampled objects that still lived.</summary>
    public required long Objects { get; init; }

    /// <summary>Of them, objects with a known retainer.</summary>
    public required long ObjectsWithRetainer { get; init; }

    /// <summary>The chains, the most objects first.</summary>
    public required IReadOnlyList<RetainerDocument> Retainers { get; init; }
}
