using Unpause.Recordings.Heap;

namespace Unpause.Analysis.Heap;

/// <summary>
/// Where a heap's objects gather: going from each root to where the bytes are, the first type of which a retainer has many objects (a
/// dictionary's values, a list's elements), else the type that makes up most of the bytes itself. No object is counted twice.
/// </summary>
internal static class HeldPaths
{
    /// <summary>Objects for each of their retainers from which on these are a collection.</summary>
    private const int FanOut = 4;

    /// <summary>Fewer objects are no collection.</summary>
    private const int FewestObjects = 8;

    private const double Most = 0.5;

    /// <summary>Share of the heap below which a path is not followed.</summary>
    private const double Least = 0.001;

    /// <summary>The paths where objects gather, in no order.</summary>
    public static List<int> Of(HeapPaths paths)
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
            var holders = Math.Max(1, path.Parent < 0 ? 1 : paths.Paths[path.Parent].Objects);
            if (path.Objects >= FewestObjects && path.Objects >= FanOut * holders)
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
    public static HeldObjects Describe(HeapGraph graph, HeapPaths paths, int at, long? freedBytes)
    {
        var path = paths.Paths[at];
        var chain = new List<string>();
        for (var holder = path.Parent; holder >= 0 && paths.Paths[holder].Type >= 0; holder = paths.Paths[holder].Parent)
        {
            chain.Add(graph.Types[paths.Paths[holder].Type]);
        }

        var (kind, name) = paths.Root(path);
        return new HeldObjects(
            graph.Types[path.Type],
            path.Objects,
            path.Bytes,
            path.AllObjects,
            path.AllBytes,
            freedBytes,
            graph.Types[paths.Paths[Heaviest(paths, at)].Type],
            chain,
            kind,
            name);
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
