using System.Runtime.CompilerServices;

namespace Unpause.Collections;

/// <summary>A table whose buckets and entries are one chunk each.</summary>
internal readonly struct InOne<TEntry>(int[] buckets, TEntry[] entries) : ILayout<TEntry>
{
    private readonly int[] _buckets = buckets;
    private readonly TEntry[] _entries = entries;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ref int Bucket(uint place) => ref _buckets[place];

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ref TEntry Entry(int index) => ref _entries[index];
}
