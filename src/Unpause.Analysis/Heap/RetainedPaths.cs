using Unpause.Recordings.Heap;

namespace Unpause.Analysis.Heap;

/// <summary>
/// Where a heap's objects gather: going from each root to where the bytes are, the first type of which a retainer has many objects (a
/// dictionary's values, a list's elements), else the type that makes up most of the bytes itself. No object is counted twice.
/// </summary>
internal static class RetainedPaths
{
    /// <summary>Objects for each of their retainers from which on these are a collection.</summary>
    private const int FanOut = 4;

    /// <summary>Fewer objects are no collection.</summary>
    private const int FewestObjects = 8;

    private const double Most = 0.5;

    /// <summary>Share of the heap below which a path is not followed.</summary>
    private const double Least = 0.001;

    /// <summary>The paths where objects gather, in no order.</summary>
    public static List<int> Find(HeapPaths paths)
    {
        var least = (long)(Least * paths.Held.Bytes) + 1;
        var found = new List<int>();
        var open = new Stack<int>();
        for (var i = 0; i < paths.Paths.Count; i++)
        {
            if (paths.Paths[i] is { Parent: < 0 } root && root.AllBytes >= least) PushChildren(paths, i, least, open);
        }

        while (open.TryPop(out var at))
        {
            var path = paths.Paths[at];
            var retainers = Math.Max(1, path.Parent < 0 ? 1 : paths.Paths[path.Parent].Objects);
            if (path.Objects >= FewestObjects && path.Objects >= FanOut * retainers)
            {
                found.Add(OwnBehind(paths, at));
            }
            else if (path.Bytes >= Most * path.AllBytes || !PushChildren(paths, at, least, open))
            {
                found.Add(at);
            }
        }

        return found;
    }

    /// <summary>Describes objects of a path.</summary>
    public static RetainedObjects Describe(HeapGraph graph, HeapPaths paths, int at, long? freedBytes)
    {
        var path = paths.Paths[at];
        var (chain, names) = (new List<string>(), new List<string?>());
        var held = at;
        for (var retainer = path.Parent; retainer >= 0 && paths.Paths[retainer].Type >= 0; retainer = paths.Paths[retainer].Parent)
        {
            chain.Add(graph.Types[paths.Paths[retainer].Type]);
            names.Add(paths.Paths[held].Name is >= 0 and var by ? graph.Names[by] : null);
            held = retainer;
        }

        var (kind, name) = paths.Root(path);
        return new RetainedObjects(
            graph.Types[path.Type],
            path.Objects,
            path.Bytes,
            path.AllObjects,
            path.AllBytes,
            freedBytes,
            graph.Types[paths.Paths[Heaviest(paths, at)].Type],
            chain,
            kind,
            name) { IsNamedAsShown = graph.IsLibrary is not null, Names = graph.ReferenceNames is null ? null : names };
    }

    /// <summary>The collection's own objects (a list's nodes) say nothing: what each of them retains does.</summary>
    private static int OwnBehind(HeapPaths paths, int at)
    {
        for (var next = at; paths.IsLibrary(paths.Paths[next]);)
        {
            var path = paths.Paths[next];
            next = HeaviestChild(paths, next);
            if (next < 0 || paths.Paths[next].Objects < Most * path.Objects) return at;
            if (!paths.IsLibrary(paths.Paths[next])) return next;
        }

        return at;
    }

    /// <summary>The path below which makes up most of the bytes by itself.</summary>
    private static int Heaviest(HeapPaths paths, int at)
    {
        var heaviest = at;
        for (var next = at; next >= 0; next = HeaviestChild(paths, next))
        {
            if (paths.Paths[next].Bytes > paths.Paths[heaviest].Bytes) heaviest = next;
        }

        return heaviest;
    }

    private static int HeaviestChild(HeapPaths paths, int at)
    {
        var heaviest = -1;
        for (var child = paths.Paths[at].FirstChild; child >= 0; child = paths.Paths[child].NextSibling)
        {
            if (heaviest < 0 || paths.Paths[child].AllBytes > paths.Paths[heaviest].AllBytes) heaviest = child;
        }

        return heaviest;
    }

    private static bool PushChildren(HeapPaths paths, int at, long least, Stack<int> open)
    {
        var pushed = false;
        for (var child = paths.Paths[at].FirstChild; child >= 0; child = paths.Paths[child].NextSibling)
        {
            if (paths.Paths[child].AllBytes < least) continue;
            open.Push(child);
            pushed = true;
        }

        return pushed;
    }
}

