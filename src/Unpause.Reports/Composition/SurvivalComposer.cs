using Unpause.Analysis;
using Unpause.Analysis.Diagnosis.Jvm;

namespace Unpause.Reports.Composition;

/// <summary>What survives young collections of a JVM, and for how long.</summary>
internal static class SurvivalComposer
{
    private const int PercentDecimals = 2;
    private const int LifeDecimals = 3;

    /// <summary>What survives; null for other runtimes and where it is not logged.</summary>
    public static SurvivalDocument? Compose(AnalysedProcess process)
    {
        if (YoungSurvival.Compute(process) is not { } survival) return null;
        var lives = survival.Lifetimes;
        return new()
        {
            YoungCollections = survival.YoungCollections,
            SurvivalPercent = RoundedNumber.Percent(survival.SurvivalPercent, PercentDecimals),
            SurvivorBytesMean = survival.YoungCollections == 0 ? null : survival.SurvivorBytes / survival.YoungCollections,
            PromotedPercent = RoundedNumber.Percent(lives?.PromotedShare * 100, PercentDecimals),
            DiedInOldPercent = RoundedNumber.Percent(lives?.DiedInOld * 100, PercentDecimals),
            MeanLifetimeS = RoundedNumber.Round(lives?.LifetimeSeconds, LifeDecimals),
            CopyMsPerGib = Milliseconds.FromNanoseconds(survival.CopyNanosecondsPerGiB),
            Tenuring = Tenuring(survival.Tenuring),
        };
    }

    private static TenuringDocument? Tenuring(TenuringThresholds? tenuring) => tenuring is null ? null : new()
    {
        Collections = tenuring.Reported,
        LoweredToOne = tenuring.Collapsed,
        LowestThreshold = tenuring.Lowest,
        MaxThreshold = tenuring.Max,
        Overflows = tenuring.Tables == 0 ? null : tenuring.Overflows,
        BytesByAge = Ages(tenuring.MeanBytesByAge),
    };

    private static List<AgeDocument> Ages(IReadOnlyList<long> means)
    {
        var ages = new List<AgeDocument>(means.Count);
        for (var i = 0; i < means.Count; i++) ages.Add(new() { Age = i + 1, BytesMean = means[i] });
        return ages;
    }
}
