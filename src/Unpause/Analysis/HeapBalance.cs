using Unpause.Recordings;

namespace Unpause.Analysis;

/// <summary>
/// How evenly the heaps of a collector with several share the work: what the fullest heap kept, and how long the slowest
/// marked, as multiples of the mean. 1 is even; with n heaps, n means that one did everything.
/// </summary>
/// <param name="Collections">Collections with several heaps and at least 1 MiB of survivors.</param>
/// <param name="SurvivedMedian">Of survivors, the median.</param>
/// <param name="SurvivedMax">Of survivors, the worst.</param>
/// <param name="MarkMedian">Of the time of marking, the median; null when it is not told.</param>
public sealed record HeapBalance(long Collections, double SurvivedMedian, double SurvivedMax, double? MarkMedian)
{
    private const long LeastSurvivedBytes = 1024 * 1024;

    /// <summary>Computes the numbers; null when no collection had several heaps with enough in them.</summary>
    public static HeapBalance? Of(Recording recording, CollectionFacts facts)
    {
        var survived = new List<double>();
        var mark = new List<double>();
        Span<long> row = stackalloc long[CollectionFacts.Width];
        for (var i = 0; i < recording.Collections.Count; i++)
        {
            if (!facts.TryRead(i, row)) continue;
            var heaps = row[CollectionFacts.Index(CollectionFact.Heaps)];
            var fullest = row[CollectionFacts.Index(CollectionFact.FullestHeapSurvivedBytes)];
            var all = Survived(row);
            if (heaps < 2 || fullest == CollectionFacts.Unknown || all < LeastSurvivedBytes) continue;
            survived.Add((double)fullest * heaps / all);
            var slowest = row[CollectionFacts.Index(CollectionFact.SlowestHeapMarkNanoseconds)];
            var mean = row[CollectionFacts.Index(CollectionFact.MeanHeapMarkNanoseconds)];
            if (slowest > 0 && mean > 0) mark.Add((double)slowest / mean);
        }

        if (survived.Count == 0) return null;
        survived.Sort();
        mark.Sort();
        return new HeapBalance(survived.Count, survived[survived.Count / 2], survived[^1], mark.Count == 0 ? null : mark[mark.Count / 2]);
    }

    private static long Survived(ReadOnlySpan<long> row)
    {
        long sum = 0;
        for (var space = HeapSpace.Gen0; space <= HeapSpace.Pinned; space++) sum += Math.Max(0, row[CollectionFacts.Index(space, SpaceFact.Survived)]);
        return sum;
    }
}
