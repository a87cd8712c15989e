namespace Unpause.Recordings.Cycles;

/// <summary>The reference cycles behind the garbage of one or more processes.</summary>
public sealed record CyclesDocument
{
    public required IReadOnlyList<CycleProcess> Processes { get; init; }

    /// <summary>Kinds of cycles, those with most objects first.</summary>
    public required IReadOnlyList<CycleGroup> Groups { get; init; }

    /// <summary>Kinds beyond the limit; their objects are included in <see cref="NotInGroups"/>.</summary>
    public required long GroupsLeftOut { get; init; }

    /// <summary>Objects that collections freed while the processes were watched, and garbage objects at their end.</summary>
    public required long Garbage { get; init; }

    /// <summary>Objects of them that no snapshot represents: those of a generation whose snapshots contain no garbage.</summary>
    public required double NotSeen { get; init; }

    /// <summary>Objects in snapshots.</summary>
    public required long Seen { get; init; }

    /// <summary>Objects in snapshots that belong to none of the listed kinds.</summary>
    public required long NotInGroups { get; init; }

    /// <summary>
    /// The share of the memory requested from CPython's allocators that only the collector could free, in percent; null when allocations
    /// were not counted, or there is no snapshot. Reuse from free lists is not counted as requested, so the true share is lower.
    /// </summary>
    public required double? SharePercentOfAllocated { get; init; }

    /// <summary>Files with another format or incomplete content, with the reason.</summary>
    public required IReadOnlyList<string> Notes { get; init; }

    /// <summary>Whether part of the input could not be read.</summary>
    public required bool Unreadable { get; init; }
}
