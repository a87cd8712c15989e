namespace Unpause.Recordings.Readers.Jvm.Unified;

/// <summary>
/// The messages that are known by their beginning. Timed messages (they end in <c>ms</c>) and worker lines need no row:
/// they are understood by their shape, whatever a version calls them.
/// </summary>
internal static class MessageTable
{
    /// <summary>
    /// Beginning of the message, whether it follows <c>GC(n) </c>, its meaning, and the versions seen or read in the source.
    /// </summary>
    private static readonly (string Start, bool Numbered, MessageKind Kind, string Versions)[] Rows =
    [
        ("Eden regions: ", true, MessageKind.EdenRegions, "9-25, G1"),
        ("Survivor regions: ", true, MessageKind.SurvivorRegions, "9-25, G1"),
        ("Old regions: ", true, MessageKind.OldRegions, "9-25, G1"),
        ("Humongous regions: ", true, MessageKind.OtherRegions, "9-25, G1"),
        ("Archive regions: ", true, MessageKind.OtherRegions, "16-22, G1"),
        ("DefNew: ", true, MessageKind.YoungSpace, "9-25, Serial"),
        ("ParNew: ", true, MessageKind.YoungSpace, "9-13, CMS"),
        ("PSYoungGen: ", true, MessageKind.YoungSpace, "9-25, Parallel"),
        ("Tenured: ", true, MessageKind.OldSpace, "9-25, Serial"),
        ("CMS: ", true, MessageKind.OldSpace, "9-13, CMS"),
        ("ParOldGen: ", true, MessageKind.OldSpace, "9-25, Parallel"),
        ("PSOldGen: ", true, MessageKind.OldSpace, "9-14, Parallel"),
        ("User=", true, MessageKind.Cpu, "9-25"),
        ("Garbage Collection (", true, MessageKind.ZCollection, "11-23, ZGC"),
        ("Minor Collection (", true, MessageKind.ZCollection, "21-25, generational ZGC"),
        ("Major Collection (", true, MessageKind.ZCollection, "21-25, generational ZGC"),
        ("Live: ", true, MessageKind.ZLive, "11-25, ZGC"),
        ("Allocated: ", true, MessageKind.ZAllocated, "11-25, ZGC"),
        ("Promoted: ", true, MessageKind.ZPromoted, "21-25, generational ZGC"),
        ("Old: ", true, MessageKind.OldSpace, "9-13, CMS; native images"),
        ("Eden: ", true, MessageKind.NativeEden, "native images, GraalVM 22.2 and later, VerboseGC"),
        ("Survivor: ", true, MessageKind.NativeSurvivors, "native images, GraalVM 22.2 and later, VerboseGC"),
        ("Free: ", true, MessageKind.Known, "native images, GraalVM 22.2 and later, VerboseGC"),
        ("Collect on allocation", true, MessageKind.Known, "native images, GraalVM 22.2 and later, VerboseGC: begins a collection"),
        ("java.lang.System.gc()", true, MessageKind.Known, "native images, GraalVM 22.2 and later, VerboseGC: begins a collection"),
        ("Memory: ", true, MessageKind.Known, "native images, GraalVM 22.2 and later, VerboseGC"),
        ("Heap policy: ", true, MessageKind.Known, "native images, GraalVM 22.2 and later, VerboseGC"),
        ("Maximum young generation size: ", true, MessageKind.Known, "native images, GraalVM 22.2 and later, VerboseGC"),
        ("Minimum heap size: ", true, MessageKind.Known, "native images, GraalVM 22.2 and later, VerboseGC"),
        ("Aligned chunk size: ", true, MessageKind.Known, "native images, GraalVM 22.2 and later, VerboseGC"),
        ("Large array threshold: ", true, MessageKind.Known, "native images, GraalVM 22.2 and later, VerboseGC"),
        ("Maximum heap size: ", true, MessageKind.NativeMaximum, "native images, GraalVM 22.2 and later, VerboseGC"),
        ("Promotion failed", true, MessageKind.PromotionFailed, "9-13, CMS; 24-25, Shenandoah: with a comma"),
        ("Concurrent mode failure", true, MessageKind.ConcurrentModeFailure, "9-13, CMS, level debug"),
        ("Concurrent mode interrupted", true, MessageKind.ConcurrentModeInterrupted, "9-13, CMS, level debug"),
        ("FullGC done: ", true, MessageKind.Known, "24-25, generational Shenandoah"),
        ("To-space exhausted", true, MessageKind.ToSpaceExhausted, "9-21, G1"),
        ("Concurrent Mark Abort", true, MessageKind.Aborted, "9-25, G1"),
        ("Desired survivor size ", true, MessageKind.TenuringThreshold, "9-25"),
        ("Using tenuring threshold: ", true, MessageKind.ZTenuringThreshold, "21-25, generational ZGC"),
        ("Basic information (value update), threshold: ", true, MessageKind.MarkingThreshold, "9-25, G1, level debug of gc,ihop"),

        ("Safepoint \"", false, MessageKind.Safepoint, "13-25"),
        ("Total time for which application threads were stopped: ", false, MessageKind.StoppedTime, "9-12"),
        ("Entering safepoint region: ", false, MessageKind.EnteringSafepoint, "9-12"),
        ("Trigger", false, MessageKind.Trigger, "11-25, Shenandoah"),
        ("Pacing  ", false, MessageKind.Pacing, "17-25, Shenandoah: of a cycle, and at exit of all"),
        ("Using ", false, MessageKind.Using, "9-25"),
        ("Version: ", false, MessageKind.Version, "14-25"),
        ("Heap Region Size: ", false, MessageKind.RegionSize, "14-25, G1"),
        ("Heap region size: ", false, MessageKind.RegionSize, "9-16, G1"),
        ("Heap Max Capacity: ", false, MessageKind.MaxCapacity, "14-25"),
        ("Max Capacity: ", false, MessageKind.MaxCapacity, "11-25, ZGC"),
        ("CPUs: ", false, MessageKind.Setting, "14-25"),
        ("Memory: ", false, MessageKind.Setting, "14-25"),
        ("Parallel Workers: ", false, MessageKind.Setting, "14-25"),
        ("Concurrent Workers: ", false, MessageKind.Setting, "14-25"),
        ("GC Workers: ", false, MessageKind.Setting, "14-25, ZGC"),
        ("Heap Initial Capacity: ", false, MessageKind.Setting, "14-25"),
        ("Large Page Support: ", false, MessageKind.Setting, "14-25"),
        ("Compressed Oops: ", false, MessageKind.Setting, "14-25"),
        ("Heap: ", false, MessageKind.EpsilonHeap, "11-25, Epsilon"),
        ("jvm_args: ", false, MessageKind.Arguments, "9-25, tag arguments"),
        ("java_command: ", false, MessageKind.Command, "9-25, tag arguments"),

        ("Using ", true, MessageKind.Known, "9-25: workers"),
        ("Pause ", true, MessageKind.Known, "9-25: the line that begins a pause"),
        ("Concurrent ", true, MessageKind.Known, "9-25: the line that begins a phase"),
        ("Phase ", true, MessageKind.Known, "9-25: the line that begins a phase"),
        ("Marking Phase", true, MessageKind.Known, "9-25, Parallel"),
        ("Summary Phase", true, MessageKind.Known, "9-25, Parallel"),
        ("Adjust ", true, MessageKind.Known, "9-25, Parallel"),
        ("Forward", true, MessageKind.Known, "9-25: Parallel's phase, ZGC's forwarding usage"),
        ("Compaction Phase", true, MessageKind.Known, "9-25, Parallel"),
        ("Post Compact", true, MessageKind.Known, "9-25, Parallel"),
        ("Metaspace", true, MessageKind.Known, "9-25"),
        ("Attempting ", true, MessageKind.Known, "9-25: G1 before a full collection"),
        ("Age ", true, MessageKind.Known, "9-25"),
        ("- age ", true, MessageKind.Age, "9-25"),
        ("Heap ", true, MessageKind.Known, "9-25: heap before and after"),
        ("Load: ", true, MessageKind.Known, "11-25, ZGC"),
        ("MMU target violated", true, MessageKind.Known, "9-25, G1: its pause goal was missed"),
        ("Cleaned ", true, MessageKind.Known, "9-25: string and symbol tables"),
        ("Adaptive Heap Sizing", true, MessageKind.Known, "a development build of 24, Serial"),
        ("MMU: ", true, MessageKind.Known, "11-25, ZGC"),
        ("Mark", true, MessageKind.Known, "11-25, ZGC: stripes, stack, column heads"),
        ("NMethods: ", true, MessageKind.Known, "11-25, ZGC"),
        ("Allocation Stalls: ", true, MessageKind.ZStalls, "21-25, ZGC"),
        ("Candidates ", true, MessageKind.Known, "21-25, ZGC"),
        ("Small Pages: ", true, MessageKind.Known, "11-25, ZGC"),
        ("Medium Pages: ", true, MessageKind.Known, "11-25, ZGC"),
        ("Large Pages: ", true, MessageKind.Known, "11-25, ZGC"),
        ("Relocation: ", true, MessageKind.Known, "11-15, ZGC"),
        ("Min Capacity: ", true, MessageKind.Known, "11-25, ZGC"),
        ("Max Capacity: ", true, MessageKind.Known, "11-25, ZGC"),
        ("Soft Max Capacity", true, MessageKind.Known, "14-25, ZGC"),
        ("Soft: ", true, MessageKind.Known, "11-20, ZGC"),
        ("Soft References", true, MessageKind.Known, "21-26, ZGC"),
        (JvmPhases.SoftReferences, true, MessageKind.Known, "9-26: counts of what was met; times are SoftRef and so on"),
        ("Weak: ", true, MessageKind.Known, "11-20, ZGC"),
        ("Weak References", true, MessageKind.Known, "21-26, ZGC"),
        (JvmPhases.WeakReferences, true, MessageKind.Known, "9-26: counts of what was met; times are SoftRef and so on"),
        ("Final: ", true, MessageKind.Known, "11-20, ZGC"),
        ("Final References", true, MessageKind.Known, "21-26, ZGC"),
        (JvmPhases.FinalReferences, true, MessageKind.Known, "9-26: counts of what was met; times are SoftRef and so on"),
        ("Phantom: ", true, MessageKind.Known, "11-20, ZGC"),
        ("Phantom References", true, MessageKind.Known, "21-26, ZGC"),
        (JvmPhases.PhantomReferences, true, MessageKind.Known, "9-26: counts of what was met; times are SoftRef and so on"),
        ("Capacity: ", true, MessageKind.Known, "11-25, ZGC"),
        ("Reserve: ", true, MessageKind.Known, "11-15, ZGC"),
        ("Free: ", true, MessageKind.Known, "11-25, ZGC and Shenandoah"),
        ("Used: ", true, MessageKind.ZUsed, "11-25, ZGC"),
        ("Garbage: ", true, MessageKind.Known, "11-25, ZGC"),
        ("Reclaimed: ", true, MessageKind.Known, "11-25, ZGC"),
        ("Compacted: ", true, MessageKind.Known, "21-25, ZGC"),
        ("Eden ", true, MessageKind.Known, "21-25, ZGC's age table"),
        ("Survivor ", true, MessageKind.Known, "21-25, ZGC's age table"),
        ("Live  ", true, MessageKind.Known, "21-25, ZGC's age table"),
        ("Young Generation", true, MessageKind.Known, "21-25, ZGC"),
        ("Old Generation", true, MessageKind.Known, "21-25, ZGC"),
        ("Clearing All ", true, MessageKind.Known, "11-25, ZGC"),
        ("Encountered ", true, MessageKind.Known, "11-25, ZGC and Shenandoah"),
        ("Discovered ", true, MessageKind.Known, "11-25, Shenandoah"),
        ("Enqueued ", true, MessageKind.Known, "11-25, Shenandoah"),
        ("Pacer ", true, MessageKind.Known, "11-25, Shenandoah"),
        ("Collectable Garbage: ", true, MessageKind.Known, "11-25, Shenandoah"),
        ("Adaptive CSet ", true, MessageKind.Known, "11-25, Shenandoah"),
        ("Good progress", true, MessageKind.Known, "11-25, Shenandoah"),
        ("Bad progress", true, MessageKind.Known, "11-25, Shenandoah"),
        ("Cancel marking", true, MessageKind.Known, "17-25, Shenandoah"),
        ("Terminating old gc cycle", true, MessageKind.Known, "24-25, Shenandoah: a whole-heap cycle takes over from marking old"),
        ("Old gen evac failure", true, MessageKind.Known, "24-25, Shenandoah"),
        ("Cancelling GC", true, MessageKind.Known, "11-25, Shenandoah"),
        ("Transfer ", true, MessageKind.Known, "24-25, Shenandoah"),
        ("Forcing ", true, MessageKind.Known, "24-25, Shenandoah"),
        ("Promotion potential ", true, MessageKind.Known, "26, Shenandoah"),
        ("Requested sizes exceeds ", true, MessageKind.Known, "26, Parallel"),
        ("Bootstrap cycle ", true, MessageKind.Known, "26, Shenandoah"),
        ("No regions selected ", true, MessageKind.Known, "26, Shenandoah"),
        ("Planning ", true, MessageKind.Known, "24-25, Shenandoah"),
        ("Chosen ", true, MessageKind.Known, "24-25, Shenandoah"),
        ("Choos", true, MessageKind.Known, "24-25, Shenandoah"),
        ("Evacuation ", true, MessageKind.Known, "24-25, Shenandoah"),
        ("New tenuring threshold", true, MessageKind.Known, "24-25, Shenandoah"),
        ("Start GC cycle", true, MessageKind.Known, "24-25, Shenandoah"),
        ("At ", true, MessageKind.Known, "24-25, Shenandoah"),
        ("After ", true, MessageKind.Known, "24-25, Shenandoah"),
        ("Old regions ", true, MessageKind.Known, "24-25, Shenandoah"),
        ("Coalescing ", true, MessageKind.Known, "24-25, Shenandoah"),
        ("Old-gen ", true, MessageKind.Known, "24-25, Shenandoah"),
        ("Old-Gen ", true, MessageKind.Known, "24-25, Shenandoah"),
        ("Old Collector ", true, MessageKind.Known, "24-25, Shenandoah"),
        ("Old generation ", true, MessageKind.Known, "24-25, Shenandoah"),
        ("OLD ", true, MessageKind.Known, "24-25, Shenandoah"),
        ("Mixed ", true, MessageKind.Known, "24-25, Shenandoah"),
        ("Remaining ", true, MessageKind.Known, "24-25, Shenandoah"),
        ("Immediate Garbage: ", true, MessageKind.Known, "11-16, Shenandoah"),
        ("Free headroom: ", true, MessageKind.Known, "11-25, Shenandoah"),
    ];

