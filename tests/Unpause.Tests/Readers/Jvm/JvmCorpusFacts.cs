using Unpause.Recordings;
using Unpause.Recordings.Readers;
using Unpause.Recordings.Words;

namespace Unpause.Tests.Readers.Jvm;

/// <summary>
/// What each fact of the corpus' table is in a recording. The table's <c>count:</c> facts are the types of GCToolKit's
/// events: a collection is of exactly one type, and the type's name depends on the collector.
/// </summary>
internal static class JvmCorpusFacts
{
    private static readonly Dictionary<string, Func<LoadedRecordings, double>> Table = new(StringComparer.Ordinal)
    {
        // Broken logs: something of them is read, and every line is counted.
        ["must_not_crash"] = loaded => loaded.Unread.Count == 0 && loaded.Recordings.Sum(recording => recording.Coverage.Lines) > 0 ? 1 : 0,
        ["pause_count"] = loaded => Pauses(loaded).Count(),
        ["pause_sum_s"] = loaded => Pauses(loaded).Sum(pause => pause.DurationNanoseconds) / 1e9,
        ["pause_max_s"] = loaded => Pauses(loaded).Max(pause => pause.DurationNanoseconds) / 1e9,
        ["full_pause_count"] = loaded => loaded.Recordings.Sum(
            recording => recording.Pauses.Count(pause => recording.Collections[pause.Collection].Generation == Generations.Full)),
        ["stopped_count"] = loaded => Stops(loaded).Count(),
        ["stopped_sum_s"] = loaded => Stops(loaded).Sum(stop => stop.DurationNanoseconds) / 1e9,
        ["stopped_max_s"] = loaded => Stops(loaded).Max(stop => stop.DurationNanoseconds) / 1e9,

        // Young collections, by the name of the young space. A log without details doesn't name it.
        ["count:Young"] = loaded => Young(loaded, "G1", null),
        ["count:DefNew"] = loaded => Young(loaded, "Serial"),
        ["count:PSYoungGen"] = loaded => Young(loaded, "Parallel"),
        ["count:ParNew"] = loaded => Young(loaded, "CMS"),
        ["count:ParNewPromotionFailed"] = loaded => Count(loaded, "CMS", collection => Has(collection, JvmMarks.PromotionFailed)),
        ["count:G1GCYoungInitialMark"] = loaded => Count(
            loaded, "G1", collection => collection.Generation == Generations.Young && Has(collection, JvmMarks.ConcurrentStart)),
        ["count:Mixed"] = loaded => Count(
            loaded, "G1", collection => collection.Generation == Generations.Mixed && !Has(collection, JvmMarks.ConcurrentStart)),
        ["count:G1GCMixedInitialMark"] = loaded => Count(
            loaded, "G1", collection => collection.Generation == Generations.Mixed && Has(collection, JvmMarks.ConcurrentStart)),

        // Full collections, by why.
        ["count:Full"] = loaded => Full(loaded, g1: true),
        ["count:FullGC|PSFull"] = loaded => Full(loaded, g1: false),
        ["count:SystemGC"] = loaded => Count(
            loaded, null, collection => IsFull(collection) && IsSystem(collection) && !Has(collection, JvmMarks.ConcurrentModeInterrupted)),
        ["count:ConcurrentModeFailure"] = loaded => Count(loaded, null, collection => Has(collection, JvmMarks.ConcurrentModeFailure)),
        ["count:ConcurrentModeInterrupted"] =
            loaded => Count(loaded, null, collection => Has(collection, JvmMarks.ConcurrentModeInterrupted)),

        // Pauses of concurrent cycles.
        ["count:InitialMark"] = loaded => Pauses(loaded).Count(pause => pause.Name is "CMS-initial-mark"),
        ["count:Remark"] = loaded => Pauses(loaded).Count(pause => pause.Name is "CMS-remark"),
        ["count:G1GCRemark"] = loaded => Pauses(loaded).Count(pause => pause.Name is "GC remark" or "Pause Remark"),
        ["count:G1GCCleanup"] = loaded => Pauses(loaded).Count(pause => pause.Name is "GC cleanup" or "Pause Cleanup"),

        // Concurrent phases that ended.
        ["count:ConcurrentMark"] = loaded => Phases(loaded, "CMS-concurrent-mark"),
        ["count:Concurrent_Preclean"] = loaded => Phases(loaded, "CMS-concurrent-preclean"),
        ["count:Abortable_Preclean|Concurrent_Mark"] = loaded => Phases(loaded, "CMS-concurrent-abortable-preclean"),
        ["count:Concurrent_Sweep"] = loaded => Phases(loaded, "CMS-concurrent-sweep"),
        ["count:Concurrent_Reset"] = loaded => Phases(loaded, "CMS-concurrent-reset"),
        ["count:G1GCConcurrentMark"] = loaded => Phases(loaded, "concurrent-mark", "Concurrent Mark")
            + Count(loaded, "G1", collection => Has(collection, JvmMarks.Aborted)),
        ["count:G1GCConcurrentCleanup"] = loaded => Phases(loaded, "concurrent-cleanup", "Concurrent Cleanup for Next Mark"),
        ["count:ConcurrentRootRegionScan"] = loaded => Phases(loaded, "concurrent-root-region-scan", "Concurrent Scan Root Regions"),
        ["count:ConcurrentClearClaimedMarks"] = loaded => Phases(loaded, "Concurrent Clear Claimed Marks"),
        ["count:ConcurrentScanRootRegions"] = loaded => Phases(loaded, "Concurrent Scan Root Regions"),
        ["count:ConcurrentCleanupForNextMark"] = loaded => Phases(loaded, "Concurrent Cleanup for Next Mark"),
        ["count:ConcurrentCompleteCleanup"] = loaded => Phases(loaded, "Concurrent Complete Cleanup"),
        ["count:ConcurrentCreateLiveData"] = loaded => Phases(loaded, "Concurrent Create Live Data"),
        ["count:G1ConcurrentRebuildRememberedSets"] = loaded => Phases(loaded, "Concurrent Rebuild Remembered Sets"),
        ["count:G1ConcurrentMarkResetForOverflow"] =
            loaded => Phases(loaded, "concurrent-mark-reset-for-overflow", "Concurrent Mark Reset For Overflow"),
    };

