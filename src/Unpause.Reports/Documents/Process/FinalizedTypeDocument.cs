namespace Unpause.Reports.Documents;

/// <summary>Finalizers of one type.</summary>
public sealed record FinalizedTypeDocument
{
    /// <summary>The type; null when unknown.</summary>
    public required string? Type { get; init; }

    /// <summary>The number of objects.</summary>
    public required long Objects { get; init; }
}