    /// <summary>Bytes of a message's beginning that lead to its rows.</summary>
    private const int KeyLength = 3;

    /// <summary>A power of two, so large that few rows share a place.</summary>
    private const int Places = 1024;

    private static readonly Row[][] Numbered = Index(numbered: true);
    private static readonly Row[][] Unnumbered = Index(numbered: false);

    /// <summary>Finds the row of a message; false when there is none.</summary>
    public static bool TryFind(ReadOnlySpan<byte> message, bool numbered, out MessageKind kind, out int startLength)
    {
        kind = default;
        startLength = 0;
        if (message.Length < KeyLength) return false;
        foreach (var row in (numbered ? Numbered : Unnumbered)[PlaceOf(message)])
        {
            if (!message.StartsWith(row.Start)) continue;
            kind = row.Kind;
            startLength = row.Start.Length;
            return true;
        }

        return false;
    }

    private static int PlaceOf(ReadOnlySpan<byte> start) => ((start[0] * 31) + (start[1] * 7) + start[2]) & (Places - 1);

    /// <summary>Rows by the first bytes of their beginning, in the table's order, so that few are compared.</summary>
    private static Row[][] Index(bool numbered)
    {
        var index = new Row[Places][];
        Array.Fill(index, []);
        foreach (var (start, follows, kind, _) in Rows)
        {
            if (follows != numbered) continue;
            var row = new Row(System.Text.Encoding.ASCII.GetBytes(start), kind);
            index[PlaceOf(row.Start)] = [.. index[PlaceOf(row.Start)], row];
        }

        return index;
    }

    private sealed record Row(byte[] Start, MessageKind Kind);
}
