namespace Unpause.Reports.Documents;

/// <summary>What was allocated of one type.</summary>
public sealed record AllocatedTypeDocument
{
    /// <summary>The type; null when it isn't told.</summary>
    public required string? Type { get; init; }

    /// <summary>Bytes, estimated from the samples.</summary>
    public required long Bytes { get; init; }

    /// <summary>Of them, bytes of large objects.</summary>
    public required long LargeBytes { get; init; }

    /// <summary>Samples.</summary>
    public required long Samples { get; init; }
}
