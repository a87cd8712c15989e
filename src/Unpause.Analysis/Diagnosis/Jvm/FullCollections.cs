using Unpause.Analysis;
using Unpause.Recordings;
using Unpause.Recordings.Words;

namespace Unpause.Diagnosis.Jvm;

/// <summary>Full collections stop the program for the whole heap; their cause says what to change.</summary>
internal sealed class FullCollections : Rule
{
    private const int CallersShown = 3;
    private const int FramesShown = 6;

    /// <summary>What to change for each cause, and the versions for which it holds.</summary>
    private static readonly (string Cause, string[] Collectors, string Text, string? Setting)[] AdviceByCause =
    [
        (Causes.Induced, ["G1", "CMS"], "Code asks for it: System.gc(), Runtime.gc(), RMI's hourly collection or NIO's direct buffers. "
            + "Let the request run beside the program (CMS from JDK 6, G1 from 7 on).", "-XX:+ExplicitGCInvokesConcurrent"),
        (
            Causes.Induced,
            ["Serial", JvmCollectors.Parallel],
            "Code asks for it: System.gc(), Runtime.gc(), RMI's hourly collection or NIO's direct buffers. This collector can only stop "
            + "the program for it; G1 does the work beside it (JDK 7 and later).",
            "-XX:+UseG1GC -XX:+ExplicitGCInvokesConcurrent"),
        (
            Causes.Induced,
            [],
            "Or ignore the requests, if nothing relies on them: direct buffers do, so set their limit too (JDK 5 and later).",
            "-XX:+DisableExplicitGC -XX:MaxDirectMemorySize=1g"),
        (Causes.Metadata, [], "Class metadata reached its threshold: set it above what the program loads, so that start-up isn't "
            + "interrupted (JDK 8 and later). If it recurs for hours, classes are being made without end.", "-XX:MetaspaceSize=256m"),
        (Causes.PromotionFailure, ["G1"], "Concurrent work did not free memory in time: give the heap more room, or start the work "
            + "earlier (JDK 7 and later; from 9 on G1 adapts this "
            + "value, and it is only the start).", "-XX:InitiatingHeapOccupancyPercent=35"),
        (
            Causes.PromotionFailure,
            ["CMS"],
            "Concurrent work did not free memory in time: start it earlier, and always (JDK 5 to 13).",
            "-XX:CMSInitiatingOccupancyFraction=60 -XX:+UseCMSInitiatingOccupancyOnly"),
        (
            Causes.PromotionFailure,
            [JvmCollectors.Shenandoah],
            "Concurrent work did not free memory in time: give the heap more room.",
            "-Xmx"),
        (
            Causes.Allocation,
            [],
            "An allocation found no room after a young collection: the heap is too small for what is live, or large objects fragment it.",
            "-Xmx"),
        (Causes.Occupancy, ["Serial", JvmCollectors.Parallel], "The old generation is full of promoted objects: a larger heap, or a "
            + "collector that marks concurrently (G1 is the default from JDK 9 on).", "-XX:+UseG1GC"),
        (
            Causes.LargeObjectAllocation,
            ["G1"],
            "A humongous object found no contiguous regions: larger regions make such objects ordinary (JDK 7 and later).",
            "-XX:G1HeapRegionSize=16m"),
    ];

    private static readonly Threshold LeastOfPauses = Threshold.Percent(
        "least share of the pauses", 10, "below it other pauses are what to work on first");

    private static readonly Threshold Many = Threshold.Count(
        "fewest full collections for their share to count", 3, "collections", "one at the start and one at the end are no habit");

    private static readonly Threshold Long = Threshold.Milliseconds(
        "a long pause", 100, "a request that meets it is late, however seldom it comes");

    private static readonly Threshold Roomy = Threshold.Percent(
        "share of the heap in use up to which its size is not why an allocation failed", 50,
        "what finds no room in a half-empty heap needs it in one piece");

