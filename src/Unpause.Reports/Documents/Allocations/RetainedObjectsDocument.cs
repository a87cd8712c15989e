namespace Unpause.Reports.Documents;

/// <summary>Objects of one type that are held over the same types.</summary>
public sealed record RetainedObjectsDocument
{
    /// <summary>Their type.</summary>
    public required string Type { get; init; }

    /// <summary>What retains them, in one line with short names: the retention path.</summary>
    public required string PathText { get; init; }

    /// <summary>Objects.</summary>
    public required long Objects { get; init; }

    /// <summary>Their own size.</summary>
    public required long Bytes { get; init; }

    /// <summary>Objects that they retain, and they themselves: all whose shortest path from a root goes through them.</summary>
    public required long RetainedObjects { get; init; }

    /// <summary>The size of those.</summary>
    public required long RetainedBytes { get; init; }

    /// <summary>What would be freed if nothing referred to them any more; null where that was not computed.</summary>
    public required long? FreedBytes { get; init; }

    /// <summary>The type with most of the retained bytes.</summary>
    public required string DominantType { get; init; }

    /// <summary>The types of their retainers, the nearest first.</summary>
    public required IReadOnlyList<string> RetainedBy { get; init; }

    /// <summary>What the last of these hangs on: static, thread_static, handle, pinned_handle, stack, finalizer, other.</summary>
    public required string Root { get; init; }

    /// <summary>The static field, without its class, which the runtime doesn't tell; null for other roots.</summary>
    public required string? RootField { get; init; }
}
