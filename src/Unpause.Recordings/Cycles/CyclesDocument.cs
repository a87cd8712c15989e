namespace Unpause.Cycles;

/// <summary>The reference cycles behind the garbage of one or more processes.</summary>
public sealed record CyclesDocument
{
    /// <summary>The processes.</summary>
    public required IReadOnlyList<CycleProcess> Processes { get; init; }

    /// <summary>Kinds of cycles, those with most objects first.</summary>
    public required IReadOnlyList<CycleGroup> Groups { get; init; }

    /// <summary>Kinds that are not told because there are too many; their objects are among <see cref="NotInGroups"/>.</summary>
    public required long GroupsLeftOut { get; init; }

    /// <summary>Objects that were freed by collections while the processes were watched, and those that lay there at their end.</summary>
    public required long Garbage { get; init; }

    /// <summary>Objects of them for which no look stands: those that a generation freed of which no look saw any.</summary>
    public required double NotSeen { get; init; }

    /// <summary>Objects that were seen in looks.</summary>
    public required long Seen { get; init; }

    /// <summary>Objects that were seen and belong to no kind of cycle that is told.</summary>
    public required long NotInGroups { get; init; }

    /// <summary>
    /// The share of the memory that was asked of CPython's allocators which only the collector could free, in percent; null when nobody
    /// counted, or nothing was looked at. What is used again from free lists is not asked for, so it is rather less.
    /// </summary>
    public required double? SharePercentOfAllocated { get; init; }

    /// <summary>Files that were no looks, or not whole, and why.</summary>
    public required IReadOnlyList<string> Notes { get; init; }

    /// <summary>Whether part of the input could not be read.</summary>
    public required bool Unreadable { get; init; }
}
