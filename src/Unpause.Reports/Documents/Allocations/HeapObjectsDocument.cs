namespace Unpause.Reports.Documents;

/// <summary>All objects of a heap, right after a full collection that was made to list them.</summary>
public sealed record HeapObjectsDocument
{
    /// <summary>Objects.</summary>
    public required long Objects { get; init; }

    /// <summary>Their size.</summary>
    public required long Bytes { get; init; }

    /// <summary>How long all threads stood still for the list, with the collection; null when not told.</summary>
    public required Milliseconds? StopMs { get; init; }

    /// <summary>Types, the most bytes first; at most 50.</summary>
    public required IReadOnlyList<HeapTypeDocument> Types { get; init; }

    /// <summary>Where most objects are held, the most bytes first; no object is in two of them.</summary>
    public required IReadOnlyList<RetainedObjectsDocument> Retained { get; init; }
}
