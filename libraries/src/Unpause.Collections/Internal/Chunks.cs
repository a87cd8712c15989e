using System.Runtime.CompilerServices;

namespace Unpause.Collections;

/// <summary>
/// The directory of chunks. Up to 8,192 chunks it is one array; beyond that the rest lies in groups of 8,192, so that the directory
/// itself never becomes a large object. The near array's bounds check doubles as the test for the far part: it costs nothing.
/// </summary>
internal struct Chunks<T>
{
    private const int GroupShift = 13;
    private const int GroupLength = 1 << GroupShift;

    // The chunk while there is only one, else empty. The near array comes with the second chunk: a short collection costs one array.
    private T[] _only;
    private T[][] _near;
    private T[][]?[]? _far;

    internal int Count { get; private set; }

    internal static Chunks<T> Create() => new() { _only = [], _near = [] };

    // The far part is written out here: a call, even one that is never made, would keep enumerators out of the registers and make
    // every loop save its own.
    internal readonly T[] this[int index]
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            var near = _near;
            return (uint)index < (uint)near.Length ? near[index] : Far(_only, _far, index);
        }
    }

    /// <summary>A chunk that is not in the near array: the only one, or one beyond the first 8,192.</summary>
    /// <remarks>Without <c>this</c>: a method that takes this struct's address keeps the fields around it out of registers.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static T[] Far(T[] only, T[][]?[]? far, int index) =>
        index == 0 ? only : far![(index >> GroupShift) - 1]![index & (GroupLength - 1)];

    /// <summary>The element at an index of the whole, in whichever chunk it lies.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal readonly ref T Slot(int index)
    {
        var only = _only;
        return ref (uint)index < (uint)only.Length
            ? ref ChunkShape<T>.Slot(only, index)
            : ref ChunkShape<T>.Slot(this[index >> ChunkShape<T>.Shift], index & ChunkShape<T>.Mask);
    }

    /// <summary>The chunk while there is only one, else empty.</summary>
    internal readonly T[] Only => _only;

    /// <summary>The chunks beyond the first 8,192.</summary>
    internal readonly T[][]?[]? FarGroups => _far;

    /// <summary>The first 8,192 chunks when there is more than one, for loops that keep it in a local.</summary>
    internal readonly T[][] Near => _near;

    /// <summary>The same, even of a single chunk.</summary>
    internal T[][] MakeNear()
    {
        if (Count == 1 && _near.Length == 0) _near = [_only];
        return _near;
    }

    /// <summary>Number of elements that the chunks hold: all are full-sized but the last.</summary>
    internal readonly long Room => Count == 0 ? 0 : ((long)(Count - 1) << ChunkShape<T>.Shift) + this[Count - 1].Length;

    /// <summary>
    /// Makes room for <paramref name="needed"/> elements, and some more: a short chunk grows, later ones are full-sized.
    /// </summary>
    internal void Grow(long needed, ChunkSource<T>? source)
    {
        if (Count == 0) Add(Rent((int)Math.Min(ChunkShape<T>.Length, needed), source));
        var last = this[Count - 1];
        if (Room < needed && last.Length < ChunkShape<T>.Length)
        {
            var start = (long)(Count - 1) << ChunkShape<T>.Shift;
            Resize(Count - 1, (int)Math.Min(Math.Max(needed - start, Growth.OfEntries(last.Length)), ChunkShape<T>.Length), source);
        }

        while (Room < needed) Add(Rent(ChunkShape<T>.Length, source));
    }

    /// <summary>Frees what lies beyond <paramref name="kept"/> elements.</summary>
    internal void Cut(int kept, ChunkSource<T>? source)
    {
        var count = (int)(((long)kept + ChunkShape<T>.Mask) >> ChunkShape<T>.Shift);
        if (count < Count) Truncate(count, source);
        var length = ChunkSource<T>.Fitting(source, kept - ((count - 1) << ChunkShape<T>.Shift));
        if (count > 0 && count == Count && length < this[count - 1].Length) Resize(count - 1, length, source);
    }

    internal void Add(T[] chunk)
    {
        var index = Count;
        if (index == 0)
        {
            if (_near.Length > 0) _near[0] = chunk;
        }
        else if (index < GroupLength)
        {
            if (index >= _near.Length) GrowNear(index);
            _near[index] = chunk;
        }
        else
        {
            AddFar(index, chunk);
        }

        Count = index + 1;
        _only = index == 0 ? chunk : [];
    }

    internal void Replace(int index, T[] chunk)
    {
        if (index < _near.Length) _near[index] = chunk;
        else if (index >= GroupLength) _far![(index >> GroupShift) - 1]![index & (GroupLength - 1)] = chunk;
        if (Count == 1) _only = chunk;
    }

    /// <summary>Forgets the chunks from <paramref name="count"/> on, and gives them back to where they came from.</summary>
    internal void Truncate(int count, ChunkSource<T>? source = null)
    {
        // What is left is in order before a source hears of anything.
        for (var i = Count - 1; i >= count; i--)
        {
            var chunk = this[i];
            if (i > 0) Replace(i, null!);
            else if (_near.Length > 0) _near[0] = null!;
            Count = i;
            _only = i == 1 ? this[0] : [];
            source?.Return(chunk);
        }
    }

    /// <summary>The first <paramref name="used"/> elements in memory of their own, in chunks as long as these.</summary>
    internal readonly Chunks<T> Copy(long used, ChunkSource<T>? source)
    {
        var copy = Create();
        for (var i = 0; i < Count && used > 0; i++)
        {
            var chunk = Rent(this[i].Length, source);
            var length = (int)Math.Min(used, Math.Min(this[i].Length, chunk.Length));
            Array.Copy(this[i], chunk, length);
            copy.Add(chunk);
            used -= length;
        }

        return copy;
    }

    /// <summary>The same chunks in a directory of its own, which knows nothing of what happens to this one.</summary>
    internal readonly Chunks<T> Snapshot()
    {
        var same = Create();
        for (var i = 0; i < Count; i++) same.Add(this[i]);
        return same;
    }

    /// <summary>Sets what was used to default, so that the collector can free what it referred to.</summary>
    internal readonly void Clear(int used)
    {
        for (var i = 0; used > 0; i++)
        {
            var length = Math.Min(used, this[i].Length);
            Array.Clear(this[i], 0, length);
            used -= length;
        }
    }

    private static T[] Rent(int length, ChunkSource<T>? source) => ChunkSource<T>.Rent(source, ChunkSource<T>.Fitting(source, length));

    private void Resize(int index, int length, ChunkSource<T>? source)
    {
        var old = this[index];
        var chunk = Rent(length, source);
        Array.Copy(old, chunk, Math.Min(old.Length, chunk.Length));
        Replace(index, chunk);
        source?.Return(old);
    }

    private void GrowNear(int index)
    {
        var longer = new T[Math.Min(GroupLength, Math.Max(8, index * 2))][];
        if (index == 1) longer[0] = _only;
        else Array.Copy(_near, longer, index);
        _near = longer;
    }

    private void AddFar(int index, T[] chunk)
    {
        var group = (index >> GroupShift) - 1;
        if (_far is null) _far = new T[][]?[4];
        else if (group == _far.Length) Array.Resize(ref _far, group * 2);
        (_far[group] ??= new T[GroupLength][])[index & (GroupLength - 1)] = chunk;
    }
}
