using System.Buffers;

namespace Unpause.Bench.App.Variants;

/// <summary>Arrays rented from the shared pool and returned by hand, without collections: the lower limit of the cost.</summary>
internal sealed class Rented : IVariant
{
    /// <inheritdoc/>
    public Answer OfIds(Store store, Group[] groups)
    {
        var lists = new int[groups.Length][];
        for (var i = 0; i < groups.Length; i++)
        {
            var list = lists[i] = ArrayPool<int>.Shared.Rent(groups[i].Count);
            var length = 0;
            foreach (var id in groups[i]) list[length++] = id;
        }

        using var merged = new RentedSet<int>(groups.Sum(group => group.Count));
        for (var i = 0; i < groups.Length; i++)
        {
            foreach (var id in lists[i].AsSpan(0, groups[i].Count)) merged.Add(id);
        }

        var values = merged.Values;
        var result = ArrayPool<Item>.Shared.Rent(values.Length);
        for (var i = 0; i < values.Length; i++) result[i] = store[values[i]];
        var sum = 0L;
        foreach (var item in result.AsSpan(0, values.Length)) sum += item.Id;
        // References must not stay in the pool: they would retain their targets.
        result.AsSpan(0, values.Length).Clear();
        ArrayPool<Item>.Shared.Return(result);
        foreach (var list in lists) ArrayPool<int>.Shared.Return(list);
        return new Answer(values.Length, sum);
    }

    /// <inheritdoc/>
    public Answer OfItems(Store store, Group[] groups)
    {
        var lists = new Item[groups.Length][];
        for (var i = 0; i < groups.Length; i++)
        {
            var list = lists[i] = ArrayPool<Item>.Shared.Rent(groups[i].Count);
            var length = 0;
            foreach (var id in groups[i]) list[length++] = store[id];
        }

        using var merged = new RentedSet<Item>(groups.Sum(group => group.Count));
        for (var i = 0; i < groups.Length; i++)
        {
            foreach (var item in lists[i].AsSpan(0, groups[i].Count)) merged.Add(item);
        }

        var values = merged.Values;
        var result = ArrayPool<int>.Shared.Rent(values.Length);
        for (var i = 0; i < values.Length; i++) result[i] = values[i].Id;
        var sum = 0L;
        foreach (var id in result.AsSpan(0, values.Length)) sum += id;
        ArrayPool<int>.Shared.Return(result);
        for (var i = 0; i < groups.Length; i++)
        {
            lists[i].AsSpan(0, groups[i].Count).Clear();
            ArrayPool<Item>.Shared.Return(lists[i]);
        }

        return new Answer(values.Length, sum);
    }
}
