using System.Runtime.InteropServices;
using Unpause.Collections;
using Unpause.Recordings.Heap;

namespace Unpause.Analysis.Heap;

/// <summary>
/// Every object of a heap by the types that retain it, on a shortest path from a root (breadth first). Objects of one type one
/// after the other (a list) count as one step, and so does a type of the program's own that comes again (a tree), or one of the platform's
/// that the same type retains again.
/// </summary>
internal sealed class HeapPaths
{
    /// <summary>Steps outwards within which a type of the program's own that comes again is taken for the same tree.</summary>
    private const int Recursion = 8;

    /// <summary>
    /// Names by which the same objects retain others of one type that are distinguished; more are keys of data.
    /// </summary>
    private const int NamesOfOne = 256;

    private const int Unnamed = -1;

    private readonly HeapGraph _graph;
    private readonly ChunkedList<HeapPath> _paths = [];
    private readonly ChunkedList<int> _pathOf;
    private readonly List<(HeapRootKind Kind, string? Name)> _roots = [];
    private readonly Dictionary<(int Retainer, int Type, int Name), int> _known = [];
    private readonly Dictionary<(int Retainer, int Type), int> _named = [];
    private readonly bool[] _library;
    private int _next, _nextLast;

    private HeapPaths(HeapGraph graph)
    {
        _graph = graph;
        _pathOf = new ChunkedList<int>(graph.Count);
        for (var i = 0; i < graph.Count; i++) _pathOf.Add(-1);
        _library = [.. graph.Types.Select(graph.IsLibrary ?? HeapTypeName.IsLibrary)];
    }

    /// <summary>The paths; a retainer's comes before those that continue from it.</summary>
    public ChunkedList<HeapPath> Paths => _paths;

    /// <summary>Each object's path; −1 where nothing retains it.</summary>
    public ChunkedList<int> PathOf => _pathOf;

    /// <summary>Objects with a retainer, and their size.</summary>
    public (long Objects, long Bytes) Held { get; private set; }

    /// <summary>Walks a heap. Takes 8 bytes an object.</summary>
    public static HeapPaths Build(HeapGraph graph)
    {
        var paths = new HeapPaths(graph);
        paths.Walk();
        paths.Sum();
        return paths;
    }

    public (HeapRootKind Kind, string? Name) Root(in HeapPath path) => _roots[path.Root];

    /// <summary>Whether the objects' type is the platform's.</summary>
    public bool IsLibrary(in HeapPath path) => path.Type >= 0 && _library[path.Type];

    private void Walk()
    {
        var queue = new ChunkedList<int>(_graph.Count);
        var last = new ChunkedList<int>();
        foreach (var kind in _graph.Roots.GroupBy(root => (root.Kind, root.Name)).OrderBy(group => group.Key.Kind))
        {
            if (kind.Key.Kind == HeapRootKind.WeakTable) Follow(queue, last);
            _roots.Add(kind.Key);
            var path = Open(-1, -1, _roots.Count - 1);
            foreach (var root in kind) Reach(root.Node, path, Unnamed, queue, last);
        }

        Follow(queue, last);
    }

    /// <summary>Goes on until nothing is left. What is followed last is so when nothing else leads on.</summary>
    private void Follow(ChunkedList<int> queue, ChunkedList<int> last)
    {
        while (_next < queue.Count || _nextLast < last.Count)
        {
            var node = _next < queue.Count ? queue[_next++] : last[_nextLast++];
            var path = _pathOf[node];
            var end = _graph.FirstReference[node + 1];
            for (var i = _graph.FirstReference[node]; i < end; i++)
            {
                Reach(_graph.References[i], path, _graph.ReferenceNames?[i] ?? Unnamed, queue, last);
            }
        }
    }

