using System.Collections;

namespace Unpause.Collections;

/// <summary>A list to be sorted by one key or several: places are sorted by comparing keys, then elements are given by place.</summary>
internal abstract class OrderedChunks<T>(ChunkedListBase<T> source) : IOrderedEnumerable<T>
{
    public IEnumerator<T> GetEnumerator()
    {
        // The elements as they are now: what happens to the list later is not seen, as with LINQ.
        var items = new ChunkedList<T>(source);
        if (TrySort(items))
        {
            foreach (var item in items) yield return item;
            yield break;
        }

        foreach (var place in Order(items, null).Sorted(items.Count)) yield return items[place];
    }

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    public IOrderedEnumerable<T> CreateOrderedEnumerable<TNext>(Func<T, TNext> keySelector, IComparer<TNext>? comparer, bool descending)
    {
        Throw.IfNull(keySelector, nameof(keySelector));
        return new OrderedChunks<T, TNext>(source, this, keySelector, comparer, descending);
    }

    /// <summary>Sorts the elements themselves where nobody can tell equal ones apart; false where that isn't so.</summary>
    private protected abstract bool TrySort(ChunkedList<T> items);

    /// <summary>Compares places by this key, and those with the same by what follows.</summary>
    internal abstract PlaceOrder Order(ChunkedList<T> items, PlaceOrder? next);
}

/// <summary>The last of several keys, each of which decides among what those before it hold for equal.</summary>
internal sealed class OrderedChunks<T, TKey>(
    ChunkedListBase<T> source, OrderedChunks<T>? before, Func<T, TKey> keySelector, IComparer<TKey>? comparer, bool isDescending)
    : OrderedChunks<T>(source)
{
    internal override PlaceOrder Order(ChunkedList<T> items, PlaceOrder? next)
    {
        var keys = new ChunkedList<TKey>(items.Count);
        var own = new KeyOrder<TKey>(keys, comparer, isDescending, next);
        var whole = before is null ? own : before.Order(items, own);

        // After those before it, as LINQ asks for keys.
        foreach (var item in items) keys.Add(keySelector(item));
        return whole;
    }

    private protected override bool TrySort(ChunkedList<T> items)
    {
        var isDefault = comparer is null || ReferenceEquals(comparer, Comparer<TKey>.Default);
        if (!ReferenceEquals(keySelector, ChunkedEnumerable.Self<T>.Selector) || before is not null || !isDefault || !RadixSort<T>.IsExact)
        {
            return false;
        }

        items.Sort();
        if (isDescending) items.Reverse();
        return true;
    }
}
