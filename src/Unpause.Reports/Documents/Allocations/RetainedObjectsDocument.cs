namespace Unpause.Reports.Documents;

/// <summary>Objects of one type that are retained by the same path of types.</summary>
public sealed record RetainedObjectsDocument
{
    /// <summary>The type of the objects.</summary>
    public required string Type { get; init; }

    /// <summary>The retention path in one line, with short names.</summary>
    public required string PathText { get; init; }

    /// <summary>The number of objects.</summary>
    public required long Objects { get; init; }

    /// <summary>The size of the objects themselves.</summary>
    public required long Bytes { get; init; }

    /// <summary>The number of these objects and of all objects whose shortest path from a GC root goes through them.</summary>
    public required long RetainedObjects { get; init; }

    /// <summary>The size of all these objects.</summary>
    public required long RetainedBytes { get; init; }

    /// <summary>The bytes that would be freed if nothing referred to these objects any more; null where that was not computed.</summary>
    public required long? FreedBytes { get; init; }

    /// <summary>The type that dominates the size of the objects below them.</summary>
    public required string DominantType { get; init; }

    /// <summary>The types on the retention path, the nearest first.</summary>
    public required IReadOnlyList<string> RetainedBy { get; init; }

    /// <summary>The kind of the GC root: static, thread_static, handle, pinned_handle, stack, finalizer, other.</summary>
    public required string Root { get; init; }

    /// <summary>
    /// The name of the static field, without its class, which the runtime does not report; null for other kinds of roots.
    /// </summary>
    public required string? RootField { get; init; }
}
