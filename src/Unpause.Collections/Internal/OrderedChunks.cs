using System.Collections;

namespace Unpause.Collections;

/// <summary>A list to be sorted by one key or several: places are sorted by comparing keys, then elements are given by place.</summary>
internal abstract class OrderedChunks<T>(ChunkedListBase<T> source) : IOrderedEnumerable<T>
{
    public IEnumerator<T> GetEnumerator()
    {
        // The elements as they are now: what happens to the list later is not seen, as with LINQ.
        var items = new ChunkedList<T>(source);
        var places = new ChunkedList<int>(items.Count);
        for (var i = 0; i < items.Count; i++) places.Add(i);
        places.Sort(Comparer(items, null));
        foreach (var place in places) yield return items[place];
    }

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    public IOrderedEnumerable<T> CreateOrderedEnumerable<TNext>(Func<T, TNext> keySelector, IComparer<TNext>? comparer, bool descending)
    {
        Throw.IfNull(keySelector, nameof(keySelector));
        return new OrderedChunks<T, TNext>(source, this, keySelector, comparer, descending);
    }

    /// <summary>Compares places by this key, and those with the same by what follows.</summary>
    internal abstract IComparer<int> Comparer(ChunkedList<T> items, IComparer<int>? next);
}

/// <summary>The last of several keys, each of which decides among what those before it hold for equal.</summary>
internal sealed class OrderedChunks<T, TKey>(
    ChunkedListBase<T> source, OrderedChunks<T>? before, Func<T, TKey> keySelector, IComparer<TKey>? comparer, bool isDescending)
    : OrderedChunks<T>(source)
{
    internal override IComparer<int> Comparer(ChunkedList<T> items, IComparer<int>? next)
    {
        var keys = new ChunkedList<TKey>(items.Count);
        var own = new KeyOrder<TKey>(keys, comparer, isDescending, next);
        var whole = before is null ? own : before.Comparer(items, own);

        // After those before it, as LINQ asks for keys.
        foreach (var item in items) keys.Add(keySelector(item));
        return whole;
    }
}
