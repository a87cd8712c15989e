namespace Unpause.Bench.App.Variants;

/// <summary>List and HashSet with an initial capacity; for the merge, the sum of the lists' sizes.</summary>
internal sealed class Presized : IVariant
{
    /// <inheritdoc/>
    public Answer OfIds(Store store, Group[] groups)
    {
        var lists = new List<int>[groups.Length];
        for (var i = 0; i < groups.Length; i++)
        {
            var list = lists[i] = new List<int>(groups[i].Count);
            foreach (var id in groups[i]) list.Add(id);
        }

        var merged = new HashSet<int>(lists.Sum(list => list.Count));
        foreach (var list in lists) merged.UnionWith(list);
        var result = new List<Item>(merged.Count);
        foreach (var id in merged) result.Add(store[id]);
        var sum = 0L;
        foreach (var item in result) sum += item.Id;
        return new Answer(result.Count, sum);
    }

    /// <inheritdoc/>
    public Answer OfItems(Store store, Group[] groups)
    {
        var lists = new List<Item>[groups.Length];
        for (var i = 0; i < groups.Length; i++)
        {
            var list = lists[i] = new List<Item>(groups[i].Count);
            foreach (var id in groups[i]) list.Add(store[id]);
        }

        var merged = new HashSet<Item>(lists.Sum(list => list.Count));
        foreach (var list in lists) merged.UnionWith(list);
        var result = new List<int>(merged.Count);
        foreach (var item in merged) result.Add(item.Id);
        var sum = 0L;
        foreach (var id in result) sum += id;
        return new Answer(result.Count, sum);
    }
}
