using System.Runtime.CompilerServices;

namespace Unpause.Collections;

/// <content>How chunks come and go. All chunks but the last are full-sized; the last may be short.</content>
public abstract partial class ChunkedListBase<T>
{
    // From so many elements on a directory of one chunk costs little beside them, and spares the indexer a question.
    private const int WorthADirectory = 64;

    // How many calls are going on that let the user's code compare what lies in the chunks; readers may be many at once.
    private int _comparing;
    private int _ended;
    private bool _isTailCleared;

    /// <summary>Number of elements that fit without new storage.</summary>
    /// <remarks>Setting it allocates or frees whole chunks; the last chunk is made as short as asked.</remarks>
    /// <exception cref="ArgumentOutOfRangeException">The value is less than <see cref="Count"/>.</exception>
    public int Capacity
    {
        get
        {
            ThrowIfDisposed();
            var last = _chunks.Count - 1;
            return last < 0 ? 0 : (last << ChunkShape<T>.Shift) + _chunks[last].Length;
        }

        set
        {
            ThrowIfDisposed();
            if (value < _count) Throw.CapacityTooSmall(nameof(value));
            if (value > Capacity) Reserve(value);
            else if (value < Capacity) Cut(value);
        }
    }

    /// <summary>Makes sure that <paramref name="capacity"/> elements fit, and returns how many do.</summary>
    public int EnsureCapacity(int capacity)
    {
        ThrowIfDisposed();
        if (capacity < 0) Throw.MustBeNonNegative(nameof(capacity));
        var current = Capacity;
        if (capacity > current)
        {
            var doubled = (int)Math.Min(2L * current, ChunkShape<T>.Length);
            Reserve(Math.Max(capacity, Math.Max(doubled, FirstLength)));
        }

        return Capacity;
    }

    /// <summary>Frees spare storage when more than a tenth of the capacity is unused.</summary>
    public void TrimExcess()
    {
        if (_count < (int)(Capacity * 0.9)) Capacity = _count;
    }

    /// <summary>Length of the first chunk, unless a length was asked for.</summary>
    private protected virtual int FirstLength =>
        Math.Min(Unsafe.SizeOf<T>() <= sizeof(long) ? 8 : 4, ChunkShape<T>.Length);

    /// <summary>Whether chunks have another owner, to whom they go back as soon as they are empty.</summary>
    private protected virtual bool IsPooled => false;

    /// <summary>Length of the array that is asked for when so many elements have to fit.</summary>
    private protected virtual int RentedLength(int length) => length;

    /// <summary>Gets a chunk of exactly <paramref name="length"/> elements; its content is undefined unless T holds references.</summary>
    private protected virtual T[] Rent(int length) => ChunkShape<T>.Allocate(length);

    /// <summary>Takes back a chunk that nothing refers to any more.</summary>
    private protected virtual void Return(T[] chunk)
    {
    }

    /// <summary>Frees every chunk.</summary>
    private protected void ReturnAll()
    {
        _version++;
        _count = 0;
        Cut(0);
    }

    /// <summary>Frees every chunk, and makes every later use throw.</summary>
    private protected void End()
    {
        // Two threads may end the same list, and a pool may while it takes a chunk back: each chunk goes back once.
        if (Interlocked.Exchange(ref _ended, 1) != 0) return;
        _disposed = true;
        ReturnAll();
    }

    internal void ThrowIfDisposed()
    {
        if (_disposed) Throw.Disposed();
    }

    /// <summary>
    /// Takes back a chunk. While the user's code compares what lies in the chunks, they are left to the collector: whoever got one from
    /// a pool meanwhile would find it being read or sorted.
    /// </summary>
    private void Release(T[] chunk)
    {
        if (_comparing > 0 || !IsPooled) return;
        _version++;
        Return(chunk);
    }

    /// <summary>Makes <c>_tail</c> the chunk in which the element at Count goes, or the last one when all are full.</summary>
    private void PlaceTail()
    {
        var chunk = Math.Min(_count >> ChunkShape<T>.Shift, _chunks.Count - 1);
        var tail = chunk < 0 ? [] : _chunks[chunk];
        if (!ReferenceEquals(tail, _tail)) _isTailCleared = false;
        _tail = tail;
        _tailStart = Math.Max(chunk, 0) << ChunkShape<T>.Shift;
    }

    /// <summary>Makes the tail's next slot exist, sized for <paramref name="expected"/> more elements.</summary>
    /// <exception cref="OutOfMemoryException">The list holds int.MaxValue elements.</exception>
    private void MakeTailRoom(int expected)
    {
        ThrowIfDisposed();
        if (_count == int.MaxValue) Throw.TooMany();
        PlaceTail();
        if (_count - _tailStart < _tail.Length) return;
        if (_tail.Length < FullLength(_tailStart) && _chunks.Count > 0)
        {
            var needed = (int)Math.Min((long)_tail.Length + expected, FullLength(_tailStart));
            ResizeLast(LengthFrom(_tailStart, NextLength(_tail.Length, needed)));
        }
        else
        {
            var start = _chunks.Count << ChunkShape<T>.Shift;
            var length = FullLength(start);
            if (start == 0) length = Math.Min(length, Math.Max(FirstLength, expected));
            _chunks.Add(Rent(LengthFrom(start, length)));
            if (length >= WorthADirectory) _chunks.MakeNear();
        }

        PlaceTail();
    }

