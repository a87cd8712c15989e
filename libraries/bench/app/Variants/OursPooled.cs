using Unpause.Collections;

namespace Unpause.Bench.App.Variants;

/// <summary>The pooled ones, disposed at the end of the request.</summary>
internal sealed class OursPooled : IVariant
{
    /// <inheritdoc/>
    public Answer OfIds(Store store, Group[] groups)
    {
        var lists = new PooledChunkedList<int>[groups.Length];
        for (var i = 0; i < groups.Length; i++)
        {
            var list = lists[i] = new PooledChunkedList<int>();
            foreach (var id in groups[i]) list.Add(id);
        }

        using var merged = new PooledChunkedHashSet<int>();
        foreach (var list in lists) merged.UnionWith(list);
        using var result = new PooledChunkedList<Item>();
        foreach (var id in merged) result.Add(store[id]);
        var sum = 0L;
        foreach (var item in result) sum += item.Id;
        foreach (var list in lists) list.Dispose();
        return new Answer(result.Count, sum);
    }

    /// <inheritdoc/>
    public Answer OfItems(Store store, Group[] groups)
    {
        var lists = new PooledChunkedList<Item>[groups.Length];
        for (var i = 0; i < groups.Length; i++)
        {
            var list = lists[i] = new PooledChunkedList<Item>();
            foreach (var id in groups[i]) list.Add(store[id]);
        }

        using var merged = new PooledChunkedHashSet<Item>();
        foreach (var list in lists) merged.UnionWith(list);
        using var result = new PooledChunkedList<int>();
        foreach (var item in merged) result.Add(item.Id);
        var sum = 0L;
        foreach (var id in result) sum += id;
        foreach (var list in lists) list.Dispose();
        return new Answer(result.Count, sum);
    }
}
