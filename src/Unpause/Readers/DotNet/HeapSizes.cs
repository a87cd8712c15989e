using Unpause.Recordings;

namespace Unpause.Readers.DotNet;

/// <summary>Sets a collection's heap sizes from its heaps' histories.</summary>
internal static class HeapSizes
{
    public static void Apply(OpenCollection open)
    {
        if (open.Sums.Heaps == 0) return;
        open.Collection.HeapBeforeBytes = Sum(open.Sums.UsedBefore);
        open.Collection.HeapAfterBytes = Sum(open.Sums.UsedAfter);
        for (var space = HeapSpace.Gen0; space <= HeapSpace.Pinned; space++)
        {
            var generation = (int)space;
            open.Set(space, SpaceFact.Before, open.Sums.UsedBefore[generation]);
            open.Set(space, SpaceFact.After, open.Sums.UsedAfter[generation]);
            open.Set(space, SpaceFact.Free, open.Sums.FreeAfter[generation]);
            open.Set(space, SpaceFact.Survived, open.Sums.Survived[generation]);
            open.Set(space, SpaceFact.Budget, open.Sums.Budget[generation]);
        }

        if (open.Sums.Heaps > 1) open.Set(CollectionFact.FullestHeapSurvivedBytes, open.Sums.FullestSurvived);
    }

    private static long Sum(long[] generations)
    {
        long sum = 0;
        foreach (var bytes in generations) sum += bytes;
        return Math.Max(0, sum);
    }
}
