using Unpause.Analysis.Summaries;

namespace Unpause.Reports.Composition;

/// <summary>What the collector reports besides pauses and sizes, and the parts of the heap.</summary>
internal static class CollectorComposer
{
    private const int Decimals = 3;

    /// <summary>What the collector reports; null where it records nothing.</summary>
    public static CollectorDocument? Compose(CollectorSummary? collector) => collector is null ? null : new()
    {
        HeapsMin = collector.HeapsMin,
        HeapsMax = collector.HeapsMax,
        HeapCountChanges = collector.HeapCountChanges,
        HeapCountDecisions = collector.HeapCountDecisions,
        CostMedianPercent = RoundedNumber.Percent(collector.CostMedianPercent, Decimals),
        Foreground = collector.Foreground,
        MemoryLoadMaxPercent = collector.MemoryLoadMaxPercent,
        PinnedObjectsMax = collector.PinnedObjectsMax,
        HandlesMax = collector.HandlesMax,
        CommittedMaxBytes = collector.CommittedMaxBytes,
        CommittedLastBytes = collector.CommittedLastBytes,
        CommittedFreeLastBytes = collector.CommittedFreeLastBytes,
        BookkeepingLastBytes = collector.BookkeepingLastBytes,
        Balance = Balance(collector.Balance),
        Finalizers = Finalizers(collector.Finalizers),
    };

    /// <summary>A part of the heap.</summary>
    public static SpaceDocument Space(SpaceSummary space) => new()
    {
        Space = space.Space.Name,
        Label = space.Space.Label,
        Collections = space.Collected,
        UsedLastBytes = space.UsedLast,
        UsedMaxBytes = space.UsedMax,
        FreeLastBytes = space.FreeLast,
        FreeMaxBytes = space.FreeMax,
        SurvivedPercent = RoundedNumber.Percent(space.SurvivedPercent, Decimals),
        BudgetLastBytes = space.BudgetLast,
    };

    private static BalanceDocument? Balance(HeapBalance? balance) => balance is null ? null : new()
    {
        Collections = balance.Collections,
        SurvivedMedianRatio = RoundedNumber.Round(balance.SurvivedMedian, Decimals),
        SurvivedMaxRatio = RoundedNumber.Round(balance.SurvivedMax, Decimals),
        MarkMedianRatio = RoundedNumber.Round(balance.MarkMedian, Decimals),
    };

    private static FinalizersDocument? Finalizers(FinalizerSummary? finalizers) => finalizers is null ? null : new()
    {
        FinalizableObjects = finalizers.Found,
        Finalized = finalizers.Finalized,
        Pending = finalizers.Waiting,
        FinalizableMaxBytes = finalizers.KeptBytesMax,
        BusyMs = Milliseconds.FromNanoseconds(finalizers.BusyNanoseconds),
        LongestMs = Milliseconds.FromNanoseconds(finalizers.LongestNanoseconds),
        Types = finalizers.Types?.Select(type => new FinalizedTypeDocument { Type = type.Type, Objects = type.Objects }).ToList(),
    };
}
