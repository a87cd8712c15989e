namespace Unpause.Reports.Documents;

/// <summary>A part of the heap over the recording.</summary>
public sealed record SpaceDocument
{
    /// <summary>Its name.</summary>
    [Words(nameof(Vocabulary.Spaces))]
    public required string Space { get; init; }

    /// <summary>How it is called in tables. Null in documents of older versions.</summary>
    public string? Label { get; init; }

    /// <summary>Collections that collected it.</summary>
    public required long Collections { get; init; }

    /// <summary>In use after the last collection, without free space between objects.</summary>
    public required long UsedLastBytes { get; init; }

    /// <summary>The most in use at a collection's start or end.</summary>
    public required long UsedMaxBytes { get; init; }

    /// <summary>Free space between objects after the last collection.</summary>
    public required long FreeLastBytes { get; init; }

    /// <summary>The most free space between objects after a collection that collected it.</summary>
    public required long FreeMaxBytes { get; init; }

    /// <summary>What survived of what was there, over the collections that collected it.</summary>
    public required double? SurvivedPercent { get; init; }

    /// <summary>What may be allocated or promoted there until it is collected again, at the end.</summary>
    [Signed]
    public required long BudgetLastBytes { get; init; }
}
