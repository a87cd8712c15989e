using System.Collections.ObjectModel;
using System.Runtime.InteropServices;
#if NET
using System.Collections.Immutable;
#endif

namespace Unpause.Collections;

/// <content>Many elements at once: appending, inserting, copying out, chunk by chunk.</content>
public abstract partial class ChunkedListBase<T>
{
    /// <summary>The used part of every chunk, in order, without copying.</summary>
    /// <remarks>Writing through the spans is seen by nobody's version check; a change in length makes the spans stale.</remarks>
    public ChunkSpanEnumerable ChunkSpans
    {
        get
        {
            ThrowIfDisposed();
            return new ChunkSpanEnumerable(this);
        }
    }

    /// <summary>Appends the elements of <paramref name="collection"/>, which may be this list or a view of it.</summary>
    public void AddRange(IEnumerable<T> collection)
    {
        Throw.IfNull(collection, nameof(collection));
        ThrowIfDisposed();
        switch (collection)
        {
            case T[] array when array.GetType() == typeof(T[]):
                Append(array);
                break;
#if NET
            case List<T> list:
                Append(CollectionsMarshal.AsSpan(list));
                break;
            case ImmutableArray<T> { IsDefault: false } array:
                Append(array.AsSpan());
                break;
#endif
            case ChunkedListBase<T> chunked:
                AppendChunks(chunked);
                break;
            case ArraySegment<T> segment:
                Append(segment.AsSpan());
                break;
            case HashSet<T> set when set.Count > ChunkShape<T>.Length && set.GetType() == typeof(HashSet<T>):
                Reserve(Math.Max(Capacity, ChunkShape<T>.Length));
                foreach (var item in set) Add(item);
                break;
            case ICollection<T> other:
                AppendCollection(other);
                break;
            default:
                foreach (var item in collection) Add(item);
                break;
        }
    }

    /// <summary>Inserts the elements of <paramref name="collection"/>, which may be this list, at <paramref name="index"/>.</summary>
    /// <remarks>A lazy collection that throws leaves what it gave before at its place.</remarks>
    public void InsertRange(int index, IEnumerable<T> collection)
    {
        Throw.IfNull(collection, nameof(collection));
        ThrowIfDisposed();
        if ((uint)index > (uint)_count) Throw.BadIndex();
        if (index == _count)
        {
            AddRange(collection);
            return;
        }

        if (collection is T[] array && array.GetType() == typeof(T[]))
        {
            Insert(index, array);
            return;
        }

        // A collection of unknown length, or one that reads this list, is appended first and then turned into its place.
        var before = _count;
        try
        {
            AddRange(collection);
        }
        finally
        {
            if (_count > before) RotateIntoPlace(index, before);
        }
    }

    /// <summary>Copies all elements to the beginning of <paramref name="array"/>.</summary>
    public void CopyTo(T[] array) => CopyTo(array, 0);

    /// <summary>Copies all elements to <paramref name="array"/>, from <paramref name="arrayIndex"/> on.</summary>
    public void CopyTo(T[] array, int arrayIndex)
    {
        Throw.IfNull(array, nameof(array));
        ThrowIfDisposed();
        Throw.IfNoRoom(array, arrayIndex, _count);
        CopySlots(0, array, arrayIndex, _count);
    }

    /// <summary>Copies <paramref name="count"/> elements from <paramref name="index"/> on to <paramref name="array"/>.</summary>
    public void CopyTo(int index, T[] array, int arrayIndex, int count)
    {
        Throw.IfNull(array, nameof(array));
        ThrowIfDisposed();
        Throw.IfNotRange(index, count, _count);
        Throw.IfNoRoom(array, arrayIndex, count);
        CopySlots(index, array, arrayIndex, count);
    }

    /// <summary>A new list of <paramref name="count"/> elements from <paramref name="index"/> on.</summary>
    public ChunkedList<T> GetRange(int index, int count)
    {
        ThrowIfDisposed();
        Throw.IfNotRange(index, count, _count);
        var range = new ChunkedList<T>(count);
        while (count > 0)
        {
            var span = SpanAt(index, count);
            range.Append(span);
            index += span.Length;
            count -= span.Length;
        }

        return range;
    }

