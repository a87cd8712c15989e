using Unpause.Recordings.Allocations;

namespace Unpause.Recordings.Readers.DotNet.Allocations;

/// <summary>What is allocated and where, before anything has a name.</summary>
/// <param name="Type">The type's number in <see cref="TypeNames"/>.</param>
/// <param name="Heap">Which heap it goes to.</param>
/// <param name="Stack">The call stack's number in the <see cref="StackTable"/>.</param>
internal readonly record struct AllocationPlace(int Type, AllocationHeap Heap, int Stack);
