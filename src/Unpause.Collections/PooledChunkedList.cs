using System.Buffers;

namespace Unpause.Collections;

/// <summary>
/// A <see cref="ChunkedList{T}"/> whose chunks come from an array pool and go back to it on <see cref="Dispose"/>. For a list that
/// lives shortly and is built often; all chunks are below the large-object threshold, so that the pool keeps none.
/// </summary>
/// <remarks>Spans and references into the list must not be used after anything that removes or resizes a chunk.</remarks>
/// <typeparam name="T">Type of the elements.</typeparam>
public sealed class PooledChunkedList<T> : ChunkedList<T>, IDisposable
{
    // ArrayPool's smallest bucket; a shorter request would come back longer than a chunk that must be a power of two.
    private const int SmallestRent = 16;

    private readonly ArrayPool<T> _pool;
    private bool _disposed;

    /// <summary>An empty list that rents from <see cref="ArrayPool{T}.Shared"/>.</summary>
    public PooledChunkedList()
        : this(ArrayPool<T>.Shared)
    {
    }

    /// <summary>An empty list that rents from <paramref name="pool"/>.</summary>
    public PooledChunkedList(ArrayPool<T> pool)
    {
        Throw.IfNull(pool, nameof(pool));
        _pool = pool;
    }

    /// <summary>Gives the chunks back and empties the list; adding to it afterwards throws. May be called again.</summary>
    public void Dispose()
    {
        if (_disposed) return;
        ReturnAll();
        _disposed = true;
    }

    // Rented memory costs nothing to ask for: begin with 4 KiB.
    private protected override int FirstLength => Math.Min(ChunkShape<T>.Length, Math.Max(SmallestRent, ChunkShape<T>.Length >> 4));

    private protected override T[] Rent(int length)
    {
        if (_disposed) Throw.Disposed(nameof(PooledChunkedList<T>));
        if (length < SmallestRent || (length & (length - 1)) != 0) return base.Rent(length);
        var chunk = _pool.Rent(length);
        if (chunk.Length == length && chunk.GetType() == typeof(T[])) return chunk;
        _pool.Return(chunk);
        return base.Rent(length);
    }

    private protected override void Return(T[] chunk)
    {
        // Only what a pool may have lent: the exact lengths that Rent asks a pool for.
        if (chunk.Length < SmallestRent || (chunk.Length & (chunk.Length - 1)) != 0) return;
        EndEnumerations();
        _pool.Return(chunk, ChunkShape<T>.HoldsReferences);
    }
}
