using Unpause.Collections;
using Unpause.Recordings;

namespace Unpause.Readers.DotNet;

/// <summary>Sets a collection's heap sizes from its heaps' histories.</summary>
internal static class HeapSizes
{
    public static void Apply(OpenCollection open, ChunkedList<Counter> counters)
    {
        if (open.Sums.Heaps == 0) return;
        open.Collection.HeapBeforeBytes = Sum(open.Sums.UsedBefore);
        open.Collection.HeapAfterBytes = Sum(open.Sums.UsedAfter);
        counters.Add(new Counter(open.Index, DotNetCounters.Gen2FreeBytes, open.Sums.FreeAfter[2]));
        counters.Add(new Counter(open.Index, DotNetCounters.LargeObjectFreeBytes, open.Sums.FreeAfter[3]));
    }

    private static long Sum(long[] generations)
    {
        long sum = 0;
        foreach (var bytes in generations) sum += bytes;
        return Math.Max(0, sum);
    }
}