    /// <summary>The same as <see cref="GetRange"/>; lets the range syntax <c>list[a..b]</c> work.</summary>
    public ChunkedList<T> Slice(int start, int length) => GetRange(start, length);

    /// <summary>Appends a span; it may be a part of this list.</summary>
    internal void Append(ReadOnlySpan<T> source)
    {
        ThrowIfDisposed();
        if (source.IsEmpty) return;
        if (source.Length > int.MaxValue - _count) Throw.TooMany();

        // A short tail is replaced when it grows, and a pooled one goes back to a pool that may wipe it.
        if (source.Length > _tail.Length - (_count - _tailStart) && source.Overlaps(_tail)) source = source.ToArray();
        _version++;
        while (!source.IsEmpty)
        {
            var offset = _count - _tailStart;
            if (offset == _tail.Length)
            {
                MakeTailRoom(source.Length);
                continue;
            }

            var length = Math.Min(source.Length, _tail.Length - offset);
            source.Slice(0, length).CopyTo(new Span<T>(_tail, offset, length));
            source = source.Slice(length);
            _count += length;
        }
    }

    /// <summary>Inserts a span at <paramref name="index"/>; it may be a part of this list.</summary>
    internal void Insert(int index, ReadOnlySpan<T> source)
    {
        ThrowIfDisposed();
        if ((uint)index > (uint)_count) Throw.BadIndex();
        var before = _count;
        if (index == before || OverlapsOwn(source))
        {
            Append(source);
            RotateIntoPlace(index, before);
            return;
        }

        if (source.Length > int.MaxValue - before) Throw.TooMany();
        if (source.IsEmpty) return;
        if (before + source.Length > Capacity) EnsureCapacity(before + source.Length);
        _version++;
        _count += source.Length;
        MoveSlots(index, index + source.Length, before - index);
        Overwrite(index, source);
        PlaceTail();
    }

    /// <summary>Copies a run of elements into a span.</summary>
    internal void CopyTo(Span<T> target)
    {
        ThrowIfDisposed();
        if (target.Length < _count) throw new ArgumentException("Destination is too short.", nameof(target));
        foreach (var span in ChunkSpans)
        {
            span.CopyTo(target);
            target = target.Slice(span.Length);
        }
    }

    /// <summary>Changes with every change of the list.</summary>
    internal int Version => _version;

    /// <summary>The spare room behind the last element, at least one; some of it may hold anything. Only for the writer.</summary>
    internal Memory<T> SpareRoom(int expected, out T[] chunk)
    {
        ThrowIfDisposed();
        if (_count - _tailStart == _tail.Length) MakeTailRoom(expected);
        chunk = _tail;
        return chunk.AsMemory(_count - _tailStart);
    }

    /// <summary>Whether an array is the chunk that takes the next element: a change of the capacity may have replaced it.</summary>
    internal bool HasSpareRoomIn(T[] chunk) => ReferenceEquals(chunk, _tail);

    /// <summary>Makes the first elements of the spare room part of the list.</summary>
    internal void TakeSpareRoom(int count)
    {
        _version++;
        _count += count;
    }

    /// <summary>The chunk in which an element lies.</summary>
    internal T[] ChunkOf(int index) => _chunks[index >> ChunkShape<T>.Shift];

    /// <summary>Makes the first slots of a new list its elements.</summary>
    internal void TakeAll(int count)
    {
        _count = count;
        PlaceTail();
    }

    /// <summary>The longest run of used elements from <paramref name="index"/> on that lies in one chunk.</summary>
    private Span<T> SpanAt(int index, int limit)
    {
        var offset = index & ChunkShape<T>.Mask;
        return new Span<T>(_chunks[index >> ChunkShape<T>.Shift], offset, Math.Min(limit, ChunkShape<T>.Length - offset));
    }