    private void Reach(int node, int retainer, int name, ChunkedList<int> queue, ChunkedList<int> last)
    {
        if (_pathOf[node] >= 0) return;
        var path = Step(retainer, _graph.TypeOf[node], name);
        _pathOf[node] = path;
        ref var sum = ref _paths.ItemRef(path);
        sum.Objects++;
        sum.Bytes += _graph.SizeOf[node];
        (_graph.FollowedLast is { } isLast && isLast[_graph.TypeOf[node]] ? last : queue).Add(node);
    }

    private int Step(int retainer, int type, int name)
    {
        if (_known.TryGetValue((retainer, type, name), out var known)) return known;
        if (name >= 0)
        {
            ref var names = ref CollectionsMarshal.GetValueRefOrAddDefault(_named, (retainer, type), out _);
            if (names == NamesOfOne) return Step(retainer, type, Unnamed);
            names++;
        }

        var path = Again(retainer, type, name);
        if (path < 0) path = _paths.Count < Limits.HeapPaths ? Open(retainer, type, _paths[retainer].Root, name) : retainer;
        if (_known.Count < Limits.HeapPaths) _known.Add((retainer, type, name), path);
        return path;
    }

    /// <summary>The path of the same structure that these objects are of too; −1 where they begin a new one.</summary>
    private int Again(int retainer, int type, int name)
    {
        var retainersType = _paths[retainer].Type;
        var isList = retainersType == type && (name < 0 || name == _paths[retainer].Name);
        if (isList || _paths[retainer].Steps >= Limits.HeapPathSteps) return retainer;
        var path = retainer;
        for (var steps = 0; steps < Recursion && path >= 0; steps++, path = _paths[path].Parent)
        {
            if (_paths[path].Type != type || _paths[path].Name != name) continue;
            // An array says nothing: only what holds it alike again is the same.
            if (!_library[type] || (_paths[path].Parent >= 0 && _paths[_paths[path].Parent].Type == retainersType)) return path;
        }

        return -1;
    }

    private int Open(int parent, int type, int root, int name = Unnamed)
    {
        var sibling = parent < 0 ? -1 : _paths[parent].FirstChild;
        var steps = parent < 0 ? 0 : _paths[parent].Steps + 1;
        _paths.Add(new HeapPath
        {
            Parent = parent, Type = type, Root = root, Name = name, Steps = steps, FirstChild = -1, NextSibling = sibling,
        });
        if (parent >= 0) _paths.ItemRef(parent).FirstChild = _paths.Count - 1;
        return _paths.Count - 1;
    }

    private void Sum()
    {
        long objects = 0, bytes = 0;
        for (var i = _paths.Count - 1; i >= 0; i--)
        {
            ref var path = ref _paths.ItemRef(i);
            path.AllObjects += path.Objects;
            path.AllBytes += path.Bytes;
            objects += path.Objects;
            bytes += path.Bytes;
            if (path.Parent < 0) continue;
            ref var parent = ref _paths.ItemRef(path.Parent);
            parent.AllObjects += path.AllObjects;
            parent.AllBytes += path.AllBytes;
        }

        Held = (objects, bytes);
    }
}

/// <summary>Objects of one type that are retained over the same types, by shortest ways from what is alive by itself.</summary>
[StructLayout(LayoutKind.Auto)]
internal struct HeapPath
{
    /// <summary>The path of their holders; −1 at a root.</summary>
    public int Parent;

    /// <summary>Their type; −1 at a root.</summary>
    public int Type;

    /// <summary>The name by which their holders refer to them; −1 where it differs or has none.</summary>
    public int Name;

    /// <summary>The number of the root at which it begins.</summary>
    public int Root;

    /// <summary>Steps from the root.</summary>
    public int Steps;

    /// <summary>The first of the paths that go on from here; −1 when none does.</summary>
    public int FirstChild;

    /// <summary>The next path from the same holders; −1 at the last.</summary>
    public int NextSibling;

    /// <summary>Objects, and their own size.</summary>
    public long Objects, Bytes;

    /// <summary>With everything that they retain by shortest paths.</summary>
    public long AllObjects, AllBytes;
}
