namespace Unpause.Analysis.Diagnosis.Jvm;

/// <summary>Full collections stop the application while they process the whole heap. Their cause decides the advice.</summary>
internal sealed class FullCollections : Rule
{
    private const int CallersShown = 3;
    private const int FramesShown = 6;

    /// <summary>What to change for each cause, with the versions to which it applies.</summary>
    private static readonly (string Cause, string[] Collectors, string Text, string? Setting)[] AdviceByCause =
    [
        (
            Causes.Metadata,
            [],
            "Class metadata reached its threshold. Set it above what the process loads, to avoid collections at startup "
            + "(JDK 8 and later). If they recur for hours, classes are being created without bound.",
            "-XX:MetaspaceSize=256m"),
        (
            Causes.PromotionFailure,
            ["G1"],
            "The concurrent cycle did not free memory in time: give the heap more room. G1 adapts the start of its cycles itself.",
            "-Xmx"),
        (
            Causes.PromotionFailure,
            ["CMS"],
            "The concurrent cycle did not free memory in time. Start it earlier, at a fixed occupancy (JDK 5 to 13).",
            "-XX:CMSInitiatingOccupancyFraction=60 -XX:+UseCMSInitiatingOccupancyOnly"),
        (
            Causes.PromotionFailure,
            [JvmCollectors.Shenandoah],
            "The concurrent cycle did not free memory in time. Give the heap more room.",
            "-Xmx"),
        (
            Causes.Allocation,
            [],
            "An allocation failed even after a young collection: the heap is too small for the live set, or large objects fragment it.",
            "-Xmx"),
        (
            Causes.Occupancy,
            ["Serial", JvmCollectors.Parallel],
            "The collector expected the next young collection to promote more than the old generation has free. Give the old "
            + "generation more room (or a smaller -Xmn). G1 (the default from JDK 9 on) marks concurrently instead, but needs more heap.",
            "-Xmx"),
    ];

    private static readonly Threshold LeastOfPauses = Threshold.Percent(
        "smallest share of pause time", 10, "below it, other pauses matter more");

    private static readonly Threshold Many = Threshold.Count(
        "fewest full collections for their share to count", 3, "collections", "one at startup and one at shutdown are not a pattern");

    private static readonly Threshold Long = Threshold.Milliseconds(
        "long pause", 100, "a request that meets it is late, however rare it is");

    private static readonly Threshold Roomy = Threshold.Percent(
        "heap occupancy up to which heap size does not explain a failed allocation", 50,
        "an allocation that fails in a half-empty heap needs contiguous memory");

    private static readonly Threshold Full = Threshold.Percent(
        "heap occupancy from which the heap is full", 90, "young collections then have no room either");

    private static readonly Threshold Freed = Threshold.Percent(
        "share of the used heap that a collection of a full heap frees at most", 5, "more is room for the program to go on");

