namespace Unpause.Analysis.Diagnosis.Jvm;

/// <summary>
/// Advice on humongous objects: larger regions where the heap still has enough of them, else a larger heap or smaller arrays. Larger
/// regions in a small heap made pauses five times longer and halved the work done: G1 collects and reserves whole regions.
/// </summary>
internal static class RegionAdvice
{
    /// <summary>Fewest regions of a heap after the change.</summary>
    public static readonly Threshold FewestRegions = Threshold.Count(
        "fewest regions that a larger region size must leave", 256, "regions",
        "measured with 75 regions of 4 MiB: pauses took 4 times as long, and half of the work was done");

    private static readonly Threshold Larger = Threshold.Times(
        "largest advised region size relative to the current one", 4, "two steps, because G1 region sizes are powers of two");

    private static readonly Threshold LargestRegion = Threshold.Mebibytes(
        "largest advised region size", 32, "the largest before JDK 18, which allows up to 512 MiB");

    /// <summary>Share of a region from which an object is humongous.</summary>
    public static readonly Threshold Humongous = Threshold.Percent(
        "share of a region from which an object is humongous", 50, "G1's definition");

    /// <summary>The thresholds, for descriptions of rules.</summary>
    public static IReadOnlyList<Threshold> Thresholds { get; } = [Humongous, FewestRegions, Larger, LargestRegion];

    /// <summary>Whether a region size, in bytes, leaves the heap enough regions; false if the heap's size is unknown.</summary>
    public static bool Fits(AnalysedProcess process, long region) => HeapBytes(process) / region >= FewestRegions.Value;

    /// <summary>The advice, the region size first where it fits.</summary>
    public static IEnumerable<Advice> For(AnalysedProcess process)
    {
        if (RegionBytes(process.Recording) is { } region && HeapBytes(process) is { } heap)
        {
            var larger = (long)Math.Min(region * Larger.Value, LargestRegion.Value);
            while (larger > region && !Fits(process, larger)) larger >>= 1;
            if (larger > region)
            {
                yield return new(
                    $"With larger regions, objects below {Quantities.Bytes(larger * Humongous.Share)} are no longer humongous. The heap "
                    + $"then has {heap / larger} regions; it needs some hundreds. Costs no memory.",
                    $"-XX:G1HeapRegionSize={larger >> 20}m");
            }
            else if (region < LargestRegion.Value)
            {
                yield return new(
                    $"Don't set larger regions: a heap of {Quantities.Bytes(heap)} would have fewer than {FewestRegions.Value:0}, and "
                    + $"pauses become longer. They need a heap of at least {Quantities.Bytes(region * 2 * FewestRegions.Value)}.");
            }
        }

        yield return new(
            "Reuse the buffer, or read and write in chunks of some ten KiB that are dropped at once: then no such array is allocated. "
            + "Chunks that stay alive are copied by young collections. The recording names the code (JDK 16 and later: "
            + "jdk.ObjectAllocationSample).",
            "jcmd PID JFR.start settings=profile");
    }

    /// <summary>The region size in bytes; null if it isn't recorded.</summary>
    public static long? RegionBytes(Recording recording)
    {
        if (!recording.Source.Settings.TryGetValue(JvmFlagNames.RegionSize, out var text)) return null;
        return JvmFacts.Bytes(text) is > 0 and var bytes ? bytes : null;
    }

    private static long? HeapBytes(AnalysedProcess process) => process.Recording.HeapMaximumBytes ?? process.Summary.Heap.MaxBytes;
}
