namespace Unpause.Reports.Documents;

/// <summary>A space of the heap over the recording.</summary>
public sealed record SpaceDocument
{
    /// <summary>The name of the space.</summary>
    [Words(nameof(Vocabulary.Spaces))]
    public required string Space { get; init; }

    /// <summary>The name in tables. Null in documents of older versions.</summary>
    public string? Label { get; init; }

    /// <summary>The number of collections of this space.</summary>
    public required long Collections { get; init; }

    /// <summary>Bytes in use after the last collection, without free space between objects.</summary>
    public required long UsedLastBytes { get; init; }

    /// <summary>The peak bytes in use at the start or end of a collection.</summary>
    public required long UsedMaxBytes { get; init; }

    /// <summary>Free bytes between objects (fragmentation) after the last collection.</summary>
    public required long FreeLastBytes { get; init; }

    /// <summary>The most free bytes between objects after a collection of this space.</summary>
    public required long FreeMaxBytes { get; init; }

    /// <summary>The share that survived the collections of this space.</summary>
    public required double? SurvivedPercent { get; init; }

    /// <summary>Bytes that may be allocated or promoted there until its next collection, at the end of the recording.</summary>
    [Signed]
    public required long BudgetLastBytes { get; init; }
}
