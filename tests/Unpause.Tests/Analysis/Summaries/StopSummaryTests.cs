using Unpause.Analysis.Summaries;
using Unpause.Collections;
using Unpause.Recordings;
using Unpause.Recordings.Packed;
using Unpause.Recordings.Words;
using static Unpause.Tests.Recorded;

namespace Unpause.Tests.Analysis.Summaries;

/// <summary>What the application felt: no pause is counted beside the stop that holds it, and none is lost that no stop holds.</summary>
public class StopSummaryTests
{
    [Fact]
    public void StopSummary_PauseInAStop_IsCountedOnce()
    {
        var stops = Of([(0, 10), (100, 30)], Stop(0, 12, "G1CollectForAllocation", 1), Stop(90, 45, "G1CollectForAllocation", 9));
        Assert.Equal((2, 57 * Millisecond, 0), (stops.Count, stops.TotalNanoseconds.Value, stops.PausesWithoutStop));
        Assert.Equal((2, 45 * Millisecond), (stops.ByCollections.Count, stops.ByCollections.MaxNanoseconds));
        Assert.Equal(
            (10 * Millisecond, 9 * Millisecond), (stops.TimeToSafepointTotalNanoseconds!.Value.Value, stops.TimeToSafepointMaxNanoseconds));
        Assert.Equal(94.3, stops.ByCollections.ThroughputPercent!.Value, 9);
    }

    [Fact]
    public void StopSummary_PauseOutsideStops_IsAStopOfItsOwn()
    {
        var stops = Of([(0, 10), (500, 300)], Stop(0, 12, "G1CollectForAllocation"));
        Assert.Equal((2, 312 * Millisecond, 1), (stops.Count, stops.TotalNanoseconds.Value, stops.PausesWithoutStop));
        Assert.Equal(300 * Millisecond, stops.MaxNanoseconds);
        Assert.Equal(300 * Millisecond, stops.ByCollections.MaxNanoseconds);
    }

    [Fact]
    public void StopSummary_MillisecondStamps_KeepAPauseInItsStop()
    {
        // The stop's line is stamped a moment before the next millisecond, the pause's at its beginning.
        var begun = Begun(1000, (101, 30));
        begun.Stops = new StopList { new((99 * Millisecond) + 3, (31 * Millisecond) - 1, null, "G1CollectForAllocation", true) };
        Assert.Equal(0, Summary.Compute(begun.Build()).Stops!.PausesWithoutStop);
    }

    [Fact]
    public void StopSummary_StopWithAPause_IsByCollections()
    {
        var stops = Of([(100, 30)], Stop(95, 400, "GC_HeapInspection"), Stop(600, 50, "HeapDumper"));
        Assert.Equal(400 * Millisecond, Assert.Single(stops.ByReason, row => row.ByCollections).TotalNanoseconds.Value);
        Assert.Equal(["heap inspection", "heap dump"], stops.ByReason.Select(row => row.Reason));
        Assert.Equal(400 * Millisecond, stops.ByCollections.MaxNanoseconds);
    }

    [Theory]
    [InlineData("G1CollectForAllocation")]
    [InlineData("G1PauseRemark")]
    [InlineData("CGC_Operation")]
    [InlineData("XMarkStart")]
    [InlineData("ZMarkStartYoung")]
    [InlineData("ZRelocateStart")]
    [InlineData("ShenandoahInitMark")]
    [InlineData("ParallelGCFailedAllocation")]
    [InlineData("SerialCollectForAllocation")]
    [InlineData("CollectForMetadataAllocation")]
    [InlineData("CMS_Final_Remark")]
    public void StopSummary_UnloggedCollection_IsKnownByItsOperation(string operation)
    {
        var line = $"[1.500s][info][safepoint] Safepoint \"{operation}\", Time since last: 1 ns, Reaching safepoint: 90000000 ns, "
            + "Cleanup: 1 ns, At safepoint: 10000000 ns, Total: 100000001 ns\n";
        var stops = StopSummary.Compute(Assert.Single(Samples.Of("[0.010s][info][safepoint] begin\n" + line + line)))!;
        Assert.Equal((2, 2, 100000001), (stops.Count, stops.ByCollections.Count, stops.ByCollections.MaxNanoseconds));
    }

    [Theory]
    [InlineData("RevokeBias", "biased locking")]
    [InlineData("Deoptimize", "deoptimization")]
    [InlineData("RedefineClasses", "class redefinition")]
    [InlineData("CleanClassLoaderDataMetaspaces", "class unloading")]
    [InlineData("PrintThreads", "thread dump")]
    [InlineData("SomethingNew", "SomethingNew")]
    [InlineData(JvmStops.NotRecorded, StopReason.NotRecorded)]
    public void StopSummary_OtherOperation_HasAReason(string operation, string reason)
    {
        var row = Assert.Single(Of([], Stop(10, 20, operation)).ByReason);
        Assert.Equal((reason, false, 1), (row.Reason, row.ByCollections, row.Count));
        Assert.Equal([operation], row.Operations);
    }

    [Fact]
    public void StopSummary_OperationsOfOneReason_AreOneRow()
    {
        var stops = Of([], Stop(10, 20, "RevokeBias"), Stop(50, 5, "BulkRevokeBias"), Stop(60, 1, "RevokeBias"));
        var row = Assert.Single(stops.ByReason);
        Assert.Equal((3, 26 * Millisecond, 20 * Millisecond), (row.Count, row.TotalNanoseconds.Value, row.MaxNanoseconds));
        Assert.Equal(["RevokeBias", "BulkRevokeBias"], row.Operations);
        Assert.Equal(0, stops.ByCollections.Count);
    }

    [Fact]
    public void StopSummary_UnorderedStops_HoldTheirPauses()
    {
        var stops = Of([(0, 10), (100, 30), (300, 20)], Stop(290, 40, "G1"), Stop(90, 45, "G1"), Stop(0, 12, "G1"));
        Assert.Equal((3, 0), (stops.Count, stops.PausesWithoutStop));
    }

    [Fact]
    public void StopSummary_ChangedHeapCount_IsNoCollection()
    {
        var begun = new RecordingBuilder
        {
            Source = new SourceBuilder { Format = "nettrace", Runtime = Runtimes.DotNet },
            DurationNanoseconds = 1000 * Millisecond,
        };
        begun.Stops = new StopList
        {
            new(0, 12 * Millisecond, 1, "SuspendForGC", true),
            new(200 * Millisecond, 50 * Millisecond, 1, DotNetStops.HeapCountChange, true),
        };
        var stops = Summary.Compute(begun.Build()).Stops!;
        Assert.Equal((12 * Millisecond, 50 * Millisecond), (stops.ByCollections.MaxNanoseconds, stops.MaxNanoseconds));
        Assert.Equal(["change of the number of heaps", "collection"], stops.ByReason.Select(row => row.Reason));
    }

    private static StopSummary Of((long StartMs, long DurationMs)[] pauses, params Stop[] stops)
    {
        var begun = Begun(1000, pauses);
        begun.Stops = new StopList();
        foreach (var stop in stops) begun.Stops.Add(stop);
        return Summary.Compute(begun.Build()).Stops!;
    }

    private static Stop Stop(long start, long duration, string operation, long? reaching = null) => new(
        start * Millisecond,
        duration * Millisecond,
        reaching * Millisecond,
        operation,
        Unpause.Recordings.Readers.Jvm.SafepointOperations.IsForCollection(operation));
}
