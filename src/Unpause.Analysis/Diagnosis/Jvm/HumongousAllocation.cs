using Unpause.Analysis;
using Unpause.Recordings.Words;
using Unpause.Recordings;

namespace Unpause.Diagnosis.Jvm;

/// <summary>
/// G1 puts an object of half a region or more into regions of its own, in the old generation; many
/// of them start markings and waste region ends.
/// </summary>
internal sealed class HumongousAllocation : Rule
{
    private const string Cause = JvmReasons.HumongousAllocation;

    private static readonly Threshold Least = Threshold.Percent(
        "least share of all collections", 10, "below it other causes are what to work on first");

    private static readonly Threshold Fewest = Threshold.Count(
        "fewest collections", 3, "collections", "a program may make some large arrays at its start");

    private static readonly Threshold Humongous = Threshold.Percent(
        "share of a region from which on an object is humongous", 50, "G1's own definition");

    private static readonly Threshold Larger = Threshold.Times(
        "regions that are advised, against those in force", 4, "two steps of the powers of two that G1 knows");

    private static readonly Threshold LargestRegion = Threshold.Mebibytes(
        "largest region that is advised", 32, "the largest before JDK 18, which allows up to 512 MiB");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "humongous-allocation",
        Runtimes = [Unpause.Recordings.Words.Runtimes.Jvm],
        Summary = $"At least {Least} of G1's collections ({Fewest} or more) start because of humongous objects ({Humongous} of a region "
            + "or larger).",
        Background = "G1 puts an object of half a region or more into regions of its own, in the old generation. Many of them start "
            + "markings, and the ends of their regions are wasted.",
        Thresholds = [Least, Fewest, Humongous, Larger, LargestRegion],
        Needs = [JvmNeeds.Collections],
        Advises =
        [
            "use larger regions, which make such objects ordinary",
            "find who allocates such arrays, and read or write in pieces",
        ],
        Confidence = Confidence.Certain("the runtime names the cause"),
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
        var humongous = CollectionGroup.Of(process.Recording, collection => collection.RuntimeCause == Cause);
        if (humongous.Count < Fewest.Value || humongous.Share < Least.Share) return Verdict.Silent;
        List<Evidence> evidence =
        [
            Evidence.Count(
                "humongous_collections",
                $"collections started by a humongous allocation, of {humongous.All} (numbers {humongous.Numbers})",
                humongous.Count,
                "collections"),
            Evidence.Time("pause_total_ms", "their pauses", humongous.PauseTotalNanoseconds),
        ];
        List<Advice> advice = [];
        if (RegionBytes(process.Recording) is { } region)
        {
            evidence.Add(Evidence.Size(
                "humongous_threshold_bytes",
                $"an object is humongous from half a region on; the region is {Quantities.Bytes(region)}", region * Humongous.Share));
            if (region < LargestRegion.Value)
            {
                var larger = (long)Math.Min(region * Larger.Value, LargestRegion.Value);
                advice.Add(new(
                    $"Larger regions make objects below {Quantities.Bytes(larger * Humongous.Share)} ordinary. The heap should still have "
                    + $"some hundreds of regions; JDK 18 and later allow up to 512 MiB, earlier ones {LargestRegion}.",
                    $"-XX:G1HeapRegionSize={larger >> 20}m"));
            }
        }

        advice.Add(new(
            "Find who allocates such arrays (JDK 16 and later: jdk.ObjectAllocationSample) and read or write in pieces, "
            + "or keep and reuse the buffer.",
            "jcmd PID JFR.start settings=profile"));
        return Verdict.Found(new Finding(
            Id,
            Severity.Medium,
            $"{humongous.Share * 100:0} % of the collections start because of humongous objects",
            evidence,
            advice,
            $"Up to {Quantities.Count(humongous.Count, "collection")} and the markings they start.",
            Gain.UpTo(GainMetrics.Collections, humongous.Count, "collections")));
    }

    private static long? RegionBytes(Recording recording)
    {
        if (!recording.Source.Settings.TryGetValue(JvmFlagNames.RegionSize, out var text)) return null;
        if (!long.TryParse(text.TrimEnd('M'), out var value)) return null;
        return text.EndsWith('M') ? value << 20 : value;
    }
}
