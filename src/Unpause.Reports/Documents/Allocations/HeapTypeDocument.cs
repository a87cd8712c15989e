namespace Unpause.Reports.Documents;

/// <summary>The objects of one type.</summary>
public sealed record HeapTypeDocument
{
    /// <summary>The name of the type.</summary>
    public required string Type { get; init; }

    /// <summary>The number of objects.</summary>
    public required long Objects { get; init; }

    /// <summary>The size of the objects themselves.</summary>
    public required long Bytes { get; init; }
}
