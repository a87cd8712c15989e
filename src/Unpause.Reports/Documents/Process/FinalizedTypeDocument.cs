namespace Unpause.Reports.Documents;

/// <summary>Finalizers of one type.</summary>
public sealed record FinalizedTypeDocument
{
    /// <summary>The type; null when it isn't told.</summary>
    public required string? Type { get; init; }

    /// <summary>Objects.</summary>
    public required long Objects { get; init; }
}
