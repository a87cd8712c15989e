using Unpause.Analysis;
using Unpause.Recordings;
using Unpause.Recordings.Words;

namespace Unpause.Diagnosis.Jvm;

/// <summary>
/// CMS did not free memory in time, or found it in pieces too small for a promotion; a single-threaded full collection follows.
/// </summary>
internal sealed class ConcurrentModeFailure : Rule
{
    private static readonly Threshold MostLive = Threshold.Percent(
        "share of the heap that is live from which on no start is early enough", 70, "the cycle then frees too little, however early");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "concurrent-mode-failure",
        Runtimes = [Unpause.Recordings.Words.Runtimes.Jvm],
        Summary = "CMS lost the race against allocation (concurrent mode failure, promotion failed).",
        Background = "CMS did not free memory in time, or found it in pieces too small for a promotion. A single-threaded full collection "
            + "follows, which stops the program for the whole heap. A failed promotion is a sign of fragmentation: CMS doesn't "
            + "compact.",
        Thresholds = [MostLive],
        Needs = [JvmNeeds.Collections],
        Advises =
        [
            "give a heap that is mostly live more room",
            "begin the concurrent cycle earlier, and always",
            "move to G1, which compacts as it goes",
        ],
        FollowsFrom = ["growing-live-set", "objects-held-by", "objects-held-too-long", "cramped-heap"],
        Confidence = Confidence.Certain("the runtime says so"),
        Versions = "CMS of JDK 5 to 13, as the logs of JDK 8 and earlier tell it; JDK 14 removed it.",
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
        var failures = CollectionGroup.Of(process.Recording, Failed);
        if (failures.Count == 0) return Verdict.Silent;
        var promotion = CollectionGroup.Of(process.Recording, collection => collection.Marks?.Contains(JvmMarks.PromotionFailed) == true);
        List<Evidence> evidence =
        [
            Evidence.Count("failed_collections", $"collections that failed (numbers {failures.Numbers})", failures.Count, "collections"),
            Evidence.Time("pause_total_ms", "their pauses", failures.PauseTotalNanoseconds),
            Evidence.Time("pause_max_ms", "the longest", failures.PauseMaxNanoseconds),
            Evidence.Count(
                "promotion_failed_collections", "of them with a failed promotion, a sign of fragmentation", promotion.Count, "collections"),
        ];
        List<Advice> advice =
        [
            new(
                "Begin the concurrent cycle earlier, and always (JDK 5 to 13).",
                "-XX:CMSInitiatingOccupancyFraction=60 -XX:+UseCMSInitiatingOccupancyOnly"),
            new("CMS doesn't compact, and JDK 14 removed it: G1 (JDK 8 and later) compacts as it goes.", "-XX:+UseG1GC"),
        ];
        if (process.Summary.Heap is { LiveSetBytes: { } live, MaxBytes: > 0 and var most } && live >= most * MostLive.Share)
        {
            advice.Insert(0, new(
                $"{Quantities.Percent(100.0 * live / most)} of the heap is live, so a cycle frees little however early it begins: give the "
                + "heap more room, or have the program keep less (all versions).",
                "-Xmx"));
        }

        return Verdict.Found(new Finding(
            Id,
            Severity.High,
            $"CMS fell back to a full collection {Quantities.Count(failures.Count, "time")},"
            + $" once for {Quantities.Duration(failures.PauseMaxNanoseconds)}",
            evidence,
            advice,
            $"{Quantities.Duration(failures.PauseTotalNanoseconds)} "
            + $"of {Quantities.Duration(process.Summary.Pauses.TotalNanoseconds)} of pauses.",
            Gain.PausesUpTo(process, failures.PauseTotalNanoseconds)));
    }

    private static bool Failed(Collection collection) =>
        collection.Marks?.Contains(JvmMarks.ConcurrentModeFailure) == true || collection.Marks?.Contains(JvmMarks.PromotionFailed) == true;
}
