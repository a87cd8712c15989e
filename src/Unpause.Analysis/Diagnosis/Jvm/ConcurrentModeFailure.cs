namespace Unpause.Analysis.Diagnosis.Jvm;

/// <summary>
/// CMS did not free memory in time, or the free memory was too fragmented for a promotion. A single-threaded full collection follows.
/// </summary>
internal sealed class ConcurrentModeFailure : Rule
{
    private static readonly Threshold MostLive = Threshold.Percent(
        "live share of the heap from which an earlier start cannot help", 70,
        "the cycle then frees too little, however early it starts");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "concurrent-mode-failure",
        AppliesTo = [Runtimes.Jvm],
        Summary = "CMS could not free memory as fast as it was allocated (concurrent mode failure, promotion failed).",
        Background = "CMS did not free memory in time, or the free memory was too fragmented for a promotion. A single-threaded full "
            + "collection of the whole heap follows, which pauses the application. A failed promotion is a sign of fragmentation, "
            + "because CMS does not compact.",
        Thresholds = [MostLive],
        Needs = [JvmNeeds.Collections],
        Advises =
        [
            "give the heap more room if most of it is live",
            "start the concurrent cycle earlier, at a fixed occupancy",
            "move to G1, which compacts incrementally",
        ],
        FollowsFrom = ["soft-reference-cache", "growing-live-set", "dominant-retainer", "objects-retained-too-long", "cramped-heap"],
        Confidence = Confidence.Certain("the runtime reports it"),
        Versions = "CMS of JDK 5 to 13, in the log format of JDK 8 and earlier. JDK 14 removed CMS.",
        Sources =
        [
            "OpenJDK 8, concurrentMarkSweepGeneration.cpp",
            "JEP 363: Remove the Concurrent Mark Sweep (CMS) Garbage Collector",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        if (process.Recording.Source.Collector is { } collector && collector != "CMS") return Verdict.Silent;
        var failures = CollectionGroup.Select(process.Recording, Failed);
        if (failures.Count == 0) return Verdict.Silent;
        var promotion = CollectionGroup.Select(process.Recording, collection =>
            collection.Marks?.Contains(JvmMarks.PromotionFailed) == true);
        List<Evidence> evidence =
        [
            Evidence.Count("failed_collections", $"collections that failed (numbers {failures.Numbers})", failures.Count, "collections"),
            Evidence.Time("pause_total_ms", "total pause time of these collections", failures.PauseTotalNanoseconds),
            Evidence.Time("pause_max_ms", "longest of these pauses", failures.PauseMaxNanoseconds),
            Evidence.Count(
                "promotion_failed_collections",
                "of these, collections with a failed promotion: a sign of fragmentation",
                promotion.Count,
                "collections"),
        ];
        List<Advice> advice =
        [
            new(
                "Start the concurrent cycle earlier, at a fixed occupancy (JDK 5 to 13).",
                "-XX:CMSInitiatingOccupancyFraction=60 -XX:+UseCMSInitiatingOccupancyOnly"),
            new("CMS does not compact, and JDK 14 removed it. G1 (JDK 8 and later) compacts incrementally.", "-XX:+UseG1GC"),
        ];
        if (process.Summary.Heap is { LiveSetBytes: { } live, MaxBytes: > 0 and var most } && live >= most * MostLive.Share)
        {
            advice.Insert(0, new(
                $"{Quantities.Percent(100.0 * live / most)} of the heap is live, so a cycle frees little however early it starts. Give the "
                + "heap more room, or shrink the live set (all versions).",
                "-Xmx"));
        }

        return Verdict.Found(new Finding(
            Id,
            Severity.High,
            $"CMS fell back to a full collection {Quantities.Count(failures.Count, "time")}, "
            + $"for up to {Quantities.Duration(failures.PauseMaxNanoseconds)}",
            evidence,
            advice,
            $"Saves up to {Quantities.Duration(failures.PauseTotalNanoseconds)} "
            + $"of {Quantities.Duration(process.Summary.Pauses.TotalNanoseconds)} of pause time.",
            Gain.PausesUpTo(process, failures.PauseTotalNanoseconds)),
            failures);
    }

    private static bool Failed(Collection collection) =>
        collection.Marks?.Contains(JvmMarks.ConcurrentModeFailure) == true || collection.Marks?.Contains(JvmMarks.PromotionFailed) == true;
}
