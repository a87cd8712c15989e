using System.Buffers;

namespace Unpause.Collections;

/// <summary>
/// The list of <see cref="ChunkedList{T}"/> whose chunks come from an array pool and go back to it on <see cref="Dispose"/>,
/// <c>Clear</c> and <c>TrimExcess</c>. For a list that lives as long as a request: it leaves nothing to collect. All chunks are below
/// the large-object threshold.
/// </summary>
/// <remarks>
/// Every use after Dispose throws <see cref="ObjectDisposedException"/>. Spans and references into the list must not be used after
/// anything that removes or resizes a chunk. There is no finalizer: a list that is not disposed leaves its chunks to the collector.
/// </remarks>
/// <typeparam name="T">Type of the elements.</typeparam>
public sealed class PooledChunkedList<T> : ChunkedListBase<T>, IDisposable
{
    private readonly PoolSource<T> _source;

    /// <summary>An empty list that rents from a pool that all pooled collections share.</summary>
    public PooledChunkedList()
        : this(ChunkPool<T>.Shared)
    {
    }

    /// <summary>An empty list that rents from <paramref name="pool"/>.</summary>
    public PooledChunkedList(ArrayPool<T> pool)
    {
        Throw.IfNull(pool, nameof(pool));
        _source = new PoolSource<T>(pool);
    }

    /// <summary>An empty list with room for <paramref name="capacity"/> elements, rented from the same.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The capacity is negative.</exception>
    public PooledChunkedList(int capacity)
        : this(capacity, ChunkPool<T>.Shared)
    {
    }

    /// <summary>An empty list with room for <paramref name="capacity"/> elements, rented from <paramref name="pool"/>.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The capacity is negative.</exception>
    public PooledChunkedList(int capacity, ArrayPool<T> pool)
        : this(pool)
    {
        if (capacity < 0) Throw.MustBeNonNegative(nameof(capacity));
        if (capacity == 0) return;
        try
        {
            Reserve(capacity);
        }
        catch
        {
            // Nobody else has this list: what it rented would be lost to the pool.
            End();
            throw;
        }
    }

    /// <summary>A list of the elements of <paramref name="collection"/>, in chunks of the same.</summary>
    public PooledChunkedList(IEnumerable<T> collection)
        : this(collection, ChunkPool<T>.Shared)
    {
    }

    /// <summary>A list of the elements of <paramref name="collection"/>, in chunks of <paramref name="pool"/>.</summary>
    public PooledChunkedList(IEnumerable<T> collection, ArrayPool<T> pool)
        : this(pool)
    {
        Throw.IfNull(collection, nameof(collection));
        try
        {
            AddRange(collection);
        }
        catch
        {
            End();
            throw;
        }
    }

    /// <inheritdoc/>
    /// <exception cref="ObjectDisposedException">The list was disposed.</exception>
    public override int Count
    {
        get
        {
            // Only an empty list can be a disposed one: a list with elements is not asked.
            var count = _count;
            if (count == 0) ThrowIfDisposed();
            return count;
        }
    }

    // Rented memory costs nothing to ask for: begin with 4 KiB.
    private protected override int FirstLength => RentedLength(ChunkShape<T>.Length >> 4);

    private protected override bool IsPooled => true;

    /// <summary>Gives the chunks back and empties the list; every later use throws. May be called again.</summary>
    public void Dispose() => End();

    private protected override int RentedLength(int length) => ChunkSource<T>.Fitting(_source, length);

    private protected override T[] Rent(int length) => _source.Rent(length);

    private protected override void Return(T[] chunk) => _source.Return(chunk);
}
