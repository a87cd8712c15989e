using System.Buffers;

namespace Unpause.Collections;

/// <summary>
/// Chunks from an array pool. A pool may lend longer arrays than asked for: those go back at once, untouched, and an array of our own
/// takes their place, which never goes to the pool.
/// </summary>
internal sealed class PoolSource<T>(ArrayPool<T> pool) : ChunkSource<T>
{
    // Shared pools lend 16 elements or more, and powers of two.
    private const int SmallestRent = 16;

    // Arrays of a length that a pool could have lent, but did not. Empty with any pool that lends what is asked for.
    private ChunkedHashSet<object>? _own;

    /// <summary>The least length of at least <paramref name="length"/> elements that a pool lends exactly.</summary>
    internal static int LengthFor(int length)
    {
        var fitting = SmallestRent;
        while (fitting < length) fitting *= 2;
        return fitting;
    }

    internal override T[] Rent(int length)
    {
        // Other lengths are never accepted from a pool, so that they need no account.
        if (!IsLent(length)) return ChunkShape<T>.Allocate(length);
        var chunk = pool.Rent(length);
        if (chunk is not null)
        {
            if (chunk.Length == length && chunk.GetType() == typeof(T[])) return chunk;
            pool.Return(chunk);
        }

        var own = ChunkShape<T>.Allocate(length);
        (_own ??= []).Add(own);
        return own;
    }

    internal override void Return(T[] chunk)
    {
        if (IsLent(chunk.Length) && _own?.Remove(chunk) != true) pool.Return(chunk, ChunkShape<T>.HoldsReferences);
    }

    private static bool IsLent(int length) => length >= SmallestRent && (length & (length - 1)) == 0;
}