    /// <summary>The longest run of used elements before <paramref name="end"/> that lies in one chunk.</summary>
    private Span<T> SpanBefore(int end, int limit)
    {
        var offset = ((end - 1) & ChunkShape<T>.Mask) + 1;
        var length = Math.Min(limit, offset);
        return new Span<T>(_chunks[(end - 1) >> ChunkShape<T>.Shift], offset - length, length);
    }

    /// <summary>All elements of a collection that tells its length, or none when it throws: it copies itself, as List asks it to.</summary>
    private void AppendCollection(ICollection<T> other)
    {
        var count = other.Count;
        if (count <= 0) return;
        if (count > ChunkShape<T>.Length)
        {
            AppendMany(other, count);
            return;
        }

        // Rented memory is never shown to foreign code.
        if (_count - _tailStart == _tail.Length) MakeTailRoom(count);
        var (tail, offset, version) = (_tail, _count - _tailStart, _version);
        if (!IsPooled && count <= tail.Length - offset)
        {
            // Foreign code sees the whole chunk, which came with whatever lay there before: that is cleared once.
            Array.Clear(tail, offset, _isTailCleared ? count : tail.Length - offset);
            _isTailCleared = true;
            other.CopyTo(tail, offset);
            if (version != _version || !HasSpareRoomIn(tail)) Throw.Modified();
            TakeSpareRoom(count);
            return;
        }

        var copy = new T[count];
        other.CopyTo(copy, 0);
        Append(copy);
    }

    /// <summary>More than a chunk: one by one, for a copy would be a large object.</summary>
    private void AppendMany(ICollection<T> other, int count)
    {
        if (other is ReadOnlyCollection<T> view && view.GetType() == typeof(ReadOnlyCollection<T>))
        {
            var before = _count;
            try
            {
                for (var i = 0; i < count; i++) Add(view[i]);
            }
            catch
            {
                if (_count > before) Shorten(before);
                throw;
            }

            return;
        }

        var staged = new ChunkedList<T>();
        foreach (var item in other) staged.Add(item);
        AppendChunks(staged);
    }

    private void AppendChunks(ChunkedListBase<T> other)
    {
        other.ThrowIfDisposed();
        var count = other._count;
        for (var done = 0; done < count;)
        {
            var span = other.SpanAt(done, count - done);
            Append(span);
            done += span.Length;
        }
    }

    private void CopySlots(int index, T[] array, int arrayIndex, int count)
    {
        while (count > 0)
        {
            var offset = index & ChunkShape<T>.Mask;
            var length = Math.Min(count, ChunkShape<T>.Length - offset);
            Array.Copy(_chunks[index >> ChunkShape<T>.Shift], offset, array, arrayIndex, length);
            index += length;
            arrayIndex += length;
            count -= length;
        }
    }

    /// <summary>Brings the elements appended since <paramref name="before"/> to <paramref name="index"/>.</summary>
    private void RotateIntoPlace(int index, int before)
    {
        var added = _count - before;
        if (added == 0 || index == before) return;
        if (added <= ChunkShape<T>.Length)
        {
            var scratch = new T[added];
            CopySlots(before, scratch, 0, added);
            MoveSlots(index, index + added, before - index);
            Overwrite(index, scratch);
            return;
        }

        ReverseSlots(index, before - index);
        ReverseSlots(before, added);
        ReverseSlots(index, _count - index);
    }

    private bool OverlapsOwn(ReadOnlySpan<T> source)
    {
        for (var i = 0; i < _chunks.Count; i++)
        {
            if (source.Overlaps(_chunks[i])) return true;
        }

        return false;
    }

    private void Overwrite(int index, ReadOnlySpan<T> source)
    {
        while (!source.IsEmpty)
        {
            var target = SpanAt(index, source.Length);
            source.Slice(0, target.Length).CopyTo(target);
            source = source.Slice(target.Length);
            index += target.Length;
        }
    }
}
