using Unpause.Recordings;

namespace Unpause.Analysis;

/// <summary>What the collector told of itself beside pauses and sizes; null where it tells nothing.</summary>
/// <param name="HeapsMin">Fewest heaps in use.</param>
/// <param name="HeapsMax">Most heaps in use.</param>
/// <param name="Foreground">Collections inside a background one.</param>
/// <param name="MemoryLoadMaxPercent">Highest memory load of the machine or container when a collection started.</param>
/// <param name="PinnedObjectsMax">Most pinned objects that a collection met.</param>
/// <param name="HandlesMax">Most handles at a collection's end.</param>
/// <param name="CommittedMaxBytes">Most committed memory.</param>
/// <param name="CommittedLastBytes">Committed memory after the last collection.</param>
/// <param name="CommittedFreeLastBytes">The part of it that is free or about to be given back.</param>
/// <param name="BookkeepingLastBytes">The part of it that holds the collector's own tables.</param>
/// <param name="Balance">How evenly heaps share the work; null with one heap.</param>
/// <param name="Finalizers">What finalizers cost; null when no collection found finalizable objects.</param>
/// <param name="HeapCountChanges">Times the collector reconsidered its number of heaps.</param>
/// <param name="CostMedianPercent">Median of what collecting cost by its own measure then; null when it told none.</param>
public sealed record CollectorSummary(
    long? HeapsMin,
    long? HeapsMax,
    long? Foreground,
    long? MemoryLoadMaxPercent,
    long? PinnedObjectsMax,
    long? HandlesMax,
    long? CommittedMaxBytes,
    long? CommittedLastBytes,
    long? CommittedFreeLastBytes,
    long? BookkeepingLastBytes,
    HeapBalance? Balance,
    FinalizerSummary? Finalizers,
    long HeapCountChanges,
    double? CostMedianPercent)
{
    /// <summary>Computes the numbers; null where the runtime tells none.</summary>
    public static CollectorSummary? Of(Recording recording)
    {
        if (recording.Facts is not { } facts) return null;
        var least = new long?[CollectionFacts.Width];
        var most = new long?[CollectionFacts.Width];
        var last = new long?[CollectionFacts.Width];
        long? foreground = null;
        long? committedMax = null;
        Span<long> row = stackalloc long[CollectionFacts.Width];
        for (var i = 0; i < recording.Collections.Count; i++)
        {
            committedMax = Larger(committedMax, recording.Collections[i].HeapCapacityBytes);
            if (!facts.TryRead(i, row)) continue;
            for (var at = 0; at < row.Length; at++)
            {
                if (row[at] == CollectionFacts.Unknown) continue;
                least[at] = least[at] < row[at] ? least[at] : row[at];
                most[at] = Larger(most[at], row[at]);
                last[at] = row[at];
            }

            if (row[CollectionFacts.Index(CollectionFact.Foreground)] is >= 0 and var inside) foreground = (foreground ?? 0) + inside;
        }

        long? Most(CollectionFact fact) => most[CollectionFacts.Index(fact)];
        long? Last(CollectionFact fact) => last[CollectionFacts.Index(fact)];
        return new CollectorSummary(
            least[CollectionFacts.Index(CollectionFact.Heaps)],
            Most(CollectionFact.Heaps),
            foreground,
            Most(CollectionFact.MemoryLoadPercent),
            Most(CollectionFact.PinnedObjects),
            Most(CollectionFact.Handles),
            committedMax,
            Last(CollectionFact.CommittedInUseBytes) + Last(CollectionFact.CommittedFreeBytes) + Last(CollectionFact.CommittedBookkeepingBytes),
            Last(CollectionFact.CommittedFreeBytes),
            Last(CollectionFact.CommittedBookkeepingBytes),
            HeapBalance.Of(recording, facts),
            FinalizerSummary.Of(recording, facts),
            recording.HeapCountChanges.Count,
            MedianCost(recording));
    }

    private static long? Larger(long? a, long? b) => a is null ? b : b is null ? a : Math.Max(a.Value, b.Value);

    private static double? MedianCost(Recording recording)
    {
        if (recording.HeapCountChanges.Count == 0) return null;
        var costs = recording.HeapCountChanges.Select(change => change.CostPercent).ToArray();
        Array.Sort(costs);
        return costs[costs.Length / 2];
    }
}
