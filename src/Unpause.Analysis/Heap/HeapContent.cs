using System.Runtime.InteropServices;
using Unpause.Collections;
using Unpause.Recordings.Heap;

namespace Unpause.Analysis.Heap;

/// <summary>The objects of a heap, and what retains them.</summary>
/// <param name="Objects">All objects.</param>
/// <param name="RetainedBytes">Size of the objects with a known retainer.</param>
/// <param name="StopNanoseconds">How long all threads was paused for it; null when not recorded.</param>
/// <param name="Types">Every type, the most bytes first.</param>
/// <param name="Retainers">Where most objects are retained, the most bytes first.</param>
public sealed record HeapContent(
    long Objects, long Bytes, long RetainedBytes, long? StopNanoseconds, IReadOnlyList<HeapType> Types,
        IReadOnlyList<RetainedObjects> Retainers)
{
    /// <summary>The objects by the runtime's own kinds; null where it has none.</summary>
    public IReadOnlyList<HeapKind>? Kinds { get; init; }

    /// <summary>Holders for which what letting go frees is computed: each is one more walk of the heap.</summary>
    private const int Followed = 10;

    /// <summary>Retainers that are reported.</summary>
    private const int Reported = 25;

    /// <summary>Analyses a recording's heap; null where its objects were not listed.</summary>
    public static HeapContent? Analyse(Recording recording) => recording.HeapGraph is { } graph ? Analyse(graph) : null;

    /// <summary>Analyses a heap.</summary>
    public static HeapContent Analyse(HeapGraph graph)
    {
        var types = TypesOf(graph);
        var paths = HeapPaths.Build(graph);
        var rows = RetainedPaths.Find(paths).OrderByDescending(row => paths.Paths[row].AllBytes).Take(Reported).ToList();
        var retainers = new List<RetainedObjects>();
        foreach (var row in rows)
        {
            long? freed = retainers.Count < Followed ? paths.Held.Bytes - HeapReach.Bytes(graph, paths.PathOf, row) : null;
            retainers.Add(RetainedPaths.Describe(graph, paths, row, freed));
        }

        return new HeapContent(graph.Count, types.Sum(type => type.Bytes), paths.Held.Bytes, graph.StopNanoseconds, types, retainers)
        {
            Kinds = graph.Kinds,
        };
    }

    /// <summary>
    /// The retained sizes of each type's objects in all, by the type's name: what only a single one of them keeps reachable. What two of
    /// them share is not in it. Takes about as long as reading the heap.
    /// </summary>
    public static IReadOnlyDictionary<string, long> RetainedByType(HeapGraph graph)
    {
        var retained = new Dictionary<string, long>(StringComparer.Ordinal);
        var byNumber = HeapDominators.RetainedByType(graph);
        for (var i = 0; i < byNumber.Length; i++)
            CollectionsMarshal.GetValueRefOrAddDefault(retained, graph.Types[i], out _) += byNumber[i];
        return retained;
    }

    private static List<HeapType> TypesOf(HeapGraph graph)
    {
        var sums = new (long Objects, long Bytes)[graph.Types.Count];
        for (var i = 0; i < graph.Count; i++)
        {
            ref var sum = ref sums[graph.TypeOf[i]];
            sum.Objects++;
            sum.Bytes += graph.SizeOf[i];
        }

        // Types of several assemblies may have one name.
        return [.. sums.Zip(graph.Types).Where(pair => pair.First.Objects > 0).GroupBy(pair => pair.Second, StringComparer.Ordinal)
            .Select(group => new HeapType(group.Key, group.Sum(pair => pair.First.Objects), group.Sum(pair => pair.First.Bytes)))
            .OrderByDescending(type => type.Bytes).ThenBy(type => type.Name, StringComparer.Ordinal)];
    }
}

/// <summary>The objects of one type.</summary>
/// <param name="Name">The type. Hostile: escape before showing.</param>
public readonly record struct HeapType(string Name, long Objects, long Bytes);

/// <summary>What remains reachable in a heap when some objects are released.</summary>
internal static class HeapReach
{
    /// <summary>Bytes of the objects that are reached from the roots by ways that pass none of the objects of a path.</summary>
    public static long Bytes(HeapGraph graph, ChunkedList<int> pathOf, int without)
    {
        var seen = new ChunkedList<ulong>((graph.Count >> 6) + 1);
        for (var i = 0; i <= graph.Count >> 6; i++) seen.Add(0);
        var open = new ChunkedList<int>();
        long bytes = 0;
        foreach (var root in graph.Roots) Reach(root.Node);
        while (open.Count > 0)
        {
            var node = open[^1];
            open.RemoveAt(open.Count - 1);
            var end = graph.FirstReference[node + 1];
            for (var i = graph.FirstReference[node]; i < end; i++) Reach(graph.References[i]);
        }

        return bytes;

        void Reach(int node)
        {
            ref var bits = ref seen.ItemRef(node >> 6);
            var bit = 1UL << (node & 63);
            if ((bits & bit) != 0 || pathOf[node] == without) return;
            bits |= bit;
            bytes += graph.SizeOf[node];
            open.Add(node);
        }
    }
}
