namespace Unpause.Recordings.Allocations;

/// <summary>Allocations of one type from one place.</summary>
/// <param name="Type">The type, in the runtime's words; null when it is not recorded. Hostile: escape before showing.</param>
/// <param name="Heap">Which heap they go to.</param>
/// <param name="Bytes">Bytes, estimated from the samples.</param>
/// <param name="Stack">Methods, the allocating one first; empty when the recording has no stacks or no names. Hostile, too.</param>
public sealed record AllocationSite(string? Type, AllocationHeap Heap, long Bytes, long Samples, IReadOnlyList<string> Stack)
{
    /// <summary>Objects, estimated from the samples; null where only bytes are recorded.</summary>
    public long? Objects { get; init; }
}
