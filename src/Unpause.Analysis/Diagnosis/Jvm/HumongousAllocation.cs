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

    private static readonly Threshold Humongous = Threshold.Percent(
        "share of a region from which an object is humongous", 50, "G1's definition");

    private static readonly Threshold Larger = Threshold.Times(
        "advised region size relative to the current one", 4, "two steps, because G1 region sizes are powers of two");

    private static readonly Threshold FewestRegions = Threshold.Count(
        "fewest regions of the heap with the advised region size", 256, "regions",
        "measured with 75 regions of 4 MiB: pauses took 4 times as long, and half of the work was done");

    private static readonly Threshold LargestRegion = Threshold.Mebibytes(
        "largest advised region size", 32, "the largest before JDK 18, which allows up to 512 MiB");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "humongous-allocation",
        AppliesTo = [Runtimes.Jvm],
        Summary = $"Humongous objects (at least {Humongous} of a region) start at least "
            + $"{Least} of G1's collections ({Fewest} or more).",
        Background = "G1 allocates an object of at least half a region in regions of its own, in the old generation. Many such objects "
            + "start marking cycles, and the ends of their regions are wasted.",
        Thresholds = [Least, Fewest, Humongous, Larger, FewestRegions, LargestRegion],
        Needs = [JvmNeeds.Collections],
        Advises =
        [
            "use larger regions, so that such objects are no longer humongous",
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
        List<Evidence> evidence =
        [
            Evidence.Count(
                "humongous_collections",
                $"collections started by a humongous allocation, of {all} (numbers {humongous.Numbers})",
                humongous.Count,
                "collections"),
            Evidence.Time("pause_total_ms", "total pause time of these collections", humongous.PauseTotalNanoseconds),
        ];
        List<Advice> advice = [];
        if (RegionBytes(process.Recording) is { } region)
        {
            evidence.Add(Evidence.Size(
                "humongous_threshold_bytes",
                $"size from which an object is humongous: half a region of {Quantities.Bytes(region)}",
                region * Humongous.Share));
            var larger = (long)Math.Min(region * Larger.Value, LargestRegion.Value);
            if (larger > region && process.Recording.HeapMaximumBytes >= larger * FewestRegions.Value)
            {
                advice.Add(new(
                    $"With larger regions, objects below {Quantities.Bytes(larger * Humongous.Share)} are no longer humongous, and the heap "
                    + $"still has {process.Recording.HeapMaximumBytes / larger:0} regions. With fewer than {FewestRegions.Value:0}, G1 pauses "
                    + $"longer. JDK 18 and later allow regions up to 512 MiB, earlier versions {LargestRegion}.",
                    $"-XX:G1HeapRegionSize={larger >> 20}m"));
            }
        }

        advice.Add(new(
            "Find the code that allocates such arrays (JDK 16 and later: jdk.ObjectAllocationSample). "
            + "Read or write in chunks, or reuse the buffer.",
            "jcmd PID JFR.start settings=profile"));
        return Verdict.Found(new Finding(
            Id,
            Severity.Medium,
            $"{Math.Min(1, share) * 100:0} % of the collections start because of humongous objects",
            evidence,
            advice,
            $"Saves up to {Quantities.Count(humongous.Count, "collection")} and the marking cycles that they start.",
            Gain.UpTo(GainMetrics.Collections, humongous.Count, "collections")),
            humongous);
    }

    private static long? RegionBytes(Recording recording)
    {
        if (!recording.Source.Settings.TryGetValue(JvmFlagNames.RegionSize, out var text)) return null;
        if (!long.TryParse(text.TrimEnd('M'), out var value)) return null;
        return text.EndsWith('M') ? value << 20 : value;
    }
}
