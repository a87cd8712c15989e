namespace Unpause.Recordings.Garbage;

/// <summary>
/// What snapshots of a CPython process's garbage found: objects that reference counting cannot free, because they are part of reference
/// cycles (agents/python/CYCLES.md).
/// </summary>
internal sealed record GarbageLooks
{
    /// <summary>Snapshots that were read.</summary>
    public required long Looks { get; init; }

    /// <summary>How long the process was examined.</summary>
    public required long WatchedNanoseconds { get; init; }

    /// <summary>Total time for which the process was paused by snapshots.</summary>
    public required long StopNanoseconds { get; init; }

    /// <summary>
    /// Objects that only the collector could free: those that it freed, which it counts, and those that lay there at the end.
    /// </summary>
    public required long Objects { get; init; }

    /// <summary>Objects of them that are in no snapshot.</summary>
    public required double NotSeen { get; init; }

    /// <summary>The objects' size in bytes: estimated from the snapshots; null where there was no snapshot.</summary>
    public required double? Bytes { get; init; }

    /// <summary>Their share of the memory requested from CPython's allocators, in percent; null when it was not counted.</summary>
    public required double? PercentOfAllocated { get; init; }

    /// <summary>The kinds of cycles, those with most objects first.</summary>
    public required IReadOnlyList<GarbageCycle> Cycles { get; init; }
}
