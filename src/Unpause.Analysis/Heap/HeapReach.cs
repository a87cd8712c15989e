using Unpause.Collections;
using Unpause.Recordings.Heap;

namespace Unpause.Analysis.Heap;

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
