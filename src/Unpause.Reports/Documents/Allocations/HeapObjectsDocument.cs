namespace Unpause.Reports.Documents;

/// <summary>A heap snapshot: all objects right after an induced full collection.</summary>
public sealed record HeapObjectsDocument
{
    /// <summary>The number of objects.</summary>
    public required long Objects { get; init; }

    /// <summary>The size of all objects.</summary>
    public required long Bytes { get; init; }

    /// <summary>How long the snapshot stopped all threads, including the collection; null when unknown.</summary>
    public required Milliseconds? StopMs { get; init; }

    /// <summary>The types, the most bytes first; at most 50.</summary>
    public required IReadOnlyList<HeapTypeDocument> Types { get; init; }

    /// <summary>The groups of objects by retention path, the most bytes first; each object is in one group only.</summary>
    public required IReadOnlyList<RetainedObjectsDocument> Retained { get; init; }
}