    /// <summary>The fact's value; throws for a fact that the table lacks.</summary>
    public static double Of(LoadedRecordings loaded, string fact) => Table[fact](loaded);

    private static double Young(LoadedRecordings loaded, params string?[] collectors) =>
        collectors.Sum(collector => loaded.Recordings.Where(recording => recording.Source.Collector == collector)
        .Sum(recording => recording.Collections.Count(collection => collection.Generation == Generations.Young
            && !Has(collection, JvmMarks.ConcurrentStart) && !Has(collection, JvmMarks.PromotionFailed))));

    private static double Full(LoadedRecordings loaded, bool g1) =>
        loaded.Recordings.Where(recording => (recording.Source.Collector == "G1") == g1).Sum(recording =>
        recording.Collections.Count(collection => IsFull(collection) && !IsSystem(collection)
            && !Has(collection, JvmMarks.ConcurrentModeFailure) && !Has(collection, JvmMarks.ConcurrentModeInterrupted)));

    private static double Count(LoadedRecordings loaded, string? collector, Func<Collection, bool> match) =>
        loaded.Recordings.Where(
            recording => collector is null || recording.Source.Collector == collector).Sum(recording => recording.Collections.Count(match));

    private static double Phases(LoadedRecordings loaded, params string[] names) =>
        loaded.Recordings.Sum(recording => recording.Phases.Count(phase => phase.Concurrent && names.Contains(phase.Name)));

    private static bool IsFull(Collection collection) => collection.Generation == Generations.Full;

    private static bool IsSystem(Collection collection) => collection.RuntimeCause is "System.gc()" or "System";

    private static bool Has(Collection collection, string mark) => collection.Marks?.Contains(mark) == true;

    private static IEnumerable<Pause> Pauses(LoadedRecordings loaded) => loaded.Recordings.SelectMany(recording => recording.Pauses);

    private static IEnumerable<Stop> Stops(LoadedRecordings loaded) =>
        loaded.Recordings.SelectMany(recording => recording.Stops ?? Enumerable.Empty<Stop>());
}
