namespace Unpause.Recordings.Readers.DotNet.Collections;

/// <summary>Sets a collection's heap sizes from its heaps' histories.</summary>
internal static class HeapSizes
{
    public static void Apply(OpenCollection open)
    {
        if (open.Sums.Heaps == 0) return;
        open.Collection.HeapBeforeBytes = Sum(open.Sums, SpaceFact.Before);
        open.Collection.HeapAfterBytes = Sum(open.Sums, SpaceFact.After);
        open.Set(CollectionFact.PinnedSurvivedBytes, open.Sums.PinnedSurvived);
        if (open.Sums.Heaps > 1) open.Set(CollectionFact.FullestHeapSurvivedBytes, open.Sums.FullestSurvived);
    }

    private static long Sum(HeapSums sums, SpaceFact fact)
    {
        long sum = 0;
        for (var generation = 0; generation < HeapSums.Generations; generation++) sum += sums.Of(generation, fact);
        return Math.Max(0, sum);
    }
}
