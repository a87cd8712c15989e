namespace Unpause.Recordings.Heap;

/// <summary>
/// All objects of a heap and their references, taken in one stop right after a full collection. Objects are numbered from 0;
/// all numbers are validated, so a traversal needs no checks. 16 bytes per object and 4 per reference.
/// </summary>
public sealed class HeapGraph
{
    /// <summary>The types' names, by number. Hostile: escape before showing.</summary>
    public required IReadOnlyList<string> Types { get; init; }

    /// <summary>Each object's type, by its number in <see cref="Types"/>.</summary>
    public required Column<int> TypeOf { get; init; }

    /// <summary>Each object's own size in bytes; <see cref="uint.MaxValue"/> for what is larger.</summary>
    public required Column<uint> SizeOf { get; init; }

    /// <summary>Where in <see cref="References"/> each object's own begin, and at the end where the last object's end.</summary>
    public required Column<int> FirstReference { get; init; }

    /// <summary>The objects that are referred to, by number.</summary>
    public required Column<int> References { get; init; }

    /// <summary>What is alive by itself.</summary>
    public required IReadOnlyList<HeapRoot> Roots { get; init; }

    /// <summary>How long all threads were stopped for it, collection included, in nanoseconds; null when not recorded.</summary>
    public long? StopNanoseconds { get; init; }

    public int Count => TypeOf.Count;
}

/// <summary>The kind of a GC root; an object with several has the first in this order.</summary>
public enum HeapRootKind
{
    Static,

    /// <summary>A static field that each thread has for itself.</summary>
    ThreadStatic,

    /// <summary>A handle that native code or the runtime keeps.</summary>
    Handle,

    /// <summary>A handle that also pins.</summary>
    PinnedHandle,

    /// <summary>A variable of a method that runs.</summary>
    Stack,

    /// <summary>Nothing but the wait for its finalizer.</summary>
    Finalizer,

    /// <summary>Something else of the runtime's.</summary>
    Other,
}

/// <summary>An object that is alive by itself.</summary>
/// <param name="Node">The object's number in its <see cref="HeapGraph"/>.</param>
/// <param name="Kind">By what.</param>
/// <param name="Name">The static field, without its class; null for other kinds. Hostile: escape before showing.</param>
public readonly record struct HeapRoot(int Node, HeapRootKind Kind, string? Name);
