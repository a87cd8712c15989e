namespace Unpause.Reports.Documents;

/// <summary>The allocations of one type.</summary>
public sealed record AllocatedTypeDocument
{
    /// <summary>The type; null when unknown.</summary>
    public required string? Type { get; init; }

    /// <summary>Bytes, estimated from the samples.</summary>
    public required long Bytes { get; init; }

    /// <summary>Bytes of large objects among them.</summary>
    public required long LargeBytes { get; init; }

    /// <summary>The number of samples.</summary>
    public required long Samples { get; init; }
}
