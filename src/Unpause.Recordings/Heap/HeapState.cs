namespace Unpause.Recordings.Heap;

/// <summary>The heap of a process at one moment, as the runtime reported it.</summary>
/// <param name="Event">Why it was reported, in the runtime's words. Hostile, as all names here: escape before showing.</param>
/// <param name="IsOutOfMemory">Whether the process ended because the heap was full.</param>
/// <param name="UsedBytes">In use.</param>
/// <param name="LimitBytes">The largest size that the heap may take.</param>
/// <param name="Spaces">The parts of the heap by the runtime's names, the most bytes first.</param>
public sealed record HeapState(string Event, bool IsOutOfMemory, long UsedBytes, long LimitBytes, IReadOnlyList<HeapSpaceUse> Spaces)
{
    /// <summary>The process's memory, in bytes; null when not reported.</summary>
    public long? ResidentBytes { get; init; }
}

/// <summary>What of a part of the heap is in use.</summary>
public readonly record struct HeapSpaceUse(string Name, long UsedBytes);
