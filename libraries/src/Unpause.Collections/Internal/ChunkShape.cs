using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Unpause.Collections;

/// <summary>How many elements of a type go into one chunk, and how a chunk is made and read.</summary>
/// <remarks>
/// An object of 85,000 bytes or more goes to the large object heap. An array has 24 bytes of its own on 64 bit, so its elements may
/// take 84,975 bytes (measured on .NET 10: 84,975 is generation 0, 84,976 is generation 2). The length is a power of two, so that
/// an index splits with a shift and a mask; both are constants to the JIT because they come from the size of T alone.
/// </remarks>
internal static class ChunkShape<T>
{
    internal const int MaxChunkBytes = 84_975;

#if NET
    internal static int Shift
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Log2(MaxChunkBytes / Unsafe.SizeOf<T>());
    }

    // Comparisons fold at once where a bit count does not: every use of the shift must see a constant.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Log2(int value) =>
        value >= 65_536 ? 16 : value >= 32_768 ? 15 : value >= 16_384 ? 14 : value >= 8192 ? 13 : value >= 4096 ? 12 :
        value >= 2048 ? 11 : value >= 1024 ? 10 : value >= 512 ? 9 : value >= 256 ? 8 : value >= 128 ? 7 : value >= 64 ? 6 :
        value >= 32 ? 5 : value >= 16 ? 4 : value >= 8 ? 3 : value >= 4 ? 2 : value >= 2 ? 1 : 0;

    internal static bool HoldsReferences
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => RuntimeHelpers.IsReferenceOrContainsReferences<T>();
    }
#else
    internal static readonly int Shift = Log2(Math.Max(1, MaxChunkBytes / Unsafe.SizeOf<T>()));

    // netstandard2.0 cannot ask; clearing a struct that holds no reference is only a little slower.
    internal static readonly bool HoldsReferences = !typeof(T).IsPrimitive;

    private static int Log2(int value)
    {
        var shift = 0;
        while (value >> (shift + 1) > 0) shift++;
        return shift;
    }
#endif

    internal static int Length
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => 1 << Shift;
    }

    internal static int Mask
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => (1 << Shift) - 1;
    }

    /// <summary>A chunk whose content is undefined unless T holds references: nobody may read a slot before it is written.</summary>
    internal static T[] Allocate(int length)
    {
#if NET
        return HoldsReferences ? new T[length] : GC.AllocateUninitializedArray<T>(length);
#else
        return new T[length];
#endif
    }

    /// <summary>The same where the collector never moves it, and frees it only with gen2.</summary>
    internal static T[] AllocatePinned(int length)
    {
#if NET
        return HoldsReferences ? GC.AllocateArray<T>(length, pinned: true) : GC.AllocateUninitializedArray<T>(length, pinned: true);
#else
        return new T[length];
#endif
    }

    /// <summary>
    /// The slot without the covariance check that an array of references costs: every chunk is exactly T[]. The bounds check stays,
    /// so that unsynchronised use cannot reach foreign memory.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ref T Slot(T[] chunk, int index)
    {
#if NET
        if ((uint)index >= (uint)chunk.Length) Throw.IndexOutOfRange();
        return ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(chunk), (nint)(uint)index);
#else
        return ref chunk[index];
#endif
    }
}
