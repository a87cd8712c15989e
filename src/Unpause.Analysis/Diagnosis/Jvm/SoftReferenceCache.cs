using Unpause.Recordings.Objects;

namespace Unpause.Analysis.Diagnosis.Jvm;

/// <summary>
/// Soft references fill the heap until only clearing all of them makes room: a full collection frees almost nothing, and the next, which
/// begins at once and clears them, frees much. Or (G1 of JDK 21 and later) concurrent cycles free almost nothing, and each full collection
/// most of the heap.
/// </summary>
internal sealed class SoftReferenceCache : Rule
{
    private static readonly Threshold Kept = Threshold.Percent(
        "share of the used heap that the first full collection frees at most", 5, "it keeps soft references");

    private static readonly Threshold Cleared = Threshold.Percent(
        "share of the used heap that the second frees at least", 25, "less may be what died meanwhile");

    private static readonly Threshold Apart = Threshold.Milliseconds(
        "longest time between the two", 3, "the JVM tries again before the program runs, and logs round times to milliseconds");

    private static readonly Threshold Emptied = Threshold.Percent(
        "share of the used heap that a full collection frees at least, where marking cycles before it freed at most the first share", 50,
        "both found the same objects in use, but only the full collection cleared soft references");

    private static readonly Threshold FewestEmptied = Threshold.Count(
        "fewest such full collections", 3, "collections", "the end of a task may free as much between a marking and a full collection");

    private static readonly Threshold Certain = Threshold.Count(
        "fewest pairs of such collections for a likely cause", 2, "pairs", "after OutOfMemoryError, a dead thread's data is freed as well");

    private static readonly Threshold Full = Threshold.Percent(
        "share of the heap in use from which a collection happens because of them", 70, "what the references keep leaves too little room");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "soft-reference-cache",
        AppliesTo = [Runtimes.Jvm],
        Summary = $"A full collection frees at most {Kept} of the used heap, and the next one, at most {Apart} later, at least {Cleared}: "
            + $"it clears all soft references. Or at least {FewestEmptied} that free at least {Emptied}, after marking cycles that freed "
            + $"at most {Kept}.",
        Background = "A SoftReference keeps its object until memory is short: for 1 s per free MiB after its last use, and so in a full "
            + "heap nearly until OutOfMemoryError. A cache of soft references therefore fills any heap. The program then runs in a full "
            + "heap, with collections that free almost nothing, until one clears the whole cache.",
        Thresholds = [Kept, Cleared, Apart, Emptied, FewestEmptied, Certain, Full],
        Needs = [JvmNeeds.Collections],
        Advises =
        [
            "bound the cache by a number of entries or bytes, with ordinary references",
            "let soft references expire sooner",
        ],
        IsCuredByCodeAlone = true,
        Confidence = Confidence.Likely("only a collection that clears soft references frees so much at once"),
        Versions = "All versions; G1, Parallel and Serial.",
        Sources =
        [
            "OpenJDK, src/hotspot/share/gc/g1/g1CollectedHeap.cpp (satisfy_failed_allocation: clear_all_soft_refs)",
            "OpenJDK, src/hotspot/share/gc/shared/referencePolicy.cpp (LRUMaxHeapPolicy)",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var recording = process.Recording;
        if (process.Summary.Collections.Count == 0) return JvmNeeds.Collections.Missing();
        if (!process.Summary.Collections.ByGeneration.Any(generation => generation.Generation == Generations.Full)) return Verdict.Silent;
        var pairs = FindPairs(recording);
        var emptied = FindEmptied(recording);
        if (emptied.Count >= FewestEmptied.Value) pairs.UnionWith(emptied);
        if (pairs.Count == 0) return Verdict.Silent;
        var heap = process.Summary.Heap.MaxBytes ?? pairs.Max(index => recording.Collections[index].HeapBeforeBytes ?? 0);
        var because = CollectionGroup.Select(
            recording,
            (index, collection) => pairs.Contains(index) || collection.HeapBeforeBytes >= heap * Full.Share);
        var freed = pairs.Max(index => recording.Collections[index] is { HeapBeforeBytes: { } before, HeapAfterBytes: { } after }
            ? before - after : 0);
        var pauses = process.Summary.Pauses.TotalNanoseconds;
        return Verdict.Found(
            new Finding(
                Id,
                Severity.High,
                $"Soft references fill the heap: {Quantities.Count(pairs.Count, "full collection")} cleared them and freed up to "
                + $"{Quantities.Bytes(freed)}, while others found all of it in use",
                [
                    Evidence.Count(
                        "clearing_collections",
                        $"full collections that freed at least {Cleared}, after a collection of the whole heap that freed at most {Kept} "
                        + $"(gc {string.Join(", ", pairs.Take(NumbersShown).Select(index => recording.Collections[index].Number))})",
                        pairs.Count, "collections"),
                    Evidence.Size("cleared_bytes", "most bytes that one of them freed", freed),
                    Evidence.Count(
                        "full_heap_collections", $"collections that began with at least {Full} of the heap in use", because.Count,
                        "collections"),
                    Evidence.Time("pause_total_ms", "total pause time of these collections", because.PauseTotalNanoseconds),
                ],
                [
                    new(
                        "Find the cache that keeps SoftReference objects, and bound it instead: a number of entries or bytes, with "
                        + "ordinary references (Caffeine.maximumSize, an LRU LinkedHashMap). A larger heap only fills more slowly."),
                    new(
                        "To try it without a code change, let the JVM clear soft references at each collection that finds them (all "
                        + "versions). The cache is then emptied often: compare its misses, too.",
                        "-XX:SoftRefLRUPolicyMSPerMB=0"),
                ],
                $"Saves up to {Quantities.Duration(because.PauseTotalNanoseconds)} of {Quantities.Duration(pauses)} of pause time.",
                Gain.PausesUpTo(process, because.PauseTotalNanoseconds.Value))
            {
                Confidence = pairs.Count < Certain.Value
                    ? Confidence.Possible("it happened once; what a failed thread kept is freed in the same way")
                    : null,
            },
            because);
    }

