using System.Runtime.CompilerServices;

namespace Unpause.Collections;

/// <summary>
/// Least-significant-digit radix sort of primitive numbers, 11 bits a pass (8 for short numbers), skipping passes in which all
/// digits agree. Three passes instead of four for an int: a quarter less to move, and 2,048 places still fit the second-level cache.
/// </summary>
internal static class RadixSort<T>
{
    private const ulong SignBit64 = 1UL << 63;
    private const uint SignBit32 = 1U << 31;

    private static int Bits => Unsafe.SizeOf<T>() < sizeof(int) ? 8 : 11;

    private static int Radix => 1 << Bits;

    private static int Digits => ((Unsafe.SizeOf<T>() * 8) + Bits - 1) / Bits;

    internal static bool Applies =>
        typeof(T) == typeof(int) || typeof(T) == typeof(uint) || typeof(T) == typeof(long) || typeof(T) == typeof(ulong) ||
        typeof(T) == typeof(float) || typeof(T) == typeof(double) || typeof(T) == typeof(short) || typeof(T) == typeof(ushort) ||
        typeof(T) == typeof(char) || typeof(T) == typeof(byte) || typeof(T) == typeof(sbyte);

    /// <summary>Whether equal numbers are the same in every bit: zero and NaN of the others aren't.</summary>
    internal static bool IsExact => Applies && typeof(T) != typeof(float) && typeof(T) != typeof(double);

    internal static bool IsSorted(Chunks<T> chunks, int index, int count)
    {
        var previous = 0UL;
        for (var i = index; i < index + count; i++)
        {
            var key = Key(chunks[i >> ChunkShape<T>.Shift][i & ChunkShape<T>.Mask]);
            if (key < previous) return false;
            previous = key;
        }

        return true;
    }

    /// <summary>Sorts a range with as much scratch as it is long.</summary>
    internal static void Sort(Chunks<T> chunks, int index, int count, Chunks<T> scratch)
    {
        var counts = Count(chunks, index, count);
        var offsets = new int[Radix];
        var inScratch = false;
        for (var digit = 0; digit < Digits; digit++)
        {
            if (!PlaceDigits(counts, digit, count, offsets)) continue;
            if (inScratch) Pass(scratch, 0, chunks, index, count, digit * Bits, offsets);
            else Pass(chunks, index, scratch, 0, count, digit * Bits, offsets);
            inScratch = !inScratch;
        }

        if (inScratch) CopyBack(scratch, chunks, index, count);
    }

    private static int[] Count(Chunks<T> chunks, int index, int count)
    {
        var counts = new int[Radix * Digits];
        for (var i = index; i < index + count;)
        {
            var offset = i & ChunkShape<T>.Mask;
            var span = new ReadOnlySpan<T>(
                chunks[i >> ChunkShape<T>.Shift], offset, Math.Min(ChunkShape<T>.Length - offset, index + count - i));
            foreach (var item in span)
            {
                var key = Key(item);
                for (var digit = 0; digit < Digits; digit++)
                {
                    counts[(digit * Radix) + ((int)key & (Radix - 1))]++;
                    key >>= Bits;
                }
            }

            i += span.Length;
        }

        return counts;
    }

    /// <summary>Fills in where each digit's elements begin; false when all elements have the same digit.</summary>
    private static bool PlaceDigits(int[] counts, int digit, int count, int[] offsets)
    {
        var next = 0;
        for (var value = 0; value < Radix; value++)
        {
            var here = counts[(digit * Radix) + value];
            if (here == count) return false;
            offsets[value] = next;
            next += here;
        }

        return true;
    }

    private static void Pass(Chunks<T> source, int from, Chunks<T> target, int to, int count, int shift, int[] offsets)
    {
        var near = target.Near;
        var end = from + count;
        for (var i = from; i < end;)
        {
            var offset = i & ChunkShape<T>.Mask;
            var span = new ReadOnlySpan<T>(
                source[i >> ChunkShape<T>.Shift], offset, Math.Min(ChunkShape<T>.Length - offset, end - i));
            foreach (var item in span)
            {
                var place = to + offsets[(int)(Key(item) >> shift) & (Radix - 1)]++;
                var chunk = place >> ChunkShape<T>.Shift;
                (chunk < near.Length ? near[chunk] : target[chunk])[place & ChunkShape<T>.Mask] = item;
            }

            i += span.Length;
        }
    }

    private static void CopyBack(Chunks<T> scratch, Chunks<T> chunks, int index, int count)
    {
        for (var done = 0; done < count;)
        {
            int source = done & ChunkShape<T>.Mask, target = (index + done) & ChunkShape<T>.Mask;
            var length = Math.Min(count - done, ChunkShape<T>.Length - Math.Max(source, target));
            Array.Copy(
                scratch[done >> ChunkShape<T>.Shift], source, chunks[(index + done) >> ChunkShape<T>.Shift], target, length);
            done += length;
        }
    }

    /// <summary>An unsigned number in the order of the type's default comparer: NaN is the least of the floating ones.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong Key(T value)
    {
        if (typeof(T) == typeof(int)) return (uint)Unsafe.As<T, int>(ref value) ^ SignBit32;
        if (typeof(T) == typeof(uint)) return Unsafe.As<T, uint>(ref value);
        if (typeof(T) == typeof(long)) return (ulong)Unsafe.As<T, long>(ref value) ^ SignBit64;
        if (typeof(T) == typeof(ulong)) return Unsafe.As<T, ulong>(ref value);
        if (typeof(T) == typeof(float)) return SingleKey(Unsafe.As<T, float>(ref value), Unsafe.As<T, uint>(ref value));
        if (typeof(T) == typeof(double)) return DoubleKey(Unsafe.As<T, double>(ref value), Unsafe.As<T, ulong>(ref value));
        if (typeof(T) == typeof(short)) return (ushort)(Unsafe.As<T, short>(ref value) ^ short.MinValue);
        if (typeof(T) == typeof(sbyte)) return (byte)(Unsafe.As<T, sbyte>(ref value) ^ sbyte.MinValue);
        if (typeof(T) == typeof(byte)) return Unsafe.As<T, byte>(ref value);
        return Unsafe.As<T, ushort>(ref value);
    }

    private static ulong SingleKey(float value, uint bits)
    {
        if (float.IsNaN(value)) return 0;
        return (bits & SignBit32) == 0 ? bits | SignBit32 : ~bits;
    }

    private static ulong DoubleKey(double value, ulong bits)
    {
        if (double.IsNaN(value)) return 0;
        return (bits & SignBit64) == 0 ? bits | SignBit64 : ~bits;
    }
}
