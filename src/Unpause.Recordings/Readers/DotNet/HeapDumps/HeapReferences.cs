using Unpause.Collections;

namespace Unpause.Recordings.Readers.DotNet.HeapDumps;

/// <summary>Makes numbers of objects of the addresses that a heap dump refers to.</summary>
internal static class HeapReferences
{
    /// <summary>
    /// The objects referred to. What isn't listed (it lies outside the heap) is left out; a dependent handle's key refers to its value.
    /// </summary>
    /// <param name="first">Where each object's references begin; changed to where they do in the result, with the end at its end.</param>
    /// <param name="targets">The addresses referred to, in the order of the objects.</param>
    /// <param name="addresses">The addresses of the objects.</param>
    /// <param name="pairs">Keys and values of dependent handles.</param>
    public static ChunkedList<int> Resolve(
        ChunkedList<int> first, ChunkedList<ulong> targets, HeapAddresses addresses, IReadOnlyList<(ulong Key, ulong Value)> pairs)
    {
        var dependents = Dependents(addresses, pairs);
        var references = new ChunkedList<int>();
        var next = 0;
        for (var node = 0; node < first.Count; node++)
        {
            var end = node + 1 < first.Count ? first[node + 1] : targets.Count;
            first[node] = references.Count;
            for (; next < end; next++)
            {
                if (addresses.Find(targets[next]) is >= 0 and var target) references.Add(target);
            }

            if (dependents.Count > 0 && dependents.TryGetValue(node, out var values)) references.AddRange(values);
        }

        first.Add(references.Count);
        return references;
    }

    private static Dictionary<int, List<int>> Dependents(HeapAddresses addresses, IReadOnlyList<(ulong Key, ulong Value)> pairs)
    {
        var dependents = new Dictionary<int, List<int>>();
        foreach (var (key, value) in pairs)
        {
            if (addresses.Find(key) is not (>= 0 and var from) || addresses.Find(value) is not (>= 0 and var to)) continue;
            if (!dependents.TryGetValue(from, out var values)) dependents.Add(from, values = []);
            values.Add(to);
        }

        return dependents;
    }
}
