using Unpause.Recordings.Heap;

namespace Unpause.Analysis.Heap;

/// <summary>Objects of one type that are retained over the same types.</summary>
/// <param name="Type">Their type. Hostile, as all names here: escape before showing.</param>
/// <param name="Objects">How many.</param>
/// <param name="Bytes">Their own size.</param>
/// <param name="AllObjects">With everything that they retain by shortest paths.</param>
/// <param name="AllBytes">Its size.</param>
/// <param name="FreedBytes">What would be freed if nothing referred to them any more; null when not computed.</param>
/// <param name="Mostly">The type that makes up most of those bytes.</param>
/// <param name="Chain">The types of those that retain them, the nearest first.</param>
/// <param name="RootKind">The kind of GC root at the end.</param>
/// <param name="RootName">The static field; null for other kinds.</param>
internal sealed record HeldObjects(
    string Type,
    long Objects,
    long Bytes,
    long AllObjects,
    long AllBytes,
    long? FreedBytes,
    string Mostly,
    IReadOnlyList<string> Chain,
    HeapRootKind RootKind,
    string? RootName)
{
    /// <summary>Types of a chain that are shown: the nearest and the farthest.</summary>
    private const int MostShown = 6;

    /// <summary>In one line: <c>Reply ← Entry&lt;Int32,Reply&gt;[] ← Dictionary&lt;Int32,Reply&gt; ← static Items</c>.</summary>
    public string Text => string.Join(" ← ", Shown.Prepend(HeapTypeName.Short(Type)).Append(Root));

    /// <summary>The GC root that retains them.</summary>
    public string Root => RootKind switch
    {
        HeapRootKind.Static => $"static {RootName}",
        HeapRootKind.ThreadStatic => $"thread static {RootName}",
        HeapRootKind.Handle => "handle of native code or the runtime",
        HeapRootKind.PinnedHandle => "pinned handle",
        HeapRootKind.Stack => "variable of a running method",
        HeapRootKind.Finalizer => "waiting for its finalizer",
        _ => "the runtime",
    };

    /// <summary>Identifies it in a heap, and in another heap of the same program.</summary>
    public string Key => string.Join("\n", Chain.Prepend(Type).Append($"{RootKind} {RootName}"));

    private IEnumerable<string> Shown => Chain.Count <= MostShown
        ? Chain.Select(HeapTypeName.Short)
        : [.. Chain.Take(MostShown / 2).Select(HeapTypeName.Short), "…", .. Chain.TakeLast(MostShown / 2).Select(HeapTypeName.Short)];
}