    private static readonly Threshold VeryLong = Threshold.Milliseconds(
        "a pause that makes the finding high", 500, "requests time out or are retried");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "full-collections",
        AppliesTo = [Runtimes.Jvm],
        JudgesOtherJvms = true,
        Summary = $"At least {Many} are full and take at least {LeastOfPauses} of pause time, or a "
            + $"single full collection takes at least {Long}.",
        Background = "A full collection stops the application while it processes the whole heap. A healthy heap needs none. The cause that "
            + "the runtime reports decides what to change.",
        Thresholds = [LeastOfPauses, Many, Long, Roomy, Full, Freed, VeryLong],
        Needs = [JvmNeeds.Collections],
        Advises =
        [
            "depending on the cause: remove explicit GCs or let them run concurrently, raise the limit of direct buffers",
            "set the metaspace threshold above what the process loads",
            "start the concurrent cycle earlier, or give the heap more room",
            "for humongous objects: larger regions where the heap is large enough, or chunks",
        ],
        FollowsFrom =
        [
            "soft-reference-cache",
            "growing-live-set",
            "dominant-retainer",
            "objects-retained-too-long",
            "cramped-heap",
            "concurrent-mode-failure",
            "evacuation-failure",
            "humongous-allocation",
            "metadata-collections",
            "monitoring-stops",
        ],
        Confidence = Confidence.Certain("the runtime reports each one with its cause"),
        Versions = "All versions and collectors. Each piece of advice names the collectors and versions to which it applies.",
        Sources =
        [
            "Oracle, HotSpot Virtual Machine Garbage Collection Tuning Guide",
            "OpenJDK, src/hotspot/share/gc/shared/gcCause.cpp",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        // The summary includes diagnostic collections: if even that is not notable, nothing is.
        var any = process.Summary.Collections.ByGeneration.FirstOrDefault(generation => generation.Generation == Generations.Full);
        if (any is null || !IsNotable(process, any.Count, any.PauseTotalNanoseconds, any.PauseMaxNanoseconds ?? 0)) return Verdict.Silent;
        var full = CollectionGroup.Select(process.Recording, IsFull);
        if (full.Count == 0) return Verdict.Silent;
        var share = Share(process, full.PauseTotalNanoseconds);
        if (!IsNotable(process, full.Count, full.PauseTotalNanoseconds, full.PauseMaxNanoseconds)) return Verdict.Silent;
        var causes = process.Recording.Collections.Where(
            IsFull).GroupBy(collection => (collection.Cause, collection.RuntimeCause)).OrderByDescending(group => group.Count()).ToList();
        List<Evidence> evidence =
        [
            Evidence.Count("full_collections", $"full collections (numbers {full.Numbers})", full.Count, "collections"),
            Evidence.Time("pause_total_ms", "total pause time of these collections", full.PauseTotalNanoseconds),
            Evidence.Percent("share_of_pauses_percent", "share of all pause time", share * 100),
            Evidence.Time("pause_max_ms", "longest of these pauses", full.PauseMaxNanoseconds),
        ];
        evidence.AddRange(causes.Select(cause => Evidence.Count(
            "cause_collections",
            cause.Key.RuntimeCause is { } word ? $"full collections with cause \"{word}\"" : "full collections whose cause is not recorded",
            cause.Count(),
            "collections")));
        foreach (var call in (process.Recording.InducedBy ?? []).Take(CallersShown))
        {
            evidence.Add(Evidence.Count(
                "caller_calls", "explicit GCs called from " + string.Join(" ← ", call.Stack.Take(FramesShown)), call.Count, "calls"));
        }

        var heapIsFull = false;
        if (RoomOf(process.Recording) is var (occupied, freed))
        {
            heapIsFull = occupied >= Full.Share && freed <= Freed.Share;
            evidence.Add(Evidence.Percent(
                "used_before_percent", "highest heap occupancy before one that the collector decided on", occupied * 100));
            evidence.Add(Evidence.Percent("freed_percent", "share of the used heap that these collections freed", freed * 100));
        }

        var inUse = MostInUse(process.Recording);
        var roomy = inUse <= Roomy.Share;
        if (inUse is { } used)
        {
            evidence.Add(Evidence.Percent(
                "used_at_failure_percent", "highest heap occupancy when an allocation failed", used * 100));
        }

        var failed = !roomy && !ChoosesFull(process.Recording);
        var advice = AdviceByCause.Where(row => Holds(row.Collectors, process.Recording.Source.Collector)
            && causes.Exists(cause => cause.Key.Cause == row.Cause)
            && (failed || row.Cause != Causes.Allocation)).Select(row => new Advice(row.Text, row.Setting)).ToList();
        if (causes.Exists(cause => cause.Key.Cause == Causes.Induced)) advice.InsertRange(0, SystemGcAdvice.Advise(process.Recording));
        if (roomy) advice.Add(OnLargeObject);
        if (heapIsFull) advice.Insert(0, OnFullHeap);
        if (causes.Exists(cause => cause.Key.Cause == Causes.LargeObjectAllocation) && Holds(["G1"], process.Recording.Source.Collector))
        {
            advice.Add(new("No contiguous regions were free for a humongous object."));
            advice.AddRange(RegionAdvice.For(process));
        }

        if (advice.Count == 0)
        {
            advice.Add(process.Recording.Source.Format == JvmFormats.Monitor
                ? new("Record the JVM's own log, which has the cause of each collection (JDK 9 and later).", "-Xlog:gc*")
                : causes.Exists(cause => cause.Key.RuntimeCause is null)
                ? new("Log the cause, which decides what to change (JDK 7u40 to 8; later versions always print it).", "-XX:+PrintGCCause")
                : new("Give the heap more room (all versions).", "-Xmx"));
        }

        var main = causes[0].Key.RuntimeCause is { } commonest ? $", most with cause \"{commonest}\"" : "";
        var severity = full.PauseMaxNanoseconds >= VeryLong.Nanoseconds ? Severity.High : Severity.Medium;
        return Verdict.Found(new Finding(
            Id,
            severity,
            $"{Quantities.Count(full.Count, "full collection")} took {share * 100:0} % of pause time{main}; "
            + $"the longest took {Quantities.Duration(full.PauseMaxNanoseconds)}"
            + (heapIsFull ? ". The heap is full and they free almost nothing: OutOfMemoryError is next" : ""),
            evidence,
            advice,
            $"Saves up to {Quantities.Duration(full.PauseTotalNanoseconds)} "
            + $"of {Quantities.Duration(process.Summary.Pauses.TotalNanoseconds)} of pause time.",
            Gain.PausesUpTo(process, full.PauseTotalNanoseconds))
        {
            // Explicit GCs and metadata collections would happen in an empty heap, too.
            FollowsFrom = causes[0].Key.Cause switch
            {
                Causes.Induced => ["monitoring-stops"],
                Causes.Metadata => ["metadata-collections"],
                _ => null,
            },
        },
            full);
    }

