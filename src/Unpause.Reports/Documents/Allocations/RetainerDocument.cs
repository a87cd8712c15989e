namespace Unpause.Reports.Documents;

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
