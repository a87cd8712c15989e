namespace Unpause.Analysis.Summaries;

/// <summary>What the collector reported besides pauses and sizes; null where it records nothing.</summary>
/// <param name="HeapsMin">Fewest heaps in use.</param>
/// <param name="HeapsMax">Most heaps in use.</param>
/// <param name="Foreground">Collections inside a background one.</param>
/// <param name="MemoryLoadMaxPercent">Highest memory load of the machine or container when a collection started.</param>
/// <param name="PinnedObjectsMax">Most pinned objects that a collection met.</param>
/// <param name="HandlesMax">Most handles at a collection's end.</param>
/// <param name="CommittedMaxBytes">Most committed memory.</param>
/// <param name="CommittedLastBytes">Committed memory after the last collection.</param>
/// <param name="CommittedFreeLastBytes">The part of it that is free or about to be given back.</param>
/// <param name="BookkeepingLastBytes">The part of it for the collector's own tables.</param>
/// <param name="Balance">How evenly heaps share the work; null with one heap.</param>
/// <param name="Finalizers">What finalizers cost; null when no collection found finalizable objects.</param>
/// <param name="HeapCountChanges">Times the number of heaps was another than at the collection before.</param>
/// <param name="HeapCountDecisions">Times the collector decided how many heaps suit the program.</param>
/// <param name="CostMedianPercent">Median of GC's cost by its own measure then; null when not recorded.</param>
internal sealed record CollectorSummary(
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
    long HeapCountDecisions,
    double? CostMedianPercent);
