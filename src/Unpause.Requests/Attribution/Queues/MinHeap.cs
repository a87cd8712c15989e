using System.Numerics;

namespace Unpause.Requests.Attribution.Queues;

/// <summary>A binary heap of keys with an index each, the smallest key on top.</summary>
internal sealed class MinHeap<TKey>
    where TKey : struct, INumber<TKey>
{
    private (TKey Key, int Index)[] _items;

    /// <summary>Makes an empty heap.</summary>
    public MinHeap(int capacity = 16) => _items = new (TKey, int)[capacity];

    /// <summary>Number of items.</summary>
    public int Count { get; private set; }

    /// <summary>The smallest key; the heap must not be empty.</summary>
    public TKey Top => _items[0].Key;

    /// <summary>Empties the heap.</summary>
    public void Clear() => Count = 0;

    /// <summary>Adds an item.</summary>
    public void Push(TKey key, int index)
    {
        if (Count == _items.Length) Array.Resize(ref _items, _items.Length * 2);
        var at = Count++;
        while (at > 0 && _items[(at - 1) >> 1].Key > key)
        {
            _items[at] = _items[(at - 1) >> 1];
            at = (at - 1) >> 1;
        }

        _items[at] = (key, index);
    }

    /// <summary>Takes the item with the smallest key out and returns its index.</summary>
    public int Pop()
    {
        var index = _items[0].Index;
        Count--;
        if (Count > 0) Sink(_items[Count]);
        return index;
    }

    /// <summary>Puts an item in the place of the one with the smallest key.</summary>
    public void ReplaceTop(TKey key, int index) => Sink((key, index));

    private void Sink((TKey Key, int Index) item)
    {
        var at = 0;
        for (var child = 1; child < Count; child = (2 * at) + 1)
        {
            if (child + 1 < Count && _items[child + 1].Key < _items[child].Key) child++;
            if (_items[child].Key >= item.Key) break;
            _items[at] = _items[child];
            at = child;
        }

        _items[at] = item;
    }
}
