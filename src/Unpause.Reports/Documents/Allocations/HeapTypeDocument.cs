namespace Unpause.Reports.Documents;

/// <summary>The objects of one type.</summary>
public sealed record HeapTypeDocument
{
    /// <summary>The type.</summary>
    public required string Type { get; init; }

    /// <summary>Objects.</summary>
    public required long Objects { get; init; }

    /// <summary>Their own size.</summary>
    public required long Bytes { get; init; }
}
