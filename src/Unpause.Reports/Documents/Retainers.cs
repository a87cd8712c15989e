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

/// <summary>The objects of one type.</summary>
public sealed record HeapTypeDocument
{
    /// <summary>The name of the type.</summary>
    public required string Type { get; init; }

    /// <summary>The number of objects.</summary>
    public required long Objects { get; init; }

    /// <summary>The size of the objects themselves.</summary>
    public required long Bytes { get; init; }
}

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
    public required long ShortestPathObjects { get; init; }

    /// <summary>The size of all these objects.</summary>
    public required long ShortestPathBytes { get; init; }

    /// <summary>The retained size: what a collection frees once nothing refers to these objects; null where not computed.</summary>
    public required long? RetainedBytes { get; init; }

    /// <summary>The type that dominates the size of the objects below them.</summary>
    public required string DominantType { get; init; }

    /// <summary>The types on the retention path, the nearest first.</summary>
    public required IReadOnlyList<string> RetainedBy { get; init; }

    /// <summary>
    /// The kind of the GC root: global, static, thread_static, handle, pinned_handle, stack, finalizer, weak_table, other.
    /// </summary>
    public required string Root { get; init; }

    /// <summary>
    /// The name of the static field, without its class, which the runtime does not report, or V8's group of roots; null for others.
    /// </summary>
    public required string? RootField { get; init; }
}

/// <summary>Retainers of long-lived objects.</summary>
public sealed record HeapRetainersDocument
{
    /// <summary>The number of sampled objects that were alive.</summary>
    public required long Objects { get; init; }

    /// <summary>The number of those with a known path to a GC root.</summary>
    public required long ObjectsWithRetainer { get; init; }

    /// <summary>The retention paths, the most objects first.</summary>
    public required IReadOnlyList<RetainerDocument> Retainers { get; init; }
}

/// <summary>Objects of one class with the same retention path.</summary>
public sealed record RetainerDocument
{
    /// <summary>The class of the objects.</summary>
    public required string Type { get; init; }

    /// <summary>The number of sampled objects.</summary>
    public required long Objects { get; init; }

    /// <summary>The size of the objects themselves; null when unknown.</summary>
    public required long? Bytes { get; init; }

    /// <summary>The age of the youngest object.</summary>
    public required Milliseconds AgeMinMs { get; init; }

    /// <summary>The median age.</summary>
    public required Milliseconds AgeMedianMs { get; init; }

    /// <summary>The age of the oldest object.</summary>
    public required Milliseconds AgeMaxMs { get; init; }

    /// <summary>The last reference that each object has for itself: the one to remove.</summary>
    public required string? LastReference { get; init; }

    /// <summary>The object or field beyond it that they share.</summary>
    public required string? Container { get; init; }

    /// <summary>The retention path, from the object towards the GC root.</summary>
    public required IReadOnlyList<RetainerLinkDocument> Chain { get; init; }

    /// <summary>Whether the path goes up to the GC root; otherwise the paths of the objects differ from its end on.</summary>
    public required bool Complete { get; init; }

    /// <summary>The GC root of most of the objects.</summary>
    public required RetainerRootDocument? Root { get; init; }

    /// <summary>The call site that allocated most of them, the innermost method first.</summary>
    public required IReadOnlyList<string> Stack { get; init; }
}

/// <summary>One step of a retention path.</summary>
public sealed record RetainerLinkDocument
{
    /// <summary>The class of the referring object.</summary>
    public required string Type { get; init; }

    /// <summary>The field; null when the referring object is an array.</summary>
    public required string? Field { get; init; }

    /// <summary>Whether the field is static.</summary>
    public required bool Static { get; init; }
}

/// <summary>A GC root.</summary>
public sealed record RetainerRootDocument
{
    /// <summary>The part of the runtime that the root belongs to.</summary>
    public required string System { get; init; }

    /// <summary>The kind of root.</summary>
    public required string? Type { get; init; }

    /// <summary>The description by the runtime.</summary>
    public required string? Description { get; init; }
}
