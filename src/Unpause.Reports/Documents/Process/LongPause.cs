namespace Unpause.Reports.Documents;

/// <summary>One of the longest pauses with the collection that it belongs to.</summary>
public sealed record LongPause
{
    /// <summary>Its length.</summary>
    public required Milliseconds DurationMs { get; init; }

    /// <summary>Its start since the recording's zero; null where the format has no time stamps.</summary>
    [Signed]
    public required Milliseconds? StartMs { get; init; }

    /// <summary>The runtime's number of the collection.</summary>
    [Signed]
    public required long Collection { get; init; }

    /// <summary>The collection's type in the letters of PerfView's GCStats, else its generation.</summary>
    public required string? Type { get; init; }

    /// <summary>The runtime's own word for the cause, else the normalised one.</summary>
    public required string? Cause { get; init; }

    /// <summary>Bytes allocated since the collection before it.</summary>
    public required long? AllocatedBytes { get; init; }

    /// <summary>Bytes in use when the collection started.</summary>
    public required long? HeapBeforeBytes { get; init; }

    /// <summary>Bytes in use when it ended.</summary>
    public required long? HeapAfterBytes { get; init; }

    /// <summary>Bytes moved to an older generation.</summary>
    public required long? PromotedBytes { get; init; }
}
