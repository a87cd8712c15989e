using System.Runtime.CompilerServices;

namespace Unpause.Collections;

/// <content>Searching and walking.</content>
public abstract partial class ChunkedListBase<T>
{
    /// <summary>Whether an element equals <paramref name="item"/>.</summary>
    public bool Contains(T item) => IndexOf(item) >= 0;

    /// <summary>Index of the first element equal to <paramref name="item"/>, or -1.</summary>
    public int IndexOf(T item)
    {
        ThrowIfDisposed();
        var only = _chunks.Only;
        return _count <= only.Length && !MayReturnWhileComparing
            ? Array.IndexOf(only, item, 0, _count)
            : IndexIn(item, 0, _count);
    }

    /// <summary>Index of the first equal element from <paramref name="index"/> on, or -1.</summary>
    public int IndexOf(T item, int index)
    {
        ThrowIfDisposed();
        if ((uint)index > (uint)_count) Throw.BadIndex();
        return IndexIn(item, index, _count - index);
    }

    /// <summary>Index of the first equal element among <paramref name="count"/> from <paramref name="index"/> on, or -1.</summary>
    public int IndexOf(T item, int index, int count)
    {
        ThrowIfDisposed();
        if ((uint)index > (uint)_count) Throw.BadIndex();
        if (count < 0 || index > _count - count) Throw.BadCount(nameof(count));
        return IndexIn(item, index, count);
    }

    /// <summary>Index of the last element equal to <paramref name="item"/>, or -1.</summary>
    public int LastIndexOf(T item) => Count == 0 ? -1 : LastIndexOf(item, _count - 1, _count);

    /// <summary>Index of the last equal element at or before <paramref name="index"/>, or -1.</summary>
    public int LastIndexOf(T item, int index)
    {
        ThrowIfDisposed();
        if (index >= _count) Throw.BadIndex();
        return LastIndexOf(item, index, index + 1);
    }

    /// <summary>Index of the last equal element among <paramref name="count"/> that end at <paramref name="index"/>, or -1.</summary>
    public int LastIndexOf(T item, int index, int count)
    {
        ThrowIfDisposed();
        if (_count != 0 && index < 0) Throw.MustBeNonNegative(nameof(index));
        if (_count != 0 && count < 0) Throw.MustBeNonNegative(nameof(count));
        if (_count == 0) return -1;
        if (index >= _count) Throw.BadIndex();
        if (count > index + 1) Throw.BadCount(nameof(count));
        if (!MayReturnWhileComparing) return LastIndexIn(item, index, count);
        Interlocked.Increment(ref _comparing);
        try
        {
            return LastIndexIn(item, index, count);
        }
        finally
        {
            Interlocked.Decrement(ref _comparing);
        }
    }

    /// <summary>Whether an element satisfies <paramref name="match"/>.</summary>
    public bool Exists(Predicate<T> match) => FindIndex(match) >= 0;

    /// <summary>Whether all elements satisfy <paramref name="match"/>.</summary>
    public bool TrueForAll(Predicate<T> match)
    {
        ThrowIfDisposed();
        Throw.IfNull(match, nameof(match));
        for (var i = 0; i < _count;)
        {
            var version = _version;
            var span = SpanAt(i, _count - i);
            foreach (var item in span)
            {
                if (!match(item)) return false;
                i++;
                if (version != _version) break;
            }
        }

        return true;
    }

    /// <summary>The first element that satisfies <paramref name="match"/>, or default.</summary>
    public T? Find(Predicate<T> match)
    {
        var index = FindIndex(match);
        return index < 0 ? default : this[index];
    }

    /// <summary>The last element that satisfies <paramref name="match"/>, or default.</summary>
    public T? FindLast(Predicate<T> match)
    {
        var index = FindLastIndex(match);
        return index < 0 ? default : this[index];
    }

    /// <summary>A new list of all elements that satisfy <paramref name="match"/>.</summary>
    public ChunkedList<T> FindAll(Predicate<T> match)
    {
        ThrowIfDisposed();
        Throw.IfNull(match, nameof(match));
        var found = new ChunkedList<T>();
        for (var i = 0; i < _count;)
        {
            var version = _version;
            var span = SpanAt(i, _count - i);
            foreach (var item in span)
            {
                if (match(item)) found.Add(item);
                i++;
                if (version != _version) break;
            }
        }

        return found;
    }

    /// <summary>Index of the first element that satisfies <paramref name="match"/>, or -1.</summary>
    public int FindIndex(Predicate<T> match) => FindIndex(0, _count, match);

    /// <summary>Index of the first such element from <paramref name="startIndex"/> on, or -1.</summary>
    public int FindIndex(int startIndex, Predicate<T> match) => FindIndex(startIndex, _count - startIndex, match);

