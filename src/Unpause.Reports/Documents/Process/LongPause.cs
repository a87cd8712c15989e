namespace Unpause.Reports.Documents;

/// <summary>One of the longest pauses, with its collection.</summary>
public sealed record LongPause
{
    /// <summary>The duration of the pause.</summary>
    public required Milliseconds DurationMs { get; init; }

    /// <summary>Start since the start of the recording; null where the format has no timestamps.</summary>
    [Signed]
    public required Milliseconds? StartMs { get; init; }

    /// <summary>The number of the collection in the runtime.</summary>
    [Signed]
    public required long Collection { get; init; }

    /// <summary>The collection's type in the letters of PerfView's GCStats, otherwise its generation.</summary>
    public required string? Type { get; init; }

    /// <summary>The cause in the runtime's own terms, otherwise the normalised one.</summary>
    public required string? Cause { get; init; }

    /// <summary>Bytes allocated since the previous collection.</summary>
    public required long? AllocatedBytes { get; init; }

    /// <summary>Heap in use at the start of the collection.</summary>
    public required long? HeapBeforeBytes { get; init; }

    /// <summary>Heap in use at its end.</summary>
    public required long? HeapAfterBytes { get; init; }

    /// <summary>Bytes promoted to an older generation.</summary>
    public required long? PromotedBytes { get; init; }
}
