namespace Unpause.Reports.Documents;

/// <summary>Who holds objects that live long.</summary>
public sealed record HeapHoldersDocument
{
    /// <summary>Sampled objects that still lived.</summary>
    public required long Objects { get; init; }

    /// <summary>Of them, those whose holders are known.</summary>
    public required long Held { get; init; }

    /// <summary>The chains, the most objects first.</summary>
    public required IReadOnlyList<HolderDocument> Holders { get; init; }
}