    /// <summary>Index of the first such element among <paramref name="count"/> from <paramref name="startIndex"/> on, or -1.</summary>
    public int FindIndex(int startIndex, int count, Predicate<T> match)
    {
        ThrowIfDisposed();
        if ((uint)startIndex > (uint)_count) Throw.BadIndex(nameof(startIndex));
        if (count < 0 || startIndex > _count - count) Throw.BadCount(nameof(count));
        Throw.IfNull(match, nameof(match));
        var end = startIndex + count;
        for (var i = startIndex; i < end;)
        {
            if (i >= _count) Throw.BadIndex(_disposed);
            var version = _version;
            var span = SpanAt(i, Math.Min(end, _count) - i);
            foreach (var item in span)
            {
                if (match(item)) return i;
                i++;
                if (version != _version) break;
            }
        }

        return -1;
    }

    /// <summary>Index of the last element that satisfies <paramref name="match"/>, or -1.</summary>
    public int FindLastIndex(Predicate<T> match) => FindLastIndex(_count - 1, _count, match);

    /// <summary>Index of the last such element at or before <paramref name="startIndex"/>, or -1.</summary>
    public int FindLastIndex(int startIndex, Predicate<T> match) => FindLastIndex(startIndex, startIndex + 1, match);

    /// <summary>Index of the last such element among <paramref name="count"/> that end at <paramref name="startIndex"/>, or -1.</summary>
    public int FindLastIndex(int startIndex, int count, Predicate<T> match)
    {
        ThrowIfDisposed();
        Throw.IfNull(match, nameof(match));
        var startIsValid = _count == 0 ? startIndex == -1 : (uint)startIndex < (uint)_count;
        if (!startIsValid) Throw.BadIndex(nameof(startIndex));
        if (count < 0 || startIndex - count + 1 < 0) Throw.BadCount(nameof(count));
        for (var i = startIndex; i > startIndex - count;)
        {
            if (i >= _count) Throw.BadIndex(_disposed);
            var version = _version;
            var span = SpanBefore(i + 1, i - startIndex + count);
            for (var j = span.Length - 1; j >= 0; j--)
            {
                if (match(span[j])) return i;
                i--;
                if (version != _version) break;
            }
        }

        return -1;
    }

    /// <summary>Calls <paramref name="action"/> for every element in order.</summary>
    /// <exception cref="InvalidOperationException">The action changed the list.</exception>
    public void ForEach(Action<T> action)
    {
        ThrowIfDisposed();
        Throw.IfNull(action, nameof(action));
        var version = _version;
        foreach (var span in ChunkSpans)
        {
            foreach (var item in span)
            {
                action(item);
                if (version != _version) Throw.Modified();
            }
        }
    }

    /// <summary>A new list of what <paramref name="converter"/> makes of every element.</summary>
    public ChunkedList<TOutput> ConvertAll<TOutput>(Converter<T, TOutput> converter)
    {
        ThrowIfDisposed();
        Throw.IfNull(converter, nameof(converter));
        var count = _count;
        var converted = new ChunkedList<TOutput>(count);
        for (var i = 0; i < count;)
        {
            // Nobody has the new list yet: its chunks are filled one by one, and counted when all are. A converter may change this list.
            if (i >= _count) Throw.BadIndex(_disposed);
            var version = _version;
            var input = SpanAt(i, Math.Min(count, _count) - i);
            var output = converted.ChunkOf(i).AsSpan(i & ChunkShape<TOutput>.Mask);
            for (var done = 0; done < input.Length && done < output.Length && version == _version; done++, i++)
            {
                output[done] = converter(input[done]);
            }
        }

        converted.TakeAll(count);
        return converted;
    }

    /// <summary>Whether equality is the user's, who may make a pooled list give chunks back in the middle of a search.</summary>
    private bool MayReturnWhileComparing => !KeyShape<T>.IsPlain && IsPooled;

    private int IndexIn(T item, int index, int count)
    {
        if (!MayReturnWhileComparing) return FirstIndexIn(item, index, count);
        Interlocked.Increment(ref _comparing);
        try
        {
            return FirstIndexIn(item, index, count);
        }
        finally
        {
            Interlocked.Decrement(ref _comparing);
        }
    }

    private int FirstIndexIn(T item, int index, int count)
    {
        while (count > 0)
        {
            var offset = index & ChunkShape<T>.Mask;
            var length = Math.Min(count, ChunkShape<T>.Length - offset);
            var found = Array.IndexOf(_chunks[index >> ChunkShape<T>.Shift], item, offset, length);
            if (found >= 0) return index - offset + found;
            index += length;

            // An Equals may have removed what was still to be looked at.
            count = Math.Min(count - length, _count - index);
        }

        return -1;
    }

    private int LastIndexIn(T item, int index, int count)
    {
        var end = index - count;
        for (var last = index; last > end; last = Math.Min(last, _count - 1))
        {
            var offset = last & ChunkShape<T>.Mask;
            var length = Math.Min(last - end, offset + 1);
            var found = Array.LastIndexOf(_chunks[last >> ChunkShape<T>.Shift], item, offset, length);
            if (found >= 0) return last - offset + found;
            last -= length;
        }

        return -1;
    }
}
