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

    // The chunk while there is only one, else empty: a short collection then costs what one array costs.
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
            return (uint)index < (uint)near.Length ? near[index] : Far(index);
        }
    }

    /// <summary>A chunk beyond the first 8,192.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal readonly T[] Far(int index) => _far![(index >> GroupShift) - 1]![index & (GroupLength - 1)];

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

    /// <summary>The first 8,192 chunks, for loops that keep it in a local.</summary>
    internal readonly T[][] Near => _near;

    /// <summary>Number of elements that the chunks hold: all are full-sized but the last.</summary>
    internal readonly long Room => Count == 0 ? 0 : ((long)(Count - 1) << ChunkShape<T>.Shift) + this[Count - 1].Length;

    /// <summary>Makes room for <paramref name="needed"/> elements, and some more: a short chunk grows, later ones are full-sized.</summary>
    internal void Grow(long needed)
    {
        if (Count == 0) Add(ChunkShape<T>.Allocate((int)Math.Min(ChunkShape<T>.Length, needed)));
        var last = this[Count - 1];
        if (Room < needed && last.Length < ChunkShape<T>.Length)
        {
            var start = (long)(Count - 1) << ChunkShape<T>.Shift;
            Resize(Count - 1, (int)Math.Min(Math.Max(needed - start, Growth.OfEntries(last.Length)), ChunkShape<T>.Length));
        }

        while (Room < needed) Add(ChunkShape<T>.Allocate(ChunkShape<T>.Length));
    }

    /// <summary>Frees what lies beyond <paramref name="kept"/> elements.</summary>
    internal void Cut(int kept)
    {
        var count = (int)(((long)kept + ChunkShape<T>.Mask) >> ChunkShape<T>.Shift);
        if (count < Count) Truncate(count);
        var length = kept - ((count - 1) << ChunkShape<T>.Shift);
        if (count > 0 && count == Count && length < this[count - 1].Length) Resize(count - 1, length);
    }

    internal void Add(T[] chunk)
    {
        var index = Count;
        if (index < GroupLength)
        {
            if (index == _near.Length) Array.Resize(ref _near, index == 0 ? 1 : Math.Min(GroupLength, Math.Max(8, index * 2)));
            _near[index] = chunk;
        }
        else
        {
            AddFar(index, chunk);
        }

        SetCount(index + 1);
    }

    internal void Replace(int index, T[] chunk)
    {
        if (index < GroupLength) _near[index] = chunk;
        else _far![(index >> GroupShift) - 1]![index & (GroupLength - 1)] = chunk;
        SetCount(Count);
    }

    /// <summary>Forgets the chunks from <paramref name="count"/> on.</summary>
    internal void Truncate(int count)
    {
        for (var i = count; i < Count; i++) Replace(i, null!);
        SetCount(count);
    }

    private void Resize(int index, int length)
    {
        var old = this[index];
        var chunk = ChunkShape<T>.Allocate(length);
        Array.Copy(old, chunk, Math.Min(old.Length, length));
        Replace(index, chunk);
    }

    private void SetCount(int count)
    {
        Count = count;
        _only = count == 1 ? _near[0] : [];
    }

    private void AddFar(int index, T[] chunk)
    {
        var group = (index >> GroupShift) - 1;
        if (_far is null) _far = new T[][]?[4];
        else if (group == _far.Length) Array.Resize(ref _far, group * 2);
        (_far[group] ??= new T[GroupLength][])[index & (GroupLength - 1)] = chunk;
    }
}
