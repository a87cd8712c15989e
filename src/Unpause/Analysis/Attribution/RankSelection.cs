using System.Numerics;

namespace Unpause.Analysis.Attribution;

/// <summary>
/// Exact nearest-rank percentiles without sorting: one pass counts values into buckets a 1024th of their size wide,
/// a second collects only the values of the buckets in which a wanted rank lies and sorts those.
/// </summary>
internal static class RankSelection
{
    private const int MantissaBits = 10;
    private const int Buckets = (64 - MantissaBits) << MantissaBits;

    /// <summary>The values at some percentiles; null for each when there are no values.</summary>
    /// <param name="values">Not negative, in any order; not changed.</param>
    /// <param name="perMille">Percentiles in tenths of a percent, ascending.</param>
    public static long?[] Percentiles(ReadOnlyMemory<long> values, ReadOnlySpan<int> perMille)
    {
        var results = new long?[perMille.Length];
        if (values.IsEmpty) return results;
        var counts = Count(values);
        var (wanted, ranks) = Locate(counts, perMille, values.Length);
        var collected = Collect(values, counts, wanted);
        for (var i = 0; i < results.Length; i++) results[i] = collected[wanted[i]][ranks[i]];
        return results;
    }

    private static int[] Count(ReadOnlyMemory<long> values)
    {
        var total = new int[Buckets];
        Sweep.InPieces(values.Length, (from, to) =>
        {
            var counts = new int[Buckets];
            foreach (var value in values.Span[from..to]) counts[Bucket(value)]++;
            lock (total)
            {
                for (var i = 0; i < counts.Length; i++) total[i] += counts[i];
            }
        });
        return total;
    }

    /// <summary>For each percentile its bucket and its rank within it.</summary>
    private static (int[] Buckets, int[] Ranks) Locate(int[] counts, ReadOnlySpan<int> perMille, int total)
    {
        var buckets = new int[perMille.Length];
        var ranks = new int[perMille.Length];
        var bucket = 0;
        var before = 0;
        for (var i = 0; i < perMille.Length; i++)
        {
            var rank = (int)Math.Max(1, (((long)total * perMille[i]) + 999) / 1000) - 1;
            while (before + counts[bucket] <= rank) before += counts[bucket++];
            (buckets[i], ranks[i]) = (bucket, rank - before);
        }

        return (buckets, ranks);
    }

    private static Dictionary<int, long[]> Collect(ReadOnlyMemory<long> values, int[] counts, int[] wanted)
    {
        var collected = new Dictionary<int, long[]>();
        foreach (var bucket in wanted) collected.TryAdd(bucket, GC.AllocateUninitializedArray<long>(counts[bucket]));
        var isWanted = new bool[Buckets];
        foreach (var bucket in wanted) isWanted[bucket] = true;
        var filled = new int[Buckets];
        Sweep.InPieces(values.Length, (from, to) =>
        {
            var wantedHere = isWanted;
            foreach (var value in values.Span[from..to])
            {
                var bucket = Bucket(value);
                if (wantedHere[bucket]) collected[bucket][Interlocked.Increment(ref filled[bucket]) - 1] = value;
            }
        });
        foreach (var items in collected.Values) Array.Sort(items);
        return collected;
    }

    /// <summary>Ascending in the value: its highest bit and the ten below it; values below 1024 have a bucket each.</summary>
    private static int Bucket(long value)
    {
        var above = Math.Max(0, 63 - BitOperations.LeadingZeroCount((ulong)value) - MantissaBits);
        return (above << MantissaBits) + (int)(value >> above);
    }
}
