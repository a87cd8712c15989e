namespace Unpause.Collections;

/// <content>Sorting and binary search.</content>
public abstract partial class ChunkedListBase<T>
{
    /// <summary>Sorts all elements with the default comparer. Not stable.</summary>
    public void Sort() => Sort(0, _count, null);

    /// <summary>Sorts all elements with <paramref name="comparer"/>, or the default one when null. Not stable.</summary>
    public void Sort(IComparer<T>? comparer) => Sort(0, _count, comparer);

    /// <summary>Sorts all elements with <paramref name="comparison"/>. Not stable.</summary>
    public void Sort(Comparison<T> comparison)
    {
        Throw.IfNull(comparison, nameof(comparison));
        Sort(0, _count, Comparer<T>.Create(comparison));
    }

    /// <summary>Sorts <paramref name="count"/> elements from <paramref name="index"/> on. Not stable.</summary>
    /// <exception cref="InvalidOperationException">The comparer threw; what it threw is the inner exception.</exception>
    public void Sort(int index, int count, IComparer<T>? comparer)
    {
        ThrowIfDisposed();
        Throw.IfNotRange(index, count, _count);
        if (count > 1)
        {
            _comparing++;
            try
            {
                SortSlots(index, count, comparer ?? Comparer<T>.Default);
            }
            finally
            {
                _comparing--;
            }
        }

        _version++;
    }

    /// <summary>Index of an element equal to <paramref name="item"/> in the sorted list, or the complement of its place.</summary>
    public int BinarySearch(T item) => BinarySearch(0, _count, item, null);

    /// <summary>The same, in the order of <paramref name="comparer"/>.</summary>
    public int BinarySearch(T item, IComparer<T>? comparer) => BinarySearch(0, _count, item, comparer);

    /// <summary>The same among <paramref name="count"/> elements from <paramref name="index"/> on.</summary>
    public int BinarySearch(int index, int count, T item, IComparer<T>? comparer)
    {
        ThrowIfDisposed();
        Throw.IfNotRange(index, count, _count);
        if (!IsPooled) return SearchSorted(index, count, item, comparer);
        Interlocked.Increment(ref _comparing);
        try
        {
            return SearchSorted(index, count, item, comparer);
        }
        finally
        {
            Interlocked.Decrement(ref _comparing);
        }
    }

    private int SearchSorted(int index, int count, T item, IComparer<T>? comparer)
    {
        var end = index + count;
        var low = index >> ChunkShape<T>.Shift;
        var last = (end - 1) >> ChunkShape<T>.Shift;
        if (low < last) low = ChunkFor(item, low, last, end, comparer);

        // A comparer that removes elements leaves no place to go on at: what lies there may be anything.
        if (_count < end) Throw.Modified();
        if (count == 0) return ~index;
        var start = low << ChunkShape<T>.Shift;
        var first = Math.Max(index, start);
        var length = (int)Math.Min(end, start + (long)ChunkShape<T>.Length) - first;
        var found = Array.BinarySearch(_chunks[low], first - start, length, item, comparer);
        return found < 0 ? ~(start + ~found) : start + found;
    }

    /// <summary>
    /// Of the chunks from low to high, the first whose last element isn't less than the item; high when there is none. Ends early when
    /// the comparer leaves less than so many elements.
    /// </summary>
    private int ChunkFor(T item, int low, int high, int count, IComparer<T>? comparer)
    {
        try
        {
            while (low < high && _count >= count)
            {
                var middle = low + ((high - low) >> 1);
                var end = _chunks[middle][ChunkShape<T>.Mask];
                var order = comparer is null ? Comparer<T>.Default.Compare(end, item) : comparer.Compare(end, item);
                if (order < 0) low = middle + 1;
                else high = middle;
            }
        }
        catch (Exception exception)
        {
            Throw.ComparerFailed(exception);
        }

        return low;
    }

    private void SortSlots(int index, int count, IComparer<T> comparer)
    {
        var usesDefault = ReferenceEquals(comparer, Comparer<T>.Default);
        var offset = index & ChunkShape<T>.Mask;
        if (offset + (long)count <= ChunkShape<T>.Length)
        {
            Array.Sort(_chunks[index >> ChunkShape<T>.Shift], offset, count, usesDefault ? null : comparer);
        }
        else if (usesDefault && RadixSort<T>.Applies)
        {
            SortByRadix(index, count);
        }
        else
        {
            new ChunkSorter<T>(_chunks.Snapshot(), usesDefault && default(T) is not null ? null : comparer).Sort(index, count);
        }
    }

    private void SortByRadix(int index, int count)
    {
        if (RadixSort<T>.IsSorted(_chunks, index, count)) return;
        var scratch = Chunks<T>.Create();
        try
        {
            for (long done = 0; done < count; done += ChunkShape<T>.Length) scratch.Add(Rent(ChunkShape<T>.Length));
            RadixSort<T>.Sort(_chunks, index, count, scratch);
        }
        finally
        {
            for (var i = 0; IsPooled && i < scratch.Count; i++) Return(scratch[i]);
        }
    }
}
