using Unpause.Recordings.Heap;

namespace Unpause.Analysis.Heap;

/// <summary>Objects retained the same way in two heaps of one program.</summary>
/// <param name="Now">In the second; where they are gone, with no objects.</param>
/// <param name="Before">Objects in the first.</param>
/// <param name="BeforeBytes">Their bytes in the first, with everything that they retain.</param>
internal sealed record HeldChange(HeldObjects Now, long Before, long BeforeBytes)
{
    /// <summary>By how much it grew, in bytes; negative when it shrank.</summary>
    public long Bytes => Now.AllBytes - BeforeBytes;

    /// <summary>Puts two heaps side by side: every retention path of either, the largest change first.</summary>
    public static IReadOnlyList<HeldChange> Of(HeapGraph before, HeapGraph after, HeapContent first, HeapContent second)
    {
        var earlier = HeapPaths.Of(before);
        var changes = second.Holders.Select(now => Find(before, earlier, now) is var (objects, bytes)
            ? new HeldChange(now, objects, bytes)
            : new HeldChange(now, 0, 0)).ToList();
        var told = second.Holders.Select(now => now.Key).ToHashSet(StringComparer.Ordinal);
        var later = HeapPaths.Of(after);
        foreach (var was in first.Holders)
        {
            if (told.Contains(was.Key)) continue;
            var (objects, bytes) = Find(after, later, was) ?? (0, 0);
            changes.Add(new HeldChange(was with { Objects = objects, AllBytes = bytes, FreedBytes = null }, was.Objects, was.AllBytes));
        }

        return [.. changes.OrderByDescending(change => Math.Abs(change.Bytes)).ThenBy(change => change.Now.Key, StringComparer.Ordinal)];
    }

    private static (long Objects, long Bytes)? Find(HeapGraph graph, HeapPaths paths, HeldObjects held)
    {
        for (var i = 0; i < paths.Paths.Count; i++)
        {
            if (paths.Paths[i] is not { Parent: < 0 } root || paths.Root(root) != (held.RootKind, held.RootName)) continue;
            var at = i;
            foreach (var type in held.Chain.Reverse().Append(held.Type))
            {
                at = Child(graph, paths, at, type);
                if (at < 0) return null;
            }

            return (paths.Paths[at].Objects, paths.Paths[at].AllBytes);
        }

        return null;
    }

    private static int Child(HeapGraph graph, HeapPaths paths, int at, string type)
    {
        var child = paths.Paths[at].FirstChild;
        while (child >= 0 && graph.Types[paths.Paths[child].Type] != type) child = paths.Paths[child].NextSibling;
        return child;
    }
}
