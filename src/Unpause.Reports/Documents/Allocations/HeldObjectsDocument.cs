namespace Unpause.Reports.Documents;

/// <summary>Objects of one type that are held over the same types.</summary>
public sealed record HeldObjectsDocument
{
    /// <summary>Their type.</summary>
    public required string Type { get; init; }

    /// <summary>Who holds them, in one line with short names.</summary>
    public required string Text { get; init; }

    /// <summary>Objects.</summary>
    public required long Objects { get; init; }

    /// <summary>Their own size.</summary>
    public required long Bytes { get; init; }

    /// <summary>Objects that hang on them by shortest ways, with them.</summary>
    public required long WithHeldObjects { get; init; }

    /// <summary>The size of those.</summary>
    public required long WithHeldBytes { get; init; }

    /// <summary>What would be freed if nothing referred to them any more; null where that was not computed.</summary>
    public required long? FreedBytes { get; init; }

    /// <summary>The type that makes up most of what hangs on them.</summary>
    public required string Mostly { get; init; }

    /// <summary>The types of those that hold them, the nearest first.</summary>
    public required IReadOnlyList<string> HeldBy { get; init; }

    /// <summary>What the last of these hangs on: static, thread_static, handle, pinned_handle, stack, finalizer, other.</summary>
    public required string Root { get; init; }

    /// <summary>The static field, without its class, which the runtime doesn't tell; null for other roots.</summary>
    public required string? RootField { get; init; }
}
