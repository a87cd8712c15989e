namespace Unpause.Recordings.Readers.Jvm.Jfr;

/// <summary>The events that are read, and the versions that write them (<c>metadata.xml</c> of JDK 11-25).</summary>
internal static class JfrEventTable
{
    private static readonly (string Name, Action<JfrProcess, JfrValue> Take, string Versions)[] Rows =
    [
        ("jdk.GarbageCollection", (process, e) => process.Collections.Collection(e), "11-25"),
        ("jdk.G1GarbageCollection", (process, e) => process.Collections.YoungKind(e), "11-25"),
        ("jdk.YoungGarbageCollection", (process, e) => process.Collections.Young(e), "11-25"),
        ("jdk.GCPhasePause", (process, e) => process.Collections.Pause(e), "11-25"),
        ("jdk.GCPhasePauseLevel1", (process, e) => process.Collections.Phase(e), "11-25"),
        ("jdk.GCPhasePauseLevel2", (process, e) => process.Collections.Phase(e), "11-25"),
        ("jdk.GCPhasePauseLevel3", (process, e) => process.Collections.Phase(e), "11-25"),
        ("jdk.GCPhasePauseLevel4", (process, e) => process.Collections.Phase(e), "11-25"),
        ("jdk.GCPhaseConcurrent", (process, e) => process.Collections.ConcurrentPhase(e), "11-25"),
        ("jdk.GCPhaseParallel", (process, e) => process.Collections.ParallelPhase(e), "12-25"),
        ("jdk.GCHeapSummary", (process, e) => process.Collections.Heap(e), "11-25"),
        ("jdk.G1HeapSummary", (process, e) => process.Collections.G1Heap(e), "11-25"),
        ("jdk.G1BasicIHOP", (process, e) => process.Collections.MarkingThreshold(e), "11-25"),
        ("jdk.PSHeapSummary", (process, e) => process.Collections.ParallelHeap(e), "11-25"),
        ("jdk.EvacuationInformation", (process, e) => process.Collections.Evacuation(e), "11-25"),
        ("jdk.EvacuationFailed", (process, e) => process.Collections.Mark(e, JvmMarks.EvacuationFailure), "11-25"),
        ("jdk.PromotionFailed", (process, e) => process.Collections.Mark(e, JvmMarks.PromotionFailed), "11-25"),
        ("jdk.ConcurrentModeFailure", (process, e) => process.Collections.Mark(e, JvmMarks.ConcurrentModeFailure), "11-25"),
        ("jdk.GCCPUTime", (process, e) => process.Collections.Cpu(e), "17-25"),
        ("jdk.GCSurvivorConfiguration", (process, e) =>
            process.Collections.MaxTenuringThreshold ??= e["maxTenuringThreshold"].Number(), "11-25"),
        ("jdk.SystemGC", (process, e) => process.Induced(e), "17-25"),
        ("jdk.AllocationRequiringGC", (process, e) => process.AllocationFailed(e), "11-25"),
        ("jdk.ZAllocationStall", (process, e) => process.Stall(e), "15-25"),
        ("jdk.SafepointBegin", (process, e) => process.Safepoints.Begin(e), "11-25"),
        ("jdk.SafepointStateSynchronization", (process, e) => process.Safepoints.Synchronized(e), "11-25"),
        ("jdk.ExecuteVMOperation", (process, e) => process.Safepoints.Operation(e), "11-25"),
        ("jdk.SafepointEnd", (process, e) => process.Safepoints.End(e), "11-25"),
        ("jdk.ObjectAllocationSample", (process, e) => process.Allocations.Sample(e), "16-25"),
        ("jdk.ThreadAllocationStatistics", (process, e) => process.Allocations.Statistics(e), "11-25"),
        ("jdk.ThreadStart", (process, e) => process.Allocations.ThreadStarted(e), "11-25"),
        ("jdk.ObjectAllocationInNewTLAB", (process, e) => process.Allocations.NewBuffer(e), "11-25"),
        ("jdk.ObjectAllocationOutsideTLAB", (process, e) => process.Allocations.OutsideBuffers(e), "11-25"),
        ("jdk.OldObjectSample", (process, e) => process.OldObject(e), "11-25"),
        ("jdk.JavaMonitorEnter", (process, e) => process.OtherWaits.Add("jdk.JavaMonitorEnter", e), "11-25"),
        ("jdk.ThreadPark", (process, e) => process.OtherWaits.Add("jdk.ThreadPark", e), "11-25"),
        ("jdk.VirtualThreadPinned", (process, e) => process.OtherWaits.Add("jdk.VirtualThreadPinned", e), "21-25"),
        ("jdk.FileRead", (process, e) => process.OtherWaits.Add("jdk.FileRead", e), "11-25"),
        ("jdk.FileWrite", (process, e) => process.OtherWaits.Add("jdk.FileWrite", e), "11-25"),
        ("jdk.FileForce", (process, e) => process.OtherWaits.Add("jdk.FileForce", e), "11-25"),
        ("jdk.SocketRead", (process, e) => process.OtherWaits.Add("jdk.SocketRead", e), "11-25"),
        ("jdk.SocketWrite", (process, e) => process.OtherWaits.Add("jdk.SocketWrite", e), "11-25"),
        ("jdk.JVMInformation", (process, e) => process.Description.Machine(e), "11-25"),
        ("jdk.GCConfiguration", (process, e) => process.Description.Collector(e), "11-25"),
        ("jdk.GCHeapConfiguration", (process, e) => process.Description.Heap(e), "11-25"),
        ("jdk.LongFlag", (process, e) => process.Description.Flag(e), "11-25"),
        ("jdk.UnsignedLongFlag", (process, e) => process.Description.Flag(e), "11-25"),
        ("jdk.IntFlag", (process, e) => process.Description.Flag(e), "11-25"),
        ("jdk.UnsignedIntFlag", (process, e) => process.Description.Flag(e), "11-25"),
        ("jdk.StringFlag", (process, e) => process.Description.Flag(e), "11-25"),
        ("jdk.BooleanFlag", (process, e) => process.Description.Switch(e), "11-25"),
        ("jdk.ActiveSetting", (process, e) => process.Setting(e), "11-25"),
        ("jdk.DataLoss", (process, e) => process.Lost(e), "11-25"),
    ];

    /// <summary>What takes an event; null for one that is not read.</summary>
    public static Action<JfrProcess, JfrValue>? Find(string name)
    {
        foreach (var row in Rows)
        {
            if (row.Name == name) return row.Take;
        }

        return null;
    }
}
