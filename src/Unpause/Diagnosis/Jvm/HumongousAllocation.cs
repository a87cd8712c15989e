using Unpause.Analysis;
using Unpause.Recordings;
using static Unpause.Diagnosis.Jvm.JvmText;

namespace Unpause.Diagnosis.Jvm;

/// <summary>G1 puts an object of half a region or more into regions of its own, in the old generation; many of them start markings and waste region ends.</summary>
public sealed class HumongousAllocation : JvmRule
{
    private const string Cause = JvmReasons.HumongousAllocation;
    private const int Fewest = 3;
    private const double LeastShare = 0.1;
    private const long LargestRegionBytes = 32L << 20;
    private const int Step = 4;

    /// <inheritdoc/>
    public override string Id => "humongous-allocation";

    /// <inheritdoc/>
    public override string Summary => "G1 collections that start because of humongous objects (half a region or larger).";

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        if (!MarkedCollections.AnyFor(process, Cause)) return Verdict.Silent;
        var humongous = MarkedCollections.Of(process.Recording, collection => collection.RuntimeCause == Cause);
        if (humongous.Count < Fewest || humongous.Share < LeastShare) return Verdict.Silent;
        List<Evidence> evidence =
        [
            new(Of($"collections started by a humongous allocation, of {humongous.Total} (numbers {humongous.Numbers})"), humongous.Count, "collections"),
            new("their pauses", Milliseconds(humongous.PauseTotal), "ms"),
        ];
        List<Advice> advice = [];
        if (RegionBytes(process.Recording) is { } region)
        {
            evidence.Add(new(Of($"an object is humongous from half a region on; the region is {Size(region)}"), region / 2, "bytes"));
            if (region < LargestRegionBytes)
            {
                var larger = Math.Min(region * Step, LargestRegionBytes);
                advice.Add(new(Of($"Larger regions make objects below {Size(larger / 2)} ordinary. The heap should still have some hundreds of regions; JDK 18 and later allow up to 512 MiB, earlier ones 32 MiB."), Of($"-XX:G1HeapRegionSize={larger >> 20}m")));
            }
        }

        advice.Add(new("Find who allocates such arrays (JDK 16 and later: jdk.ObjectAllocationSample) and read or write in pieces, or keep and reuse the buffer.", "jcmd PID JFR.start settings=profile"));
        return Verdict.Found(new Finding(Id, Severity.Medium, Of($"{humongous.Share * 100:0} % of the collections start because of humongous objects"), evidence, advice, Of($"Up to {humongous.Count} collections and the markings they start.")));
    }

    private static long? RegionBytes(Recording recording)
    {
        if (!recording.Source.Settings.TryGetValue(JvmFlagNames.RegionSize, out var text)) return null;
        if (!long.TryParse(text.TrimEnd('M'), out var value)) return null;
        return text.EndsWith('M') ? value << 20 : value;
    }
}
