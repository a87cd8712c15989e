namespace Unpause.Reports.Documents;

/// <summary>Retainers of long-lived objects.</summary>
public sealed record HeapHoldersDocument
{
    /// <summary>The number of sampled objects that were alive.</summary>
    public required long Objects { get; init; }

    /// <summary>The number of those with a known path to a GC root.</summary>
    public required long Held { get; init; }

    /// <summary>The retention paths, the most objects first.</summary>
    public required IReadOnlyList<HolderDocument> Holders { get; init; }
}
