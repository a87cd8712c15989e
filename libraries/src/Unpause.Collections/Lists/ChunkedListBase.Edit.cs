namespace Unpause.Collections;

/// <content>Inserting and removing.</content>
public abstract partial class ChunkedListBase<T>
{
    // A block that stays in the first-level cache, and short enough to be allocated for it.
    private static int ReversedAtOnce => Math.Max(1, Math.Min(512, ChunkShape<T>.Length));

    /// <summary>Inserts one element so that it gets <paramref name="index"/>.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The index is negative or greater than Count.</exception>
    public void Insert(int index, T item)
    {
        ThrowIfDisposed();
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
        if ((uint)index >= (uint)_count) Throw.BadIndex(_disposed);
        MoveSlots(index + 1, index, _count - index - 1);
        Shorten(_count - 1);
    }

    /// <summary>Removes <paramref name="count"/> elements from <paramref name="index"/> on.</summary>
    public void RemoveRange(int index, int count)
    {
        ThrowIfDisposed();
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
            if (match(item)) continue;

            // A predicate that removes from this very list may leave fewer than were kept, or no chunk.
            if (kept >= _count) break;
            SlotAt(kept++) = item;
        }

        kept = Math.Min(kept, _count);
        var removed = _count - kept;
        Shorten(kept);
        return removed;
    }

    /// <summary>Reverses the order of all elements.</summary>
    public void Reverse() => Reverse(0, _count);

    /// <summary>Reverses the order of <paramref name="count"/> elements from <paramref name="index"/> on.</summary>
    public void Reverse(int index, int count)
    {
        ThrowIfDisposed();
        Throw.IfNotRange(index, count, _count);
        if (count > 1) ReverseSlots(index, count);
        _version++;
    }

    /// <summary>From both ends to the middle, as long as both lie in one chunk each; what is left is within one.</summary>
    private void ReverseSlots(int index, int count)
    {
        T[]? block = null;
        for (int low = index, high = index + count; high - low > 1;)
        {
            var left = SpanAt(low, high - low);
            if (left.Length == high - low)
            {
                left.Reverse();
                return;
            }

            var right = SpanBefore(high, high - low);
            var length = Math.Min((high - low) / 2, Math.Min(left.Length, right.Length));
            SwapReversed(left.Slice(0, length), right.Slice(right.Length - length), ref block);
            low += length;
            high -= length;
        }
    }

    /// <summary>
    /// Exchanges two spans, each reversed. Where vectors can't, piece by piece: one of the left is reversed in a small block, one of the
    /// right takes its place and is reversed there, the block goes to the right.
    /// </summary>
    private static void SwapReversed(Span<T> left, Span<T> right, ref T[]? block)
    {
#if NET
        if (SpanMirror.TrySwap(left, right)) return;
#endif
        block ??= new T[ReversedAtOnce];
        while (!left.IsEmpty)
        {
            var length = Math.Min(left.Length, block.Length);
            var piece = left.Slice(0, length);
            var kept = block.AsSpan(0, length);
            var other = right.Slice(right.Length - length);
            piece.CopyTo(kept);
            kept.Reverse();
            other.CopyTo(piece);
            piece.Reverse();
            kept.CopyTo(other);
            left = left.Slice(length);
            right = right.Slice(0, right.Length - length);
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
