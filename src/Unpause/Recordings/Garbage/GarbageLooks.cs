namespace Unpause.Recordings.Garbage;

/// <summary>
/// What looks at a CPython process's garbage found: objects that reference counting can't free, because they refer to each other in a
/// circle (agents/python/CYCLES.md).
/// </summary>
internal sealed record GarbageLooks
{
    /// <summary>Looks that were read.</summary>
    public required long Looks { get; init; }

    /// <summary>How long the process was examined.</summary>
    public required long WatchedNanoseconds { get; init; }

    /// <summary>How long the process stood still for looks, in all.</summary>
    public required long StopNanoseconds { get; init; }

    /// <summary>
    /// Objects that only the collector could free: those that it freed, which it counts, and those that lay there at the end.
    /// </summary>
    public required long Objects { get; init; }

    /// <summary>Objects of them of which no look tells.</summary>
    public required double NotSeen { get; init; }

    /// <summary>The objects' size in bytes: estimated from the looks; null where there was no look.</summary>
    public required double? Bytes { get; init; }

    /// <summary>Their share of the memory that was asked of CPython's allocators, in percent; null when nobody counted.</summary>
    public required double? PercentOfAllocated { get; init; }

    /// <summary>The kinds of cycles, those with most objects first.</summary>
    public required IReadOnlyList<GarbageCycle> Cycles { get; init; }
}
