using System.Collections;

namespace Unpause.Recordings.Packed;

/// <summary>A list with its items' fields in packed columns: a tenth to a third of the size of a list of the items.</summary>
/// <typeparam name="T">The items: pauses, stops, phases, collections.</typeparam>
public abstract class PackedList<T> : IReadOnlyList<T>
{
    public int Count { get; private set; }

    /// <summary>About how much memory it takes, now and when the items are counted and ranked.</summary>
    public long MemoryBytes => PackedBytes + ((long)Count * Limits.ItemBytes);

    /// <summary>About how much memory the columns take.</summary>
    protected abstract long PackedBytes { get; }

    /// <summary>The item at an index from 0.</summary>
    public T this[int index]
    {
        get
        {
            ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual((uint)index, (uint)Count, nameof(index));
            return Read(index);
        }
    }

    /// <summary>Number of blocks of <see cref="PackedBlock.Length"/> items; the last may have fewer.</summary>
    public int Blocks => (int)(((long)Count + PackedBlock.Length - 1) / PackedBlock.Length);

    /// <summary>Unpacks a block.</summary>
    /// <param name="block">From 0 on.</param>
    /// <param name="buffer">Where the items go; made on the first call and to be handed back on the next.</param>
    public ReadOnlySpan<T> Read(int block, scoped ref T[]? buffer)
    {
        var length = Math.Min(PackedBlock.Length, Count - (block * PackedBlock.Length));
        if (buffer is null || buffer.Length < length) buffer = new T[length];
        Read(block, buffer.AsSpan(0, length));
        return buffer.AsSpan(0, length);
    }

    /// <summary>Walks the items in their order.</summary>
    public IEnumerator<T> GetEnumerator()
    {
        T[]? buffer = null;
        for (var block = 0; block < Blocks; block++)
        {
            var length = Read(block, ref buffer).Length;
            for (var i = 0; i < length; i++) yield return buffer![i];
        }
    }

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    /// <summary>Makes room for one more item.</summary>
    /// <returns>Its index.</returns>
    protected int Grow() => Count++;

    /// <summary>Unpacks a block's first numbers of a column.</summary>
    protected static ReadOnlySpan<long> Unpack(PackedLongs column, int block, Span<long> into)
    {
        column.CopyTo(block, into);
        return into;
    }

    /// <summary>Unpacks one item; the index was checked.</summary>
    protected abstract T Read(int index);

    /// <summary>Unpacks a block's first items.</summary>
    protected abstract void Read(int block, Span<T> into);
}
