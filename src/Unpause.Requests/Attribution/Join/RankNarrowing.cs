using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using Unpause.Requests.Statistics;

namespace Unpause.Requests.Attribution.Join;

/// <summary>The value at a rank: counted into equal cells, then again in the cell that contains it, until few are left.</summary>
internal static class RankNarrowing
{
    private const int CellBits = 12;
    private const int Few = 2048;

    /// <summary>The value at a rank when all are sorted.</summary>
    /// <param name="values">In any order, in any number of lists.</param>
    /// <param name="rank">From 0; less than how many there are.</param>
    public static long At(IReadOnlyList<ChunkedListBase<long>> values, long rank)
    {
        var (low, high) = Bounds(values);
        if (low == high) return low;
        if (rank == values.Sum(list => (long)list.Count) - 1) return high;
        var shift = Math.Max(0, 64 - BitOperations.LeadingZeroCount((ulong)high - (ulong)low) - CellBits);
        var cells = new int[1 << CellBits];
        ForEachChunk(values, chunk => Count(chunk, low, shift, cells));
        var cell = 0;
        while (rank >= cells[cell]) rank -= cells[cell++];
        low += (long)cell << shift;
        if ((ulong)high - (ulong)low >= 1UL << shift) high = low + (1L << shift) - 1;
        using var narrow = new RankBracket(low, high);
        ForEachChunk(values, narrow.Take);
        return narrow.Inside.Count <= Few ? RankPlacement.Place([.. narrow.Inside], (int)rank) : At([narrow.Inside], rank);
    }

    private static (long Low, long High) Bounds(IReadOnlyList<ChunkedListBase<long>> values)
    {
        var (low, high) = (long.MaxValue, long.MinValue);
        ForEachChunk(values, chunk =>
        {
            var (lowest, highest) = Bounds(chunk);
            (low, high) = (Math.Min(low, lowest), Math.Max(high, highest));
        });
        return (low, high);
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)] // Run for long: it must be fast the first time.
    private static (long Low, long High) Bounds(ReadOnlySpan<long> values)
    {
        var (lows, highs) = (Vector512.Create(long.MaxValue), Vector512.Create(long.MinValue));
        foreach (var eight in MemoryMarshal.Cast<long, Vector512<long>>(values))
        {
            (lows, highs) = (Vector512.Min(lows, eight), Vector512.Max(highs, eight));
        }

        var (low, high) = (long.MaxValue, long.MinValue);
        for (var i = 0; i < Vector512<long>.Count; i++) (low, high) = (Math.Min(low, lows[i]), Math.Max(high, highs[i]));
        foreach (var value in values[^(values.Length % Vector512<long>.Count)..])
        {
            (low, high) = (Math.Min(low, value), Math.Max(high, value));
        }

        return (low, high);
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)] // Run for long: it must be fast the first time.
    private static void Count(ReadOnlySpan<long> values, long low, int shift, int[] cells)
    {
        foreach (var value in values) cells[(int)(((ulong)value - (ulong)low) >> shift)]++;
    }

    private static void ForEachChunk(IReadOnlyList<ChunkedListBase<long>> values, Action<ReadOnlySpan<long>> action)
    {
        foreach (var list in values)
        {
            foreach (var chunk in list.ChunkSpans) action(chunk);
        }
    }
}
