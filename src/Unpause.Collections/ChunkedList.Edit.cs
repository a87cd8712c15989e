namespace Unpause.Collections;

/// <content>Inserting and removing.</content>
public partial class ChunkedList<T>
{
    /// <summary>Inserts one element so that it gets <paramref name="index"/>.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The index is negative or greater than Count.</exception>
    public void Insert(int index, T item)
    {
        if ((uint)index > (uint)_count) Throw.BadIndex();
        Add(item);
        if (index == _count - 1) return;
        MoveSlots(index, index + 1, _count - 1 - index);
        SlotAt(index) = item;
    }

    /// <summary>Removes the first element equal to <paramref name="item"/>; false when there is none.</summary>
    public bool Remove(T item)
    {
        var index = IndexOf(item);
        if (index < 0) return false;
        RemoveAt(index);
        return true;
    }

    /// <summary>Removes the element at <paramref name="index"/>.</summary>
    public void RemoveAt(int index)
    {
        if ((uint)index >= (uint)_count) Throw.BadIndex();
        MoveSlots(index + 1, index, _count - index - 1);
        Shorten(_count - 1);
    }

    /// <summary>Removes <paramref name="count"/> elements from <paramref name="index"/> on.</summary>
    public void RemoveRange(int index, int count)
    {
        Throw.IfNotRange(index, count, _count);
        if (count == 0) return;
        MoveSlots(index + count, index, _count - index - count);
        Shorten(_count - count);
    }

    /// <summary>Removes all elements that <paramref name="match"/> accepts, and returns how many.</summary>
    public int RemoveAll(Predicate<T> match)
    {
        Throw.IfNull(match, nameof(match));
        var kept = FindIndex(match);
        if (kept < 0) return 0;
        for (var i = kept + 1; i < _count; i++)
        {
            var item = this[i];
            if (!match(item)) SlotAt(kept++) = item;
        }

        var removed = _count - kept;
        Shorten(kept);
        return removed;
    }

    /// <summary>Reverses the order of all elements.</summary>
    public void Reverse() => Reverse(0, _count);

    /// <summary>Reverses the order of <paramref name="count"/> elements from <paramref name="index"/> on.</summary>
    public void Reverse(int index, int count)
    {
        Throw.IfNotRange(index, count, _count);
        if (count > 1) ReverseSlots(index, count);
        _version++;
    }

    private void ReverseSlots(int index, int count)
    {
        for (int low = index, high = index + count - 1; low < high; low++, high--)
        {
            ref var left = ref SlotAt(low);
            ref var right = ref SlotAt(high);
            (left, right) = (right, left);
        }
    }

    private void Shorten(int count)
    {
        _version++;
        if (ChunkShape<T>.HoldsReferences) ClearSlots(count, _count - count);
        _count = count;
        PlaceTail();
    }
}