    private static readonly Threshold VeryLong = Threshold.Milliseconds(
        "a pause that makes the finding high", 500, "requests time out or are tried again");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "full-collections",
        Runtimes = [Unpause.Recordings.Words.Runtimes.Jvm],
        Summary = $"Full collections take {LeastOfPauses} of the pause time or more ({Many} at least), or a single one lasts {Long}.",
        Background = "Full collections stop the program for the whole heap. A healthy heap needs none; their cause, in the runtime's own "
            + "words, says what to change.",
        Thresholds = [LeastOfPauses, Many, Long, Roomy, VeryLong],
        Needs = [JvmNeeds.Collections],
        Advises =
        [
            "by cause: let System.gc() run concurrently or ignore it",
            "set the metaspace threshold above what the program loads",
            "start concurrent work earlier, or give the heap more room",
            "larger regions for humongous objects",
        ],
        FollowsFrom =
        [
            "growing-live-set",
            "objects-held-by",
            "objects-held-too-long",
            "cramped-heap",
            "concurrent-mode-failure",
            "evacuation-failure",
            "humongous-allocation",
            "metadata-collections",
        ],
        Confidence = Confidence.Certain("the runtime tells each with its cause"),
        Versions = "All versions and collectors; each advice has the collectors and versions it holds for.",
        Sources =
        [
            "Oracle, HotSpot Virtual Machine Garbage Collection Tuning Guide",
            "OpenJDK, src/hotspot/share/gc/shared/gcCause.cpp",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        // Those of the summary include diagnostic ones: when they are not notable, nothing is.
        var any = process.Summary.Collections.ByGeneration.FirstOrDefault(generation => generation.Generation == Generations.Full);
        if (any is null || !IsNotable(process, any.Count, any.PauseTotalNanoseconds, any.PauseMaxNanoseconds ?? 0)) return Verdict.Silent;
        var full = CollectionGroup.Of(process.Recording, IsFull);
        if (full.Count == 0) return Verdict.Silent;
        var share = Share(process, full.PauseTotalNanoseconds);
        if (!IsNotable(process, full.Count, full.PauseTotalNanoseconds, full.PauseMaxNanoseconds)) return Verdict.Silent;
        var causes = process.Recording.Collections.Where(
            IsFull).GroupBy(collection => (collection.Cause, collection.RuntimeCause)).OrderByDescending(group => group.Count()).ToList();
        List<Evidence> evidence =
        [
            Evidence.Count("full_collections", $"full collections (numbers {full.Numbers})", full.Count, "collections"),
            Evidence.Time("pause_total_ms", "their pauses", full.PauseTotalNanoseconds),
            Evidence.Percent("share_of_pauses_percent", "their share of all pauses", share * 100),
            Evidence.Time("pause_max_ms", "the longest", full.PauseMaxNanoseconds),
        ];
        evidence.AddRange(causes.Select(cause => Evidence.Count(
            "cause_collections",
            $"full collections for \"{cause.Key.RuntimeCause ?? "a cause that the log doesn't name"}\"", cause.Count(), "collections")));
        foreach (var call in (process.Recording.InducedBy ?? []).Take(CallersShown))
        {
            evidence.Add(Evidence.Count(
                "caller_calls", "asked for by " + string.Join(" ← ", call.Stack.Take(FramesShown)), call.Count, "calls"));
        }

        var inUse = MostInUse(process.Recording);
        var roomy = inUse <= Roomy.Share;
        if (inUse is { } used)
        {
            evidence.Add(Evidence.Percent(
                "used_at_failure_percent", "most of the heap that was in use when an allocation failed", used * 100));
        }

        var advice = AdviceByCause.Where(row => Holds(row.Collectors, process.Recording.Source.Collector)
            && causes.Exists(cause => cause.Key.Cause == row.Cause)
            && !(roomy && row.Cause == Causes.Allocation)).Select(row => new Advice(row.Text, row.Setting)).ToList();
        if (roomy) advice.Add(OnLargeObject);
        if (advice.Count == 0)
        {
            advice.Add(causes.Exists(cause => cause.Key.RuntimeCause is null)
                ? new("Log the cause: it decides what to change (JDK 7u40 to 8; later versions always print it).", "-XX:+PrintGCCause")
                : new("Give the collector more room (all versions).", "-Xmx"));
        }

        var main = causes[0].Key.RuntimeCause is { } word ? $", most for \"{word}\"" : "";
        var severity = full.PauseMaxNanoseconds >= VeryLong.Nanoseconds ? Severity.High : Severity.Medium;
        return Verdict.Found(new Finding(
            Id,
            severity,
            $"{Quantities.Count(full.Count, "full collection")} took {share * 100:0} % of the pause time{main}; the longest "
            + $"lasted {Quantities.Duration(full.PauseMaxNanoseconds)}",
            evidence,
            advice,
            $"Without them {Quantities.Duration(full.PauseTotalNanoseconds)} "
            + $"of {Quantities.Duration(process.Summary.Pauses.TotalNanoseconds)} of pauses fall away.",
            Gain.PausesUpTo(process, full.PauseTotalNanoseconds))
        {
            // What code asked for or metadata needed would come in an empty heap, too.
            FollowsFrom = causes[0].Key.Cause switch
            {
                Causes.Induced => [],
                Causes.Metadata => ["metadata-collections"],
                _ => null,
            },
        });
    }

    private static readonly Advice OnLargeObject = new(
        "The heap had room when the allocation failed, so its size isn't the cause: what was asked for is so large that it needs its room "
        + "in one piece (a very large array; with G1 half a region and more), or one generation is too small for it. Look for code that "
        + "reads whole files or answers into memory, and for collections that are made anew with twice the room as they grow.");

    /// <summary>The greatest share of the heap that was in use before a full collection for an allocation; null where not told.</summary>
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

    /// <summary>A log that doesn't name its collector may be of any.</summary>
    private static bool Holds(string[] collectors, string? collector) =>
        collectors.Length == 0 || collector is null || collectors.Contains(collector);

    private static bool IsNotable(AnalysedProcess process, long count, long pauseTotal, long pauseMax) =>
        pauseMax >= Long.Nanoseconds || (count >= Many.Value && Share(process, pauseTotal) >= LeastOfPauses.Share);

    private static double Share(AnalysedProcess process, long pauseTotal) =>
        process.Summary.Pauses.TotalNanoseconds == 0 ? 0 : (double)pauseTotal / process.Summary.Pauses.TotalNanoseconds;

    private static bool IsFull(Collection collection) => collection.Generation == Generations.Full && collection.Cause != Causes.Diagnostic;
}