/// <summary>Objects of one type that are retained over the same types.</summary>
/// <param name="Type">Their type. Hostile, as all names here: escape before showing.</param>
/// <param name="AllObjects">With everything that they retain by shortest paths.</param>
/// <param name="RetainedBytes">What a collection frees once nothing refers to them; null when not computed.</param>
/// <param name="Mostly">The type that makes up most of those bytes.</param>
/// <param name="Chain">The types of those that retain them, the nearest first.</param>
/// <param name="RootKind">The kind of GC root at the end.</param>
/// <param name="RootName">The static field, or the runtime's group of roots; null where it has none.</param>
public sealed record RetainedObjects(
    string Type,
    long Objects,
    long Bytes,
    long AllObjects,
    long AllBytes,
    long? RetainedBytes,
    string Mostly,
    IReadOnlyList<string> Chain,
    HeapRootKind RootKind,
    string? RootName)
{
    /// <summary>Types of a chain that are shown: the nearest and the farthest.</summary>
    private const int MostShown = 6;

    /// <summary>Whether names of types are shown as they are; false for those of .NET, which are shortened.</summary>
    public bool IsNamedAsShown { get; init; }

    /// <summary>
    /// By which property or variable each of the chain refers, in its order; null for elements and keys. Null where the runtime does not
    /// report names.
    /// </summary>
    public IReadOnlyList<string?>? Names { get; init; }

    /// <summary>In one line: <c>Reply ← Entry&lt;Int32,Reply&gt;[] ← Dictionary&lt;Int32,Reply&gt; ← static Items</c>.</summary>
    public string Text => string.Join(" ← ", Shown.Prepend(Short(Type)).Append(Root));

    /// <summary>The GC root that retains them.</summary>
    public string Root => RootKind switch
    {
        HeapRootKind.Global => "global object",
        HeapRootKind.Static => $"static {RootName}",
        HeapRootKind.ThreadStatic => $"thread static {RootName}",
        HeapRootKind.Handle => "handle of native code or the runtime",
        HeapRootKind.PinnedHandle => "pinned handle",
        HeapRootKind.Stack => "variable of a running method",
        HeapRootKind.WeakTable => $"{RootName}, a weak table",
        HeapRootKind.Finalizer => "waiting for its finalizer",
        _ => RootName ?? "the runtime",
    };

    /// <summary>A type as it is shown.</summary>
    public string Short(string type) => IsNamedAsShown ? type : HeapTypeName.Short(type);

    /// <summary>Whether it is known where in the program they are retained: of V8, not where a root refers to them directly.</summary>
    public bool HasPlace => Names is null || Chain.Count > 0;

    /// <summary>Identifies it in a heap, and in another heap of the same program.</summary>
    public string Key => string.Join("\n", Chain.Select((_, step) => Step(step)).Prepend(Type).Append($"{RootKind} {RootName}"));

    private IEnumerable<string> Shown
    {
        get
        {
            for (var step = 0; step < Chain.Count; step++)
            {
                if (Chain.Count <= MostShown || step < MostShown / 2 || step >= Chain.Count - (MostShown / 2)) yield return Step(step);
                else if (step == MostShown / 2) yield return "…";
            }
        }
    }

    /// <summary>A retainer, with what of it refers to the next: <c>Store.sessions</c>, <c>Array[…]</c>.</summary>
    private string Step(int step)
    {
        var type = Short(Chain[step]);
        return Names is null ? type : Names[step] is { } name ? $"{type}.{name}" : $"{type}[…]";
    }
}

/// <summary>Objects retained the same way in two heaps of one program.</summary>
/// <param name="Now">In the second; where they are gone, with no objects.</param>
/// <param name="Before">Objects in the first.</param>
/// <param name="BeforeBytes">Their bytes in the first, with everything that they retain.</param>
public sealed record RetainedChange(RetainedObjects Now, long Before, long BeforeBytes)
{
    /// <summary>By how much it grew, in bytes; negative when it shrank.</summary>
    public long Bytes => Now.AllBytes - BeforeBytes;

    /// <summary>Puts two heaps side by side: every retention path of either, the largest change first.</summary>
    public static IReadOnlyList<RetainedChange> Compare(HeapGraph before, HeapGraph after, HeapContent first, HeapContent second)
    {
        var earlier = HeapPaths.Build(before);
        var changes = second.Retainers.Select(now => Find(before, earlier, now) is var (objects, bytes)
            ? new RetainedChange(now, objects, bytes)
            : new RetainedChange(now, 0, 0)).ToList();
        var reported = second.Retainers.Select(now => now.Key).ToHashSet(StringComparer.Ordinal);
        var later = HeapPaths.Build(after);
        foreach (var was in first.Retainers)
        {
            if (reported.Contains(was.Key)) continue;
            var (objects, bytes) = Find(after, later, was) ?? (0, 0);
            var now = was with { Objects = objects, AllBytes = bytes, RetainedBytes = null };
            changes.Add(new RetainedChange(now, was.Objects, was.AllBytes));
        }

        return [.. changes.OrderByDescending(change => Math.Abs(change.Bytes)).ThenBy(change => change.Now.Key, StringComparer.Ordinal)];
    }

    private static (long Objects, long Bytes)? Find(HeapGraph graph, HeapPaths paths, RetainedObjects retained)
    {
        for (var i = 0; i < paths.Paths.Count; i++)
        {
            if (paths.Paths[i] is not { Parent: < 0 } root || paths.Root(root) != (retained.RootKind, retained.RootName)) continue;
            return Follow(graph, paths, i, retained);
        }

        return null;
    }

    /// <summary>
    /// The paths of a root's that have the same steps. What has no name in one heap (too many keys) may have names in the other, so it is
    /// compared with all of them.
    /// </summary>
    private static (long Objects, long Bytes)? Follow(HeapGraph graph, HeapPaths paths, int root, RetainedObjects retained)
    {
        List<int> at = [root];
        for (var step = retained.Chain.Count; step >= 0; step--)
        {
            var type = step == 0 ? retained.Type : retained.Chain[step - 1];
            var name = step == retained.Chain.Count ? null : retained.Names?[step];
            at = [.. at.SelectMany(path => Children(graph, paths, path, type, name))];
            if (at.Count == 0) return null;
        }

        return (at.Sum(path => paths.Paths[path].Objects), at.Sum(path => paths.Paths[path].AllBytes));
    }

    private static IEnumerable<int> Children(HeapGraph graph, HeapPaths paths, int at, string type, string? name)
    {
        for (var child = paths.Paths[at].FirstChild; child >= 0; child = paths.Paths[child].NextSibling)
        {
            var path = paths.Paths[child];
            if (graph.Types[path.Type] == type && (name is null || path.Name < 0 || graph.Names[path.Name] == name)) yield return child;
        }
    }
}
