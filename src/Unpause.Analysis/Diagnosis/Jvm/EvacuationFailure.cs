namespace Unpause.Analysis.Diagnosis.Jvm;

/// <summary>
/// G1 had no free regions left to copy survivors into. It left them in place and fixed up pointers, which is slow and often followed by
/// a full collection.
/// </summary>
internal sealed class EvacuationFailure : Rule
{
    private static readonly Threshold Often = Threshold.Percent(
        "share of all collections from which the finding is high", 5, "a single burst does not explain it");

    private static readonly Threshold Long = Threshold.Milliseconds(
        "pause from which the finding is high", 100, "a request that meets it is late");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "evacuation-failure",
        AppliesTo = [Runtimes.Jvm],
        Summary = "G1 ran out of regions to copy survivors into (To-space exhausted, Evacuation Failure).",
        Background = "G1 had no free regions left to copy survivors into. It left them in place and fixed up pointers, which is slow and "
            + "often followed by a full collection.",
        Thresholds = [Often, Long],
        Needs = [JvmNeeds.Collections],
        Advises =
        [
            "give the heap more room",
            "find what survives",
        ],
        FollowsFrom =
        [
            "soft-reference-cache", "growing-live-set", "dominant-retainer", "objects-retained-too-long", "cramped-heap",
            "humongous-allocation",
        ],
        Confidence = Confidence.Certain("the runtime reports it"),
        Versions = "G1 of JDK 7 and later.",
        Sources =
        [
            "OpenJDK, src/hotspot/share/gc/g1/g1YoungCollector.cpp, g1EvacFailureRegions.cpp",
            "Oracle, HotSpot Virtual Machine Garbage Collection Tuning Guide: Garbage-First Garbage Collector Tuning",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        if (process.Recording.Source.Collector is { } collector && collector != "G1") return Verdict.Silent;
        var failed = CollectionGroup.Select(process.Recording, collection =>
            collection.Marks?.Contains(JvmMarks.EvacuationFailure) == true);
        if (failed.Count == 0) return Verdict.Silent;
        List<Evidence> evidence =
        [
            Evidence.Count(
                "failed_collections",
                $"collections with an evacuation failure, of {failed.All} (numbers {failed.Numbers})", failed.Count, "collections"),
            Evidence.Time("pause_total_ms", "total pause time of these collections", failed.PauseTotalNanoseconds),
            Evidence.Time("pause_max_ms", "longest of these pauses", failed.PauseMaxNanoseconds),
        ];
        if (process.Summary.Heap is { PeakBytes: { } peak, MaxBytes: { } max })
        {
            evidence.Add(Evidence.Size("heap_peak_bytes", $"peak heap usage, of a maximum heap of {Quantities.Bytes(max)}", peak));
        }

        List<Advice> advice =
        [
            new("Give the heap more room, if the machine has it: the collector needs free regions for survivors.", "-Xmx"),
            new("If there is no more memory, find what survives: copying it needs the free regions.", "unpause heap PID --by plunge"),
        ];
        var severity = failed.Share > Often.Share || failed.PauseMaxNanoseconds >= Long.Nanoseconds ? Severity.High : Severity.Medium;
        return Verdict.Found(new Finding(
            Id,
            severity,
            $"{Quantities.Count(failed.Count, "collection")} ran out of room for survivors (evacuation failure); "
            + $"the longest took {Quantities.Duration(failed.PauseMaxNanoseconds)}",
            evidence,
            advice,
            null)
        {
            TimeBack = new TimeBack(failed.PauseTotalNanoseconds.Value, "pauses of these collections"),
        },
            failed);
    }
}
