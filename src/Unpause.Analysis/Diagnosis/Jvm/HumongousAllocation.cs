namespace Unpause.Analysis.Diagnosis.Jvm;

/// <summary>
/// G1 allocates an object of at least half a region (humongous) in regions of its own in the old generation. Many of them start marking
/// cycles and waste the ends of their regions.
/// </summary>
internal sealed class HumongousAllocation : Rule
{
    private const string Cause = JvmReasons.HumongousAllocation;

    private static readonly Threshold Least = Threshold.Percent(
        "smallest share of all collections", 10, "below it, other causes matter more");

    private static readonly Threshold Fewest = Threshold.Count(
        "fewest collections", 3, "collections", "a process may create some large arrays at startup");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "humongous-allocation",
        AppliesTo = [Runtimes.Jvm],
        Summary = $"Humongous objects (at least {RegionAdvice.Humongous} of a region) start at least "
            + $"{Least} of G1's collections ({Fewest} or more).",
        Background = "G1 allocates an object of at least half a region in regions of its own, in the old generation. Many such objects "
            + "start marking cycles, and the ends of their regions are wasted.",
        Thresholds = [Least, Fewest, .. RegionAdvice.Thresholds],
        Needs = [JvmNeeds.Collections],
        Advises =
        [
            "use larger regions, so that such objects are no longer humongous, if the heap is large enough for some hundreds of them",
            "find the code that allocates such arrays, and read or write in chunks",
        ],
        Confidence = Confidence.Certain("the runtime reports the cause"),
        Versions = "G1 of JDK 7 and later.",
        Sources =
        [
            "OpenJDK, src/hotspot/share/gc/g1/g1CollectedHeap.hpp (humongous_threshold_for)",
            "Oracle, HotSpot Virtual Machine Garbage Collection Tuning Guide: Garbage-First Garbage Collector Tuning",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        if (!CollectionGroup.AnyFor(process, Cause)) return Verdict.Silent;
        var humongous = CollectionGroup.Select(
            process.Recording, collection => collection is { Kind: CollectionKind.Blocking, RuntimeCause: Cause });
        // A concurrent cycle that a pause starts is no collection of its own here.
        var all = process.Recording.Collections.Count(collection => collection.Kind == CollectionKind.Blocking);
        var share = (double)humongous.Count / Math.Max(1, all);
        if (humongous.Count < Fewest.Value || share < Least.Share) return Verdict.Silent;
        // Each starts a cycle unless one is running.
        var cycles = Math.Min(humongous.Count, process.Recording.Collections.Count - all);
        List<Evidence> evidence =
        [
            Evidence.Count(
                "humongous_collections",
                $"collections started by a humongous allocation, of {all} (numbers {humongous.Numbers})",
                humongous.Count,
                "collections"),
            Evidence.Time("pause_total_ms", "total pause time of these collections", humongous.PauseTotalNanoseconds),
        ];
        if (RegionAdvice.RegionBytes(process.Recording) is { } region)
        {
            evidence.Add(Evidence.Size(
                "humongous_threshold_bytes",
                $"size from which an object is humongous: half a region of {Quantities.Bytes(region)}",
                region * RegionAdvice.Humongous.Share));
        }

        return Verdict.Found(new Finding(
            Id,
            Severity.Medium,
            $"{Math.Min(1, share) * 100:0} % of the collections start because of humongous objects",
            evidence,
            [.. RegionAdvice.For(process)],
            $"Saves up to {Quantities.Count(humongous.Count, "collection")}, and {Quantities.Count(cycles, "marking cycle")} that they "
            + "start.",
            Gain.UpTo(GainMetrics.Collections, humongous.Count + cycles, "collections")),
            humongous);
    }
}
