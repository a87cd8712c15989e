using Unpause.Recordings.Objects;

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
    long HeapCountDecisions,
    double? CostMedianPercent);

/// <summary>What objects with finalizers cost: each survives the collection that finds it dead, and waits for one thread.</summary>
/// <param name="Found">Objects that collections found dead and kept for their finalizers.</param>
/// <param name="KeptBytesMax">The most bytes that one collection kept because of them.</param>
/// <param name="Finalized">
/// Finalizers that ran; null where the runtime does not record it, as of a batch that had not ended: its end has the count.
/// </param>
/// <param name="Waiting">Objects found whose finalizers had not run when the recording ended; null where that is not recorded.</param>
/// <param name="BusyNanoseconds">Time that the finalizer thread was at work, with a run that had not
/// ended; null where the runtime does not record it.</param>
public sealed record FinalizerSummary(
    long Found, long KeptBytesMax, long? Finalized, long? Waiting, Total? BusyNanoseconds, long? LongestNanoseconds)
{
    /// <summary>Types of the objects whose finalizers were started, the most first; null where they are not recorded.</summary>
    public IReadOnlyList<FinalizedType>? Types { get; init; }

    /// <summary>
    /// The most objects that can have waited when the recording ended: all that were found less those of ended batches; null where no
    /// batch is recorded.
    /// </summary>
    public long? WaitingAtMost { get; private init; }

    /// <summary>Computes the numbers; null when collections found no such objects.</summary>
    /// <param name="found">Objects that collections found.</param>
    /// <param name="kept">The most bytes that one collection kept because of them.</param>
    internal static FinalizerSummary? Compute(Recording recording, long found, long kept)
    {
        if (found == 0) return null;
        if (recording.Finalizers is not { } runs) return new FinalizerSummary(found, kept, null, null, null, null);
        var open = recording.DurationNanoseconds - runs.OpenSinceNanoseconds ?? 0;
        var finalized = runs.OpenSinceNanoseconds is null ? runs.Objects : Started(runs);
        return new FinalizerSummary(
            found, kept, finalized, finalized is { } ran ? Math.Max(0, found - ran) : null, Total.From(runs.TotalNanoseconds)
                + open, Math.Max(runs.LongestNanoseconds, open))
        {
            Types = runs.Types,
            WaitingAtMost = Math.Max(0, found - (finalized ?? runs.Objects)),
        };
    }

    /// <summary>Finalizers that had ended while a batch was under way, from their starts; null where those are not recorded.</summary>
    private static long? Started(FinalizerRuns runs)
    {
        if (runs.Types is not { } types) return null;
        long started = 0;
        foreach (var type in types) started += type.Objects;
        return Math.Max(runs.Objects, started - 1);
    }
}
