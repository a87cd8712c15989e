using System.Runtime.CompilerServices;

namespace Unpause.Collections;

/// <summary>A table of at most 8,192 chunks of either kind.</summary>
internal readonly struct InMany<TEntry>(int[][] buckets, TEntry[][] entries) : ILayout<TEntry>
{
    private readonly int[][] _buckets = buckets;
    private readonly TEntry[][] _entries = entries;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ref int Bucket(uint place) => ref _buckets[place >> ChunkShape<int>.Shift][(int)place & ChunkShape<int>.Mask];

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ref TEntry Entry(int index) => ref _entries[index >> ChunkShape<TEntry>.Shift][index & ChunkShape<TEntry>.Mask];
}
