namespace Unpause.Recordings.Heap;

/// <summary>An object that is alive by itself.</summary>
/// <param name="Node">The object's number in its <see cref="HeapGraph"/>.</param>
/// <param name="Kind">By what.</param>
/// <param name="Name">The static field, without its class; null for other kinds. Hostile: escape before showing.</param>
internal readonly record struct HeapRoot(int Node, HeapRootKind Kind, string? Name);
