using System.Collections;

namespace Unpause.Collections;

/// <summary>A list whose storage is an array of chunks, none of them large enough for the large object heap.</summary>
public sealed class ChunkedList<T> : IReadOnlyList<T>
{
    // 85,000 bytes is the runtime's large-object threshold; references and small structs stay far below with this.
    private static readonly int ChunkShift = ShiftFor(System.Runtime.CompilerServices.Unsafe.SizeOf<T>());
    private T[][] _chunks = [];

    /// <summary>Number of items.</summary>
    public int Count { get; private set; }

    /// <summary>The item at <paramref name="index"/>.</summary>
    public T this[int index]
    {
        get => ItemRef(index);
        set => ItemRef(index) = value;
    }

    /// <summary>A reference to the item at <paramref name="index"/>, to change it in place.</summary>
    public ref T ItemRef(int index)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual((uint)index, (uint)Count, nameof(index));
        return ref _chunks[index >> ChunkShift][index & ((1 << ChunkShift) - 1)];
    }

    /// <summary>Adds one item at the end.</summary>
    public void Add(T item)
    {
        var chunk = Count >> ChunkShift;
        if (chunk == _chunks.Length) Array.Resize(ref _chunks, Math.Max(4, _chunks.Length * 2));
        (_chunks[chunk] ??= new T[1 << ChunkShift])[Count & ((1 << ChunkShift) - 1)] = item;
        Count++;
    }

    /// <inheritdoc/>
    public IEnumerator<T> GetEnumerator()
    {
        for (var i = 0; i < Count; i++) yield return this[i];
    }

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    private static int ShiftFor(int size)
    {
        var shift = 0;
        while ((2L << shift) * size <= 65_536) shift++;
        return shift;
    }
}
