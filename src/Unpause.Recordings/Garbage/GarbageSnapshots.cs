namespace Unpause.Recordings.Garbage;

/// <summary>
/// What snapshots of a CPython process's garbage found: objects that reference counting cannot free, because they are part of reference
/// cycles (agents/python/CYCLES.md).
/// </summary>
public sealed record GarbageSnapshots
{
    /// <summary>Snapshots that were read.</summary>
    public required long Snapshots { get; init; }

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

/// <summary>Reference cycles of one kind among what only the collector could free.</summary>
/// <param name="Title">What it is called: the program's own types in it.</param>
/// <param name="Path">
/// The shortest cycle with the names of its references; null when none was found. Hostile: escape before showing.
/// </param>
/// <param name="SharePercent">Their share of all that only the collector could free, in percent of objects.</param>
/// <param name="Count">How many such cycles there were: estimated from the snapshots.</param>
/// <param name="Objects">Objects in such cycles or reachable only from them: estimated from the snapshots.</param>
/// <param name="Bytes">The same in bytes.</param>
/// <param name="Origin">Where most of them were made; null when that isn't known.</param>
/// <param name="Pattern">The kind of cycle; <see cref="Exception"/> is one.</param>
/// <param name="Cure">What usually breaks such a cycle.</param>
public sealed record GarbageCycle(
    string Title,
    string? Path,
    double SharePercent,
    double Count,
    double Objects,
    double Bytes,
    string? Origin,
    string Pattern,
    string Cure)
{
    /// <summary>The kind in which an exception's traceback keeps the frame that keeps the exception.</summary>
    public const string Exception = "exception";
}
