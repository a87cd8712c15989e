namespace Unpause.Reports.Documents;

/// <summary>Retainers of long-lived objects.</summary>
public sealed record HeapRetainersDocument
{
    /// <summary>The number of sampled objects that were alive.</summary>
    public required long Objects { get; init; }

    /// <summary>The number of those with a known path to a GC root.</summary>
    public required long ObjectsWithRetainer { get; init; }

    /// <summary>The retention paths, the most objects first.</summary>
    public required IReadOnlyList<RetainerDocument> Retainers { get; init; }
}
