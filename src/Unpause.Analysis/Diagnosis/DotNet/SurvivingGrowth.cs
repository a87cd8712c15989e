using Unpause.Analysis.LiveSets;

namespace Unpause.Analysis.Diagnosis.DotNet;

/// <summary>
/// Growth that young collections show before gen2 collections can: of what the program allocates, a large part stays to the end, and the
/// few collections of gen2 find nearly all of it alive. Young collections then spend their time on copying what stays.
/// </summary>
/// <param name="FirstBytes">The heap after the first collection.</param>
/// <param name="LastBytes">The heap after the last.</param>
/// <param name="AllocatedBytes">Allocated between the two.</param>
/// <param name="SurvivedShare">What survived collections of gen2, of what was there before, 0 to 1.</param>
/// <param name="Gen2Collections">Collections of gen2.</param>
/// <param name="Seconds">Time between the two.</param>
internal sealed record SurvivingGrowth(
    long FirstBytes, long LastBytes, double AllocatedBytes, double SurvivedShare, int Gen2Collections, double Seconds)
{
    /// <summary>Least growth of the heap.</summary>
    public static readonly Threshold LeastBytes = Threshold.Mebibytes(
        "minimum growth where few gen2 collections have measured it", 50, "an application that starts keeps less of what it allocates");

    /// <summary>Least share of the allocated bytes that stays.</summary>
    public static readonly Threshold LeastKept = Threshold.Percent(
        "minimum share of the allocated bytes that stays, for that", 20, "most objects of a request die with it");

    /// <summary>Least share that survives in gen2.</summary>
    public static readonly Threshold LeastSurvived = Threshold.Percent(
        "minimum share that survives in gen2, for that", 90, "what dies in gen2 is turnover: gen2-traffic");

    /// <summary>Least number of gen2 collections.</summary>
    public static readonly Threshold Fewest = Threshold.Count(
        "minimum number of gen2 collections, for that", 2, "collections", "without any, objects in gen2 may be dead");

    private const double SteadyRise = 0.9;
    private const int FewestCollections = 10, MostPoints = 200, LeastTimes = 2;

    /// <summary>Bytes by which the heap grew.</summary>
    public long GrownBytes => LastBytes - FirstBytes;

    /// <summary>The share of the allocated bytes that stayed, 0 to 1.</summary>
    public double KeptShare => Math.Min(1, GrownBytes / Math.Max(1, AllocatedBytes));

    /// <summary>The growth of a recording; null where there is none of this kind.</summary>
    public static SurvivingGrowth? Find(Recording recording)
    {
        if (recording.Collections.Count < FewestCollections) return null;
        double before = 0, survived = 0;
        var collections = 0;
        foreach (var sizes in Gen2Sizes.Read(recording))
        {
            before += sizes.Before;
            survived += Math.Min(sizes.Before, sizes.Survived);
            collections++;
        }

        if (collections < Fewest.Value || survived < before * LeastSurvived.Share) return null;
        Collection? first = null, last = null;
        var allocated = 0.0;
        var heap = new List<double>();
        var step = (recording.Collections.Count / MostPoints) + 1;
        for (var i = 0; i < recording.Collections.Count; i++)
        {
            var collection = recording.Collections[i];
            if (collection is not { HeapAfterBytes: { } bytes, EndNanoseconds: not null }) continue;
            if (first is null) first = collection;
            else allocated += collection.AllocatedBytes ?? 0;
            last = collection;
            if (i % step == 0) heap.Add(bytes);
        }

        if (first is not { } one || last is not { } end) return null;
        var growth = new SurvivingGrowth(
            one.HeapAfterBytes!.Value, end.HeapAfterBytes!.Value, allocated, before > 0 ? survived / before : 0, collections,
            (end.EndNanoseconds!.Value - one.EndNanoseconds!.Value) / 1e9);
        var grows = growth.GrownBytes >= LeastBytes.Value && growth.LastBytes >= (double)growth.FirstBytes * LeastTimes
            && growth.KeptShare >= LeastKept.Share && growth.Seconds > 0;
        return grows && Kendall.RisingShare([.. heap]) >= SteadyRise ? growth : null;
    }

    /// <summary>The finding of <see cref="GrowingGen2"/> for it.</summary>
    public Finding Write(string id, AnalysedProcess process, IReadOnlyList<Advice> advice)
    {
        var copying = CopyingTime.Estimate(
            process, CopyingTime.CopiesToGen2 * (double)GrownBytes, "pauses of collections that copy the retained objects");
        var paused = 100 - (process.Summary.Pauses.ThroughputPercent ?? 100);
        return new Finding(
            id,
            paused >= Costly ? Severity.High : Severity.Medium,
            $"The heap grew from {Quantities.Bytes(FirstBytes)} to {Quantities.Bytes(LastBytes)}: {Quantities.Percent(100 * KeptShare)} of "
            + $"what was allocated stays, and {Quantities.Percent(100 * SurvivedShare)} of gen2 survives",
            [
                Evidence.Size("first_live_bytes", "heap after the first collection", FirstBytes),
                Evidence.Size("last_live_bytes", "heap after the last collection", LastBytes),
                Evidence.Rate("growth_bytes_per_s", "growth", GrownBytes / Seconds),
                Evidence.Percent("kept_percent", "share of the allocated bytes that stays", 100 * KeptShare),
                Evidence.Percent("gen2_survival_percent", "share of gen2 that survives its collections", 100 * SurvivedShare),
                Evidence.Count("gen2_collections", "gen2 collections measured", Gen2Collections, "collections"),
            ],
            advice,
            null)
        {
            Confidence = Confidence.Likely("nearly all of gen2 survives; a cache of the wanted size that still fills looks the same"),
            TimeBack = copying,
        };
    }

    /// <summary>GC is the first thing to improve above this share of time in pauses, in percent (mem-doc).</summary>
    private const double Costly = 10;
}
