namespace Unpause.Recordings.Heap;

/// <summary>
/// All objects of a heap and their references, taken in one stop right after a full collection. Objects are numbered from 0;
/// all numbers are validated, so a traversal needs no checks. 16 bytes per object and 4 per reference.
/// </summary>
public sealed class HeapGraph
{
    /// <summary>The runtime's name in the contract.</summary>
    public string Runtime { get; init; } = Runtimes.DotNet;

    /// <summary>
    /// Whether a type is the runtime's own, by its name; null where types are named as .NET does. Names of other runtimes are shown as they
    /// are.
    /// </summary>
    public Func<string, bool>? IsLibrary { get; init; }

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

    /// <summary>
    /// The name by which each reference refers, as an index into <see cref="Names"/>: a property or variable; −1 for an element or a key.
    /// Null where the runtime does not report names.
    /// </summary>
    public Column<int>? ReferenceNames { get; init; }

    /// <summary>Names of properties and variables. Hostile: escape before showing.</summary>
    public IReadOnlyList<string> Names { get; init; } = [];

    /// <summary>
    /// By type, whether it is the runtime's own bookkeeping: a retention path goes over it only where there is no other. Null for none.
    /// </summary>
    public IReadOnlyList<bool>? FollowedLast { get; init; }

    /// <summary>The objects by the runtime's own kinds, the most bytes first; null where it has none.</summary>
    public IReadOnlyList<HeapKind>? Kinds { get; init; }

    /// <summary>How long all threads were stopped for it, collection included, in nanoseconds; null when not recorded.</summary>
    public long? StopNanoseconds { get; init; }

    public int Count => TypeOf.Count;
}

/// <summary>The kind of a GC root; an object with several has the first in this order.</summary>
public enum HeapRootKind
{
    /// <summary>The object of global variables.</summary>
    Global,

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

    /// <summary>A table of the runtime that alone keeps nothing alive: it counts only for objects that no other root leads to.</summary>
    WeakTable,
}

/// <summary>An object that is alive by itself.</summary>
/// <param name="Node">The object's number in its <see cref="HeapGraph"/>.</param>
/// <param name="Kind">By what.</param>
/// <param name="Name">
/// The static field, without its class, or the runtime's group of roots; null when it has none. Hostile: escape before showing.
/// </param>
public readonly record struct HeapRoot(int Node, HeapRootKind Kind, string? Name);

/// <summary>Objects of one of the runtime's kinds: strings, code.</summary>
public readonly record struct HeapKind(string Name, long Objects, long Bytes);
