using System.Runtime.CompilerServices;
#if NET
using System.Numerics;
using System.Runtime.InteropServices;
#endif

namespace Unpause.Collections;

/// <summary>The greatest or least of a span that isn't empty.</summary>
internal delegate T Extreme<T>(ReadOnlySpan<T> values);

/// <summary>Sums and extremes of a span that isn't empty, by vectors where the runtime has them.</summary>
/// <remarks>No loop over vectors is inlined: within a caller the JIT keeps totals in memory at times (.NET 10: twice as slow).</remarks>
internal static class SpanNumbers
{
    /// <summary>The sum of ints: never too large for a long, because a span has less than 2^31 of them.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static long Sum(ReadOnlySpan<int> values)
    {
        var sum = 0L;
#if NET
        if (values.Length >= Vector<int>.Count)
        {
            // Two ints as one number of 64 bits, without signs (plus 2^31 each): added up as they are, and once more without the lower one.
            // Less than 2^31 numbers of 32 bits are no more than 63 bits, so both sums come out of the two totals.
            var signs = new Vector<ulong>(0x8000_0000_8000_0000);
            var both = Vector<ulong>.Zero;
            var upper = Vector<ulong>.Zero;
            var vectors = MemoryMarshal.Cast<int, Vector<ulong>>(values);
            foreach (var vector in vectors)
            {
                both += vector ^ signs;
                upper += (vector ^ signs) >>> 32;
            }

            var uppers = Vector.Sum(upper);
            var lowers = Vector.Sum(both - (upper << 32));
            sum = (long)(uppers + lowers) - ((long)vectors.Length * Vector<int>.Count << 31);
            values = values.Slice(values.Length - (values.Length % Vector<int>.Count));
        }
#endif
        foreach (var value in values) sum += value;
        return sum;
    }

    /// <summary>The sum of longs.</summary>
    /// <exception cref="OverflowException">It is no long, or becomes none on the way.</exception>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static long Sum(ReadOnlySpan<long> values)
    {
        var sum = 0L;
#if NET
        if (values.Length >= Vector<long>.Count)
        {
            var total = Vector<long>.Zero;
            var overflow = Vector<long>.Zero;
            foreach (var vector in MemoryMarshal.Cast<long, Vector<long>>(values))
            {
                // A sum overflows when both summands have a sign that it has not.
                var next = total + vector;
                overflow |= (next ^ total) & (next ^ vector);
                total = next;
            }

            if (Vector.LessThanAny(overflow, Vector<long>.Zero)) throw new OverflowException();
            for (var i = 0; i < Vector<long>.Count; i++) sum = checked(sum + total[i]);
            values = values.Slice(values.Length - (values.Length % Vector<long>.Count));
        }
#endif
        foreach (var value in values) sum = checked(sum + value);
        return sum;
    }

    internal static int Max(ReadOnlySpan<int> values)
    {
        var max = values[0];
        foreach (var value in values.Slice(ByVectors(values, isMax: true, ref max))) max = Math.Max(max, value);
        return max;
    }

    internal static long Max(ReadOnlySpan<long> values)
    {
        var max = values[0];
        foreach (var value in values.Slice(ByVectors(values, isMax: true, ref max))) max = Math.Max(max, value);
        return max;
    }

    internal static int Min(ReadOnlySpan<int> values)
    {
        var min = values[0];
        foreach (var value in values.Slice(ByVectors(values, isMax: false, ref min))) min = Math.Min(min, value);
        return min;
    }

    internal static long Min(ReadOnlySpan<long> values)
    {
        var min = values[0];
        foreach (var value in values.Slice(ByVectors(values, isMax: false, ref min))) min = Math.Min(min, value);
        return min;
    }

    /// <summary>The greatest number, or NaN when there is none: as LINQ and CompareTo see NaN.</summary>
    internal static double Max(ReadOnlySpan<double> values)
    {
        var max = double.NaN;
        while (double.IsNaN(max) && !values.IsEmpty)
        {
            max = values[0];
            values = values.Slice(1);
        }

        // No comparison with NaN is true.
        foreach (var value in values)
        {
            if (value > max) max = value;
        }

        return max;
    }

    /// <summary>NaN when there is one, else the least number.</summary>
    internal static double Min(ReadOnlySpan<double> values)
    {
        var min = values[0];
        foreach (var value in values)
        {
            if (double.IsNaN(value)) return value;
            if (value < min) min = value;
        }

        return min;
    }

    /// <summary>Looks at as many values as fill vectors, and returns how many that were.</summary>
#if NET
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int ByVectors<T>(ReadOnlySpan<T> values, bool isMax, ref T found)
        where T : struct, IBinaryInteger<T>
    {
        if (values.Length < Vector<T>.Count) return 0;
        var vectors = MemoryMarshal.Cast<T, Vector<T>>(values);

        // Two chains of comparisons, for one would wait for itself.
        Vector<T> best = vectors[0], other = best;
        var place = 0;
        if (isMax)
        {
            for (; place + 1 < vectors.Length; place += 2)
            {
                best = Vector.Max(best, vectors[place]);
                other = Vector.Max(other, vectors[place + 1]);
            }
        }
        else
        {
            for (; place + 1 < vectors.Length; place += 2)
            {
                best = Vector.Min(best, vectors[place]);
                other = Vector.Min(other, vectors[place + 1]);
            }
        }

        found = best[0];
        for (var i = 0; i < Vector<T>.Count; i++)
        {
            var (one, two, last) = (best[i], other[i], vectors[vectors.Length - 1][i]);
            found = isMax ? T.Max(T.Max(found, one), T.Max(two, last)) : T.Min(T.Min(found, one), T.Min(two, last));
        }

        return vectors.Length * Vector<T>.Count;
    }
#else
    private static int ByVectors<T>(ReadOnlySpan<T> values, bool isMax, ref T found) => 0;
#endif
}
