using System.Buffers;
using System.Runtime.InteropServices;

namespace Unpause.Collections;

/// <content>Many elements at once: appending, inserting, copying out, chunk by chunk.</content>
public partial class ChunkedList<T> : IBufferWriter<T>
{
    private const int DefaultSpanLength = 256;

    // Handed out by GetSpan when the tail has not enough room in one piece; Advance copies it in.
    private T[]? _bridge;

    /// <summary>The used part of every chunk, in order, without copying.</summary>
    /// <remarks>Writing through the spans is seen by nobody's version check; a change in length makes the spans stale.</remarks>
    public ChunkSpanEnumerable ChunkSpans => new(this);

    /// <summary>Appends the elements of <paramref name="collection"/>, which may be this list.</summary>
    public void AddRange(IEnumerable<T> collection)
    {
        Throw.IfNull(collection, nameof(collection));
        switch (collection)
        {
            case T[] array when array.GetType() == typeof(T[]):
                Append(array);
                break;
#if NET
            case List<T> list:
                Append(CollectionsMarshal.AsSpan(list));
                break;
#endif
            case ChunkedList<T> chunked:
                AppendChunks(chunked);
                break;
            default:
                if (collection is ICollection<T> { Count: > 0 and var count }) ReserveFirstChunk(count);
                foreach (var item in collection) Add(item);
                break;
        }
    }

    /// <summary>Inserts the elements of <paramref name="collection"/>, which may be this list, at <paramref name="index"/>.</summary>
    public void InsertRange(int index, IEnumerable<T> collection)
    {
        Throw.IfNull(collection, nameof(collection));
        if ((uint)index > (uint)_count) Throw.BadIndex();
        if (index == _count)
        {
            AddRange(collection);
            return;
        }

        // A collection of unknown length, or one that reads this list, is appended first and then turned into its place.
        var before = _count;
        AddRange(collection);
        RotateIntoPlace(index, before);
    }

    /// <summary>Copies all elements to the beginning of <paramref name="array"/>.</summary>
    public void CopyTo(T[] array) => CopyTo(array, 0);

    /// <summary>Copies all elements to <paramref name="array"/>, from <paramref name="arrayIndex"/> on.</summary>
    public void CopyTo(T[] array, int arrayIndex)
    {
        Throw.IfNull(array, nameof(array));
        Throw.IfNoRoom(array, arrayIndex, _count);
        CopySlots(0, array, arrayIndex, _count);
    }

    /// <summary>Copies <paramref name="count"/> elements from <paramref name="index"/> on to <paramref name="array"/>.</summary>
    public void CopyTo(int index, T[] array, int arrayIndex, int count)
    {
        Throw.IfNull(array, nameof(array));
        Throw.IfNotRange(index, count, _count);
        Throw.IfNoRoom(array, arrayIndex, count);
        CopySlots(index, array, arrayIndex, count);
    }

    /// <summary>A new list of <paramref name="count"/> elements from <paramref name="index"/> on.</summary>
    public ChunkedList<T> GetRange(int index, int count)
    {
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

    /// <summary>A span to write elements to, of at least <paramref name="sizeHint"/>; they count after <see cref="Advance"/>.</summary>
    /// <remarks>The span is cleared, for a chunk's spare memory may hold anything.</remarks>
    public Span<T> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;

    /// <summary>The same as <see cref="GetSpan"/>, as memory.</summary>
    public Memory<T> GetMemory(int sizeHint = 0)
    {
        if (sizeHint < 0) Throw.MustBeNonNegative(nameof(sizeHint));
        var length = sizeHint == 0 ? Math.Min(DefaultSpanLength, ChunkShape<T>.Length) : sizeHint;
        if (_count - _tailStart == _tail.Length) MakeTailRoom(length);
        _bridge = null;
        var offset = _count - _tailStart;
        if (sizeHint == 0) length = Math.Min(length, _tail.Length - offset);
        if (length > _tail.Length - offset)
        {
            _bridge = new T[length];
            return _bridge;
        }

        Array.Clear(_tail, offset, length);
        return new Memory<T>(_tail, offset, length);
    }

    /// <summary>Makes the first <paramref name="count"/> elements of the span last handed out part of the list.</summary>
    public void Advance(int count)
    {
        if (count < 0) Throw.MustBeNonNegative(nameof(count));
        if (count > (_bridge?.Length ?? _tail.Length - (_count - _tailStart))) Throw.BadCount(nameof(count));
        if (_bridge is { } bridge)
        {
            _bridge = null;
            Append(bridge.AsSpan(0, count));
            return;
        }

        _version++;
        _count += count;
    }

    /// <summary>Appends a span; it may be a part of this list.</summary>
    internal void Append(ReadOnlySpan<T> source)
    {
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
        if ((uint)index > (uint)_count) Throw.BadIndex();
        var before = _count;
        Append(source);
        RotateIntoPlace(index, before);
    }

    /// <summary>Copies a run of elements into a span.</summary>
    internal void CopyTo(Span<T> target)
    {
        if (target.Length < _count) throw new ArgumentException("Destination is too short.", nameof(target));
        foreach (var span in ChunkSpans)
        {
            span.CopyTo(target);
            target = target.Slice(span.Length);
        }
    }

    /// <summary>The longest run of used elements from <paramref name="index"/> on that lies in one chunk.</summary>
    private Span<T> SpanAt(int index, int limit)
    {
        var offset = index & ChunkShape<T>.Mask;
        return new Span<T>(_chunks[index >> ChunkShape<T>.Shift], offset, Math.Min(limit, ChunkShape<T>.Length - offset));
    }

    private void AppendChunks(ChunkedList<T> other)
    {
        var count = other._count;
        for (var done = 0; done < count;)
        {
            var span = other.SpanAt(done, count - done);
            Append(span);
            done += span.Length;
        }
    }

    /// <summary>One copy less for what fits a chunk; later chunks need no reservation. A collection may lie about its Count.</summary>
    private void ReserveFirstChunk(int more)
    {
        var wanted = Math.Min((long)_count + more, ChunkShape<T>.Length);
        if (wanted > Capacity) EnsureCapacity((int)wanted);
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
