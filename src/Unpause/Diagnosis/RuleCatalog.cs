namespace Unpause.Diagnosis;

/// <summary>All rules, one line each.</summary>
public static class RuleCatalog
{
    /// <summary>The rules in the order in which findings of the same severity are shown.</summary>
    public static IReadOnlyList<Rule> All { get; } =
    [
        new DotNet.BlockingGen2(),
        new DotNet.InducedCollections(),
        new DotNet.LargeObjectChurn(),
        new DotNet.LargeObjectWaits(),
        new DotNet.MemoryLimitPressure(),
        new DotNet.GrowingGen2(),
        new DotNet.HeldHeap(),
        new DotNet.YoungPinning(),
        new DotNet.FrequentGen2(),
        new DotNet.FragmentedGen2(),
        new DotNet.Gen2Traffic(),
        new DotNet.FinalizerBacklog(),
        new DotNet.OversizedServerGc(),
        new DotNet.HighGcTime(),
        new DotNet.SmallGen0Budget(),
        new DotNet.DatasTradeOff(),
        new DotNet.ThreadPoolStarvation(),
        new DotNet.LockContention(),
        new Go.AssistBoundRequests(),
        new Go.LongSweep(),
        new Go.FinalizerQueue(),
        new Go.LateRestarts(),
        new Go.StackScanning(),
        new Go.FrequentCollections(),
        new Go.PointerRichHeap(),
        new Go.CostlyCycles(),
        new Go.NumaMigration(),
        new Go.DominantAllocationSite(),
        new Go.GoroutineLeak(),
        new Python.ExplicitCollections(),
        new Python.GrowingHeap(),
        new Python.DisabledCollector(),
        new Python.InheritedHeap(),
        new Python.FutileCollections(),
        new Python.FullCollectionsInRequests(),
        new Python.CostlyCollections(),
        new Jvm.ObjectsHeldTooLong(),
        new Jvm.ObjectsHeldBy(),
        new Jvm.GrowingLiveSet(),
        new Jvm.CrampedHeap(),
        new Jvm.LowThroughput(),
        new Jvm.LongEvacuation(),
        new Jvm.FullCollections(),
        new Jvm.ConcurrentModeFailure(),
        new Jvm.EvacuationFailure(),
        new Jvm.SlowSafepoints(),
        new Jvm.StarvedCollector(),
        new Jvm.AllocationStalls(),
        new Jvm.RememberedSetBound(),
        new Jvm.HumongousAllocation(),
        new Jvm.UndoneErgonomics(),
        new Jvm.LockerCollections(),
        new Jvm.MetadataCollections(),
        new Jvm.HeapInspections(),
        new Jvm.ReferenceProcessing(),
    ];

    /// <summary>The rules that know a runtime, in the same order.</summary>
    public static IEnumerable<Rule> Of(string runtime) => All.Where(rule => rule.Runtimes.Contains(runtime));
}
