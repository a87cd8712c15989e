namespace Unpause;

/// <summary>Sums of numbers that came from a file: a hostile one must not overflow.</summary>
internal static class SaturatingSum
{
    /// <summary>The sum, held at <see cref="long.MaxValue"/> and <see cref="long.MinValue"/>.</summary>
    public static long SumSaturated<T>(this IEnumerable<T> items, Func<T, long> value)
    {
        Int128 sum = 0;
        foreach (var item in items) sum += value(item);
        return (long)Int128.Clamp(sum, long.MinValue, long.MaxValue);
    }
}
