namespace Unpause.Collections;

/// <summary>
/// Quicksort over chunks until a part fits one chunk, which the runtime then sorts; heap sort when the pivots are bad. Needs one
/// chunk of scratch. An inconsistent comparer ends in an exception or a wrong order, never in a loop or outside the range.
/// </summary>
/// <param name="chunks">The storage, as it was at the beginning: a comparer may change the list meanwhile.</param>
/// <param name="comparer">The order; null for a value type's own.</param>
internal sealed class ChunkSorter<T>(Chunks<T> chunks, IComparer<T>? comparer)
{
    private readonly Chunks<T> _chunks = chunks;
    private T[]? _scratch;

    internal void Sort(int index, int count)
    {
        var depth = 0;
        for (var n = count; n > 0; n >>= 1) depth += 2;
        Sort(index, index + count, depth);
    }

    // Recursion is on the smaller part only, so at most 31 deep.
    private void Sort(int low, int high, int depth)
    {
        while (high - low > ChunkShape<T>.Length)
        {
            if (depth-- == 0)
            {
                HeapSort(low, high - low);
                return;
            }

            var middle = TryPartition(low, high);
            if (middle < 0) Throw.BogusComparer(comparer);
            if (middle - low < high - middle)
            {
                Sort(low, middle, depth);
                low = middle;
            }
            else
            {
                Sort(middle, high, depth);
                high = middle;
            }
        }

        SortLeaf(low, high - low);
    }

    private void SortLeaf(int low, int count)
    {
        var offset = low & ChunkShape<T>.Mask;
        var chunk = _chunks[low >> ChunkShape<T>.Shift];
        var inFirst = Math.Min(count, ChunkShape<T>.Length - offset);
        if (inFirst == count)
        {
            Array.Sort(chunk, offset, count, comparer);
            return;
        }

        var next = _chunks[(low >> ChunkShape<T>.Shift) + 1];
        _scratch ??= new T[ChunkShape<T>.Length];
        Array.Copy(chunk, offset, _scratch, 0, inFirst);
        Array.Copy(next, 0, _scratch, inFirst, count - inFirst);
        Array.Sort(_scratch, 0, count, comparer);
        Array.Copy(_scratch, 0, chunk, offset, inFirst);
        Array.Copy(_scratch, inFirst, next, 0, count - inFirst);
    }

    /// <summary>Splits [low, high) in two non-empty parts, the first nowhere greater than the second; -1 on a bogus comparer.</summary>
    private int TryPartition(int low, int high)
    {
        try
        {
            return Partition(low, high);
        }
        catch (IndexOutOfRangeException)
        {
            // To the runtime's sort it means that a comparer led it out of the range.
            Throw.BogusComparer(comparer);
            return 0;
        }
        catch (Exception exception)
        {
            Throw.ComparerFailed(exception);
            return 0;
        }
    }

    private int Partition(int low, int high)
    {
        MedianToFront(low, high);
        var pivot = Slot(low);
        int i = low - 1, j = high;
        T[] left = _chunks[low >> ChunkShape<T>.Shift], right = _chunks[(high - 1) >> ChunkShape<T>.Shift];
        while (true)
        {
            do
            {
                if (++i >= high) return -1;
                if ((i & ChunkShape<T>.Mask) == 0) left = _chunks[i >> ChunkShape<T>.Shift];
            }
            while (Compare(left[i & ChunkShape<T>.Mask], pivot) < 0);
            do
            {
                if (--j < low) return -1;
                if ((j & ChunkShape<T>.Mask) == ChunkShape<T>.Mask) right = _chunks[j >> ChunkShape<T>.Shift];
            }
            while (Compare(pivot, right[j & ChunkShape<T>.Mask]) < 0);
            if (i >= j) return j + 1 >= high ? -1 : j + 1;
            ref var a = ref ChunkShape<T>.Slot(left, i & ChunkShape<T>.Mask);
            ref var b = ref ChunkShape<T>.Slot(right, j & ChunkShape<T>.Mask);
            (a, b) = (b, a);
        }
    }

    private void MedianToFront(int low, int high)
    {
        var step = (high - low) / 8;
        var a = Median(low, low + step, low + (2 * step));
        var b = Median(low + (3 * step), low + (4 * step), low + (5 * step));
        var c = Median(low + (6 * step), low + (7 * step), high - 1);
        var middle = Median(a, b, c);
        (Slot(low), Slot(middle)) = (Slot(middle), Slot(low));
    }

    private int Median(int a, int b, int c)
    {
        if (Compare(Slot(b), Slot(a)) < 0) (a, b) = (b, a);
        if (Compare(Slot(c), Slot(b)) >= 0) return b;
        return Compare(Slot(c), Slot(a)) < 0 ? a : c;
    }

    private void HeapSort(int low, int count)
    {
        try
        {
            for (var i = (count / 2) - 1; i >= 0; i--) Sink(low, i, count);
            for (var last = count - 1; last > 0; last--)
            {
                (Slot(low), Slot(low + last)) = (Slot(low + last), Slot(low));
                Sink(low, 0, last);
            }
        }
        catch (IndexOutOfRangeException)
        {
            Throw.BogusComparer(comparer);
        }
        catch (Exception exception)
        {
            Throw.ComparerFailed(exception);
        }
    }

    private void Sink(int low, int parent, int count)
    {
        while (parent < count / 2)
        {
            var child = (2 * parent) + 1;
            if (child + 1 < count && Compare(Slot(low + child), Slot(low + child + 1)) < 0) child++;
            if (Compare(Slot(low + parent), Slot(low + child)) >= 0) return;
            (Slot(low + parent), Slot(low + child)) = (Slot(low + child), Slot(low + parent));
            parent = child;
        }
    }

    private int Compare(T left, T right) =>
        comparer is null ? Comparer<T>.Default.Compare(left, right) : comparer.Compare(left, right);

    private ref T Slot(int index) => ref _chunks.Slot(index);
}
