namespace Unpause.Bench.App.Variants;

/// <summary>List and HashSet, which grow as they are filled: what most code does.</summary>
internal sealed class Plain : IVariant
{
    /// <inheritdoc/>
    public Answer OfIds(Store store, Group[] groups)
    {
        var lists = new List<int>[groups.Length];
        for (var i = 0; i < groups.Length; i++)
        {
            var list = lists[i] = new List<int>();
            foreach (var id in groups[i]) list.Add(id);
        }

        var merged = new HashSet<int>();
        foreach (var list in lists) merged.UnionWith(list);
        var result = new List<Item>();
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
            var list = lists[i] = new List<Item>();
            foreach (var id in groups[i]) list.Add(store[id]);
        }

        var merged = new HashSet<Item>();
        foreach (var list in lists) merged.UnionWith(list);
        var result = new List<int>();
        foreach (var item in merged) result.Add(item.Id);
        var sum = 0L;
        foreach (var id in result) sum += id;
        return new Answer(result.Count, sum);
    }
}
