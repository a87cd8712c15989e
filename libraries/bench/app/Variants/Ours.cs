using Unpause.Collections;

namespace Unpause.Bench.App.Variants;

/// <summary>ChunkedList and ChunkedHashSet in the place of List and HashSet, with nothing else changed.</summary>
internal sealed class Ours : IVariant
{
    /// <inheritdoc/>
    public Answer OfIds(Store store, Group[] groups)
    {
        var lists = new ChunkedList<int>[groups.Length];
        for (var i = 0; i < groups.Length; i++)
        {
            var list = lists[i] = new ChunkedList<int>();
            foreach (var id in groups[i]) list.Add(id);
        }

        var merged = new ChunkedHashSet<int>();
        foreach (var list in lists) merged.UnionWith(list);
        var result = new ChunkedList<Item>();
        foreach (var id in merged) result.Add(store[id]);
        var sum = 0L;
        foreach (var item in result) sum += item.Id;
        return new Answer(result.Count, sum);
    }

    /// <inheritdoc/>
    public Answer OfItems(Store store, Group[] groups)
    {
        var lists = new ChunkedList<Item>[groups.Length];
        for (var i = 0; i < groups.Length; i++)
        {
            var list = lists[i] = new ChunkedList<Item>();
            foreach (var id in groups[i]) list.Add(store[id]);
        }

        var merged = new ChunkedHashSet<Item>();
        foreach (var list in lists) merged.UnionWith(list);
        var result = new ChunkedList<int>();
        foreach (var item in merged) result.Add(item.Id);
        var sum = 0L;
        foreach (var id in result) sum += id;
        return new Answer(result.Count, sum);
    }
}