    private static readonly Advice OnFullHeap = new(
        "The heap is full of live objects: these collections free almost nothing. Give it more room, or find what grows: compare two class "
        + "histograms (all versions).",
        "-Xmx");

    private static readonly Advice OnLargeObject = new(
        "The heap had free memory when the allocation failed, so its size isn't the cause. The object is so large that it needs "
        + "contiguous memory (a very large array; with G1, at least half a region), or one generation is too small for it. Look for code "
        + "that reads whole files or responses into memory, and for lists or maps that double their array as they grow.");

    /// <summary>
    /// The highest occupancy of the heap before a full collection that the collector itself decided on, and the share of the used heap
    /// that such collections freed; null if not recorded.
    /// </summary>
    private static (double Occupied, double Freed)? RoomOf(Recording recording)
    {
        double most = 0, before = 0, after = 0;
        foreach (var chunk in recording.Collections.ChunkSpans)
        {
            foreach (var collection in chunk)
            {
                if (!IsFull(collection) || collection.Cause is Causes.Induced or Causes.Metadata) continue;
                if (collection is not { HeapBeforeBytes: > 0 and var used, HeapAfterBytes: { } left }) continue;
                if (collection.HeapCapacityBytes is > 0 and var capacity) most = Math.Max(most, (double)used / capacity);
                before += used;
                after += left;
            }
        }

        return most > 0 ? (most, 1 - (after / before)) : null;
    }

    /// <summary>The highest occupancy before a full collection for a failed allocation; null if not recorded.</summary>
    private static double? MostInUse(Recording recording)
    {
        double? most = null;
        foreach (var chunk in recording.Collections.ChunkSpans)
        {
            foreach (var collection in chunk)
            {
                if (!IsFull(collection) || collection.Cause != Causes.Allocation) continue;
                if (collection is not { HeapBeforeBytes: { } before, HeapCapacityBytes: > 0 and var capacity }) continue;
                most = Math.Max(most ?? 0, (double)before / capacity);
            }
        }

        return most;
    }

    /// <summary>A native image's policy decides which collections are full ones; young ones need not have failed.</summary>
    private static bool ChoosesFull(Recording recording) => recording.Source.Collector == JvmCollectors.NativeImageSerial;

    /// <summary>A log that doesn't name its collector may come from any.</summary>
    private static bool Holds(string[] collectors, string? collector) =>
        collectors.Length == 0 || collector is null || collectors.Contains(collector);

    private static bool IsNotable(AnalysedProcess process, long count, long pauseTotal, long pauseMax) =>
        pauseMax >= Long.Nanoseconds || (count >= Many.Value && Share(process, pauseTotal) >= LeastOfPauses.Share);

    private static double Share(AnalysedProcess process, long pauseTotal) =>
        process.Summary.Pauses.TotalNanoseconds == 0 ? 0 : (double)pauseTotal / process.Summary.Pauses.TotalNanoseconds;

    private static bool IsFull(Collection collection) => collection.Generation == Generations.Full && collection.Cause != Causes.Diagnostic;
}
