using System.Buffers;
using System.Numerics;

namespace Unpause.Requests.Statistics;

/// <summary>The value in the middle; of an even number of values the higher of the two.</summary>
public static class Median
{
    /// <summary>The median.</summary>
    /// <param name="values">At least one, in any order, none of them NaN; not changed.</param>
    public static T Compute<T>(IEnumerable<T> values)
        where T : struct, INumber<T>
    {
        T[] copy = [.. values];
        return RankPlacement.Place<T>(copy, copy.Length / 2);
    }

    /// <summary>The median of what may be very many.</summary>
    /// <param name="values">At least one, in any order; not changed.</param>
    public static long Compute(ChunkedList<long> values)
    {
        var rented = ArrayPool<long>.Shared.Rent(values.Count);
        values.CopyTo(rented);
        var median = RankPlacement.Place(rented.AsSpan(0, values.Count), values.Count / 2);
        ArrayPool<long>.Shared.Return(rented);
        return median;
    }
}
