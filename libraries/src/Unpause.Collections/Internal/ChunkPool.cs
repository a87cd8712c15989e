using System.Buffers;
using System.Runtime.CompilerServices;

namespace Unpause.Collections;

/// <summary>
/// Where pooled collections get their chunks when no pool is given. The runtime's shared pool keeps 32 arrays of a length for each
/// processor and forgets the rest: a set of half a million elements has twice as many chunks of one length, so that each request
/// would allocate some, and they would outlive it in gen1.
/// </summary>
/// <remarks>
/// Keeps at most <see cref="MostBytes"/> of each length and type. Each gen2 collection lets go of half of what nobody has asked for since
/// the last: what a peak needed doesn't stay. Safe for concurrent use.
/// <para>
/// What it will keep is allocated among the pinned objects (.NET 8 and later), which are never moved: a pool that fills would otherwise be
/// copied through gen0 and gen1, by the longest pauses of a program that makes next to no garbage. What it could not keep is an ordinary
/// young object, so that no lack of Dispose makes the collector collect gen2.
/// </para>
/// </remarks>
internal sealed class ChunkPool<T> : ArrayPool<T>
{
    private const long MostBytes = 128L << 20;
    private const int LengthClasses = 18;

    // Less is copied as soon as it is allocated there.
    private const int LeastPinnedBytes = 4096;

    private readonly Shelf[] _shelves = new Shelf[LengthClasses];

    private ChunkPool()
    {
        for (var i = 0; i < _shelves.Length; i++) _shelves[i] = new Shelf();
        AfterGen2.Call(this, static pool => pool.Trim());
    }

    internal static new ChunkPool<T> Shared { get; } = new();

    /// <summary>An array of exactly so many elements; its content is undefined. The length is a power of two, as chunks' are.</summary>
    public override T[] Rent(int minimumLength)
    {
        var willBeKept = false;
        if (ShelfOf(minimumLength)?.Take(MostOf(minimumLength), out willBeKept) is { } chunk) return chunk;
        return willBeKept && BytesOf(minimumLength) >= LeastPinnedBytes
            ? ChunkShape<T>.AllocatePinned(minimumLength)
            : ChunkShape<T>.Allocate(minimumLength);
    }

    /// <inheritdoc/>
    public override void Return(T[] array, bool clearArray = false)
    {
        if (clearArray) Array.Clear(array, 0, array.Length);
        ShelfOf(array.Length)?.Put(array, MostOf(array.Length));
    }

    /// <summary>Lets go of half of what nobody asked for since the last time.</summary>
    internal void Trim()
    {
        foreach (var shelf in _shelves) shelf.Trim();
    }

    private static long BytesOf(int length) => (long)length * Unsafe.SizeOf<T>();

    private static int MostOf(int length) => (int)(MostBytes / Math.Max(1, BytesOf(length)));

    private Shelf? ShelfOf(int length)
    {
        if (length <= 0 || (length & (length - 1)) != 0) return null;
        var place = 0;
        while (1 << place < length) place++;
        return place < _shelves.Length ? _shelves[place] : null;
    }

    /// <summary>The free arrays of one length, the last returned first: it is the likeliest to be in a cache.</summary>
    private sealed class Shelf
    {
        private T[]?[] _free = [];
        private int _count;

        // Taken and not put back, lost ones with them.
        private int _lent;

        // The least there were since the last trim: so many were not needed.
        private int _least;

        /// <summary>A free array, or null: then whether one that is made in its place will find room here.</summary>
        internal T[]? Take(int most, out bool willBeKept)
        {
            lock (this)
            {
                if (_lent < int.MaxValue) _lent++;
                willBeKept = _lent <= most;
                if (_count == 0) return null;
                var array = _free[--_count];
                _free[_count] = null;
                if (_count < _least) _least = _count;
                return array;
            }
        }

        internal void Put(T[] array, int most)
        {
            lock (this)
            {
                if (_lent > 0) _lent--;
                if (_count >= most) return;
                if (_count == _free.Length) Array.Resize(ref _free, Math.Min(Math.Max(4, 2 * _count), ChunkShape<T[]>.Length));
                if (_count == _free.Length) return;
                _free[_count++] = array;
            }
        }

        internal void Trim()
        {
            lock (this)
            {
                var kept = _count - ((_least + 1) / 2);
                Array.Clear(_free, kept, _count - kept);
                _least = _count = kept;
            }
        }
    }
}
