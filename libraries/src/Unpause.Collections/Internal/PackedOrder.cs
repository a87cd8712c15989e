using System.Runtime.CompilerServices;

namespace Unpause.Collections;

/// <summary>Sorts places by numbers of at most 32 bits: key and place are one number of 64, and nothing is compared.</summary>
internal static class PackedOrder<TKey>
{
    internal static bool Applies => RadixSort<TKey>.IsExact && Unsafe.SizeOf<TKey>() <= sizeof(int);

    /// <summary>The places of the keys in their order; equal ones stay in theirs.</summary>
    internal static ChunkedList<int> Sorted(ChunkedList<TKey> keys, bool isDescending)
    {
        var packed = new ChunkedList<ulong>(keys.Count);
        var flipped = isDescending ? uint.MaxValue : 0;
        foreach (var key in keys) packed.Add((((ulong)(uint)RadixSort<TKey>.Key(key) ^ flipped) << 32) | (uint)packed.Count);
        packed.Sort();
        var places = new ChunkedList<int>(keys.Count);
        foreach (var number in packed) places.Add((int)(uint)number);
        return places;
    }
}