    private const int NumbersShown = 5;

    /// <summary>The second full collections of such pairs, by index.</summary>
    private static HashSet<int> FindPairs(Recording recording)
    {
        var pairs = new HashSet<int>();
        Collection? last = null;
        var (isRetry, areRetries) = (false, true);
        for (var i = 0; i < recording.Collections.Count; i++)
        {
            var collection = recording.Collections[i];
            // A concurrent cycle that was under way stands between them.
            if (collection.Kind == CollectionKind.Background) continue;
            var retries = IsFull(last) && IsFull(collection) && FreedShare(last!.Value) <= Kept.Share
                && collection.StartNanoseconds - last.Value.EndNanoseconds <= Apart.Nanoseconds
                && collection.HeapBeforeBytes <= last.Value.HeapAfterBytes;
            if (retries && FreedShare(collection) >= Cleared.Share)
            {
                pairs.Add(i);
                areRetries &= isRetry;
            }

            (last, isRetry) = (collection, retries);
        }

        // One that follows two in vain: OutOfMemoryError was thrown before it, and freed what its thread kept.
        return pairs.Count < Certain.Value && areRetries ? [] : pairs;
    }

    /// <summary>Full collections that freed most of the heap, by index, after marking cycles none of which had freed much.</summary>
    private static HashSet<int> FindEmptied(Recording recording)
    {
        var emptied = new HashSet<int>();
        if (recording.Source.Collector != "G1") return emptied;
        long? marked = null;
        long least = 0, markedAt = 0;
        var (without, with) = (0, 0);
        for (var i = 0; i < recording.Collections.Count; i++)
        {
            var collection = recording.Collections[i];
            var isFull = collection.Generation == Generations.Full;
            if (isFull || collection.LiveSetBytes is not null)
            {
                // What a cycle found dead is freed by the collections after it.
                if (marked is { } before && least >= before * (1 - Kept.Share)) without++;
                else if (marked is not null) with++;
                (marked, least) = isFull ? (null, 0) : (collection.LiveSetBytes, collection.LiveSetBytes ?? 0);
                markedAt = collection.EndNanoseconds ?? 0;
            }
            else if (collection.HeapAfterBytes is { } after && collection.EndNanoseconds > markedAt)
            {
                least = Math.Min(least, after);
            }

            if (!isFull) continue;
            if (IsFull(collection) && without > 0 && with == 0 && FreedShare(collection) >= Emptied.Share) emptied.Add(i);
            (without, with) = (0, 0);
        }

        return emptied;
    }

    private static bool IsFull(Collection? collection) =>
        collection is { Generation: Generations.Full, Induced: false, Cause: not (Causes.Diagnostic or Causes.Metadata) };

    private static double FreedShare(Collection collection) =>
        collection is { HeapBeforeBytes: > 0 and var before, HeapAfterBytes: { } after } ? 1 - ((double)after / before) : double.NaN;
}
