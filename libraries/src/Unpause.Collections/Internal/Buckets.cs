using System.Runtime.CompilerServices;

namespace Unpause.Collections;

/// <summary>The heads of a hash table's chains: 1 + the index of the newest entry, 0 for an empty chain.</summary>
/// <remarks>
/// The number of buckets is prime and a hash is reduced modulo it: sequential keys stay in sequential buckets, and patterns in the low
/// bits do no harm. The remainder comes from two multiplications (Lemire, Kaser, Kurz: Faster remainder by direct computation, 2019).
/// </remarks>
internal struct Buckets
{
    private const int MaxCount = 2_147_483_629;
    private const int Few = 8;

    // A chunk from a pool may be longer than the buckets in it.
    private Chunks<int> _chunks;

    /// <summary>No buckets: <see cref="GetBucket"/> must not be asked. There is no shared empty one that a race could write to.</summary>
    internal static Buckets Create() => new() { _chunks = Chunks<int>.Create() };

    internal uint Count { get; private set; }

    internal ulong Multiplier { get; private set; }

    internal readonly int[] Only => _chunks.Only;

    internal readonly int[][] Near => _chunks.Near;

    internal int[][] MakeNear() => _chunks.MakeNear();

    internal readonly int ChunkCount => _chunks.Count;

    /// <summary>Buckets for a number of entries that is known: two for each while that fits a chunk, 11/8 for each beyond.</summary>
    internal static int CountFor(int entries) =>
        2L * entries <= ChunkShape<int>.Length ? CountWhileGrowing(entries) : AtLeast(entries + (entries * 3L / 8));

    /// <summary>
    /// Buckets for a limit that a growing table may or may not reach: two for each, so that half of the chains are empty. The least
    /// tables are made often, and get fewer.
    /// </summary>
    internal static int CountWhileGrowing(int entries) =>
        entries is > Few and <= 524_288 ? AtLeast(2L * entries) : AtLeast(entries + (entries * 3L / 8));

    private static int AtLeast(long wanted) => wanted >= MaxCount ? MaxCount : Primes.AtLeast((int)wanted);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal readonly ref int GetBucket(int hash) => ref At(Remainder((uint)hash, Count, Multiplier));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal readonly ref int At(uint place) => ref _chunks.Slot((int)place);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static uint Remainder(uint value, uint divisor, ulong multiplier) =>
        (uint)(((((multiplier * value) >> 32) + 1) * divisor) >> 32);

    /// <summary>Empties all chains and sets their number; keeps full-sized chunks. Either done, or out of memory and unchanged.</summary>
    internal void Reset(int count, ChunkSource<int>? source)
    {
        if (source is null && _chunks.Count == 0 && count <= ChunkShape<int>.Length) _chunks.Add(new int[count]);
        else ResetChunks(count, source);
        Count = (uint)count;
        Multiplier = (ulong.MaxValue / (uint)count) + 1;
    }

    private void ResetChunks(int count, ChunkSource<int>? source)
    {
        var chunks = Chunks<int>.Create();
        var reused = 0;
        for (long start = 0; start < count; start += ChunkShape<int>.Length)
        {
            var length = ChunkSource<int>.Fitting(source, (int)Math.Min(ChunkShape<int>.Length, count - start));
            var fits = reused == chunks.Count && reused < _chunks.Count && _chunks[reused].Length == length;
            chunks.Add(fits ? _chunks[reused++] : source?.Rent(length) ?? new int[length]);
        }

        for (var i = 0; i < chunks.Count; i++)
        {
            if (i < reused || source is not null) Array.Clear(chunks[i], 0, chunks[i].Length);
        }

        if (source is not null) _chunks.Truncate(reused, source);
        _chunks = chunks;
    }

    /// <summary>The same buckets in memory of their own.</summary>
    internal readonly Buckets Copy(ChunkSource<int>? source) =>
        new() { _chunks = _chunks.Copy(_chunks.Room, source), Count = Count, Multiplier = Multiplier };

    /// <summary>Forgets all buckets, and gives them back to where they came from.</summary>
    internal void Release(ChunkSource<int>? source)
    {
        Count = 0;
        _chunks.Truncate(0, source);
        _chunks = Chunks<int>.Create();
    }

    internal readonly void Clear()
    {
        for (var i = 0; i < _chunks.Count; i++) Array.Clear(_chunks[i], 0, _chunks[i].Length);
    }
}