    /// <summary>
    /// Length after a short chunk: 4, 8, then fourfold until a sixteenth, a quarter and a whole of a chunk. Half the copies of
    /// doubling and less garbage: 3 instead of 4.2 KB for 500 ints, 279 instead of 328 KB for 50,000.
    /// </summary>
    private static int NextLength(int length, int needed)
    {
        var next = length < 8 ? 8 : 4 * length;
        if (next > ChunkShape<T>.Length >> 4)
        {
            next = Math.Max(1, ChunkShape<T>.Length >> 4);
            while (next <= length) next *= 4;
        }

        return Math.Min(Math.Max(next, needed), ChunkShape<T>.Length);
    }

    /// <summary>Length of a full chunk that begins at <paramref name="start"/>: the very last ends at int.MaxValue elements.</summary>
    private static int FullLength(int start) => Math.Min(ChunkShape<T>.Length, int.MaxValue - start);

    /// <summary>What to ask for when a chunk that begins at <paramref name="start"/> is to hold so many.</summary>
    private int LengthFrom(int start, int length) => Math.Min(RentedLength(length), FullLength(start));

    private protected void Reserve(int capacity)
    {
        var last = _chunks.Count - 1;
        if (last >= 0)
        {
            var start = last << ChunkShape<T>.Shift;
            var length = Math.Min(FullLength(start), capacity - start);
            if (length > _chunks[last].Length) ResizeLast(LengthFrom(start, length));
        }

        for (var left = capacity - Capacity; left > 0; left = capacity - Capacity)
        {
            var start = _chunks.Count << ChunkShape<T>.Shift;
            _chunks.Add(Rent(LengthFrom(start, Math.Min(FullLength(start), left))));
        }

        if (capacity >= WorthADirectory) _chunks.MakeNear();

        PlaceTail();
    }

    /// <summary>Frees chunks, and the rest of the last one, until exactly <paramref name="capacity"/> elements fit.</summary>
    private void Cut(int capacity)
    {
        var kept = ChunksFor(capacity);

        // A pool is foreign code: it may throw or use this very list, so what it is given must not be in the list any more.
        for (var last = _chunks.Count - 1; last >= Math.Max(kept, ChunksFor(_count)); last = _chunks.Count - 1)
        {
            var chunk = _chunks[last];
            _chunks.Truncate(last);
            PlaceTail();
            Release(chunk);
        }

        if (kept > 0 && kept == _chunks.Count && capacity >= _count)
        {
            var start = (kept - 1) << ChunkShape<T>.Shift;
            var length = LengthFrom(start, capacity - start);
            if (length < _chunks[kept - 1].Length) ResizeLast(length);
        }
    }

    private static int ChunksFor(int count) => (int)(((long)count + ChunkShape<T>.Mask) >> ChunkShape<T>.Shift);

    private void ResizeLast(int length)
    {
        var last = _chunks.Count - 1;
        var old = _chunks[last];
        var used = Math.Min(Math.Min(old.Length, length), _count - (last << ChunkShape<T>.Shift));
        var chunk = Rent(length);
        if (used > 0) Array.Copy(old, chunk, used);
        _chunks.Replace(last, chunk);
        if (length >= WorthADirectory) _chunks.MakeNear();
        PlaceTail();
        Release(old);
    }

    /// <summary>Sets slots to default, so that the collector can free what they referred to.</summary>
    private void ClearSlots(int index, int count)
    {
        while (count > 0)
        {
            var offset = index & ChunkShape<T>.Mask;
            var length = Math.Min(count, ChunkShape<T>.Length - offset);
            Array.Clear(_chunks[index >> ChunkShape<T>.Shift], offset, length);
            index += length;
            count -= length;
        }
    }

    /// <summary>Moves elements within the list as one block, in whichever direction keeps overlapping ones whole.</summary>
    private void MoveSlots(int from, int to, int count)
    {
        if (from == to) return;
        if (to < from) MoveDown(from, to, count);
        else MoveUp(from, to, count);
    }

    private void MoveDown(int from, int to, int count)
    {
        while (count > 0)
        {
            int source = from & ChunkShape<T>.Mask, target = to & ChunkShape<T>.Mask;
            var length = Math.Min(count, ChunkShape<T>.Length - Math.Max(source, target));
            Array.Copy(_chunks[from >> ChunkShape<T>.Shift], source, _chunks[to >> ChunkShape<T>.Shift], target, length);
            from += length;
            to += length;
            count -= length;
        }
    }

    private void MoveUp(int from, int to, int count)
    {
        while (count > 0)
        {
            int source = (from + count - 1) & ChunkShape<T>.Mask, target = (to + count - 1) & ChunkShape<T>.Mask;
            var length = Math.Min(count, Math.Min(source, target) + 1);
            count -= length;
            Array.Copy(
                _chunks[(from + count) >> ChunkShape<T>.Shift], source - length + 1,
                _chunks[(to + count) >> ChunkShape<T>.Shift], target - length + 1, length);
        }
    }
}
