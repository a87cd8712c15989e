namespace Unpause.Analysis.Events;

/// <summary>
/// What the runtimes' phases are, and which phase contains which. Sources: <c>g1GCPhaseTimes.cpp</c>, <c>g1ConcurrentMark.cpp</c>,
/// <c>psParallelCompact.cpp</c>, <c>serialFullGC.cpp</c>, <c>concurrentMarkSweepGeneration.cpp</c> of JDK 8 to 25; dotnet/runtime,
/// <c>gcrecord.h</c> and <c>ClrEtwAll.man</c> (MarkWithType).
/// </summary>
internal static class PhaseWords
{
    private const string Workers = "GC Worker Total", Parallel = "Parallel Time", Evacuate = "Evacuate Collection Set";
    private const string Before = "Pre Evacuate Collection Set", After = "Post Evacuate Collection Set", Other = "Other";
    private const string External = "Ext Root Scanning", Dedup = "String Dedup Fixup", DotNetRoots = "mark roots";

    /// <summary>The kind of a phase, and the phases that may contain it, the innermost first.</summary>
    /// <param name="name">The runtime's own name.</param>
    public static (PausePartKind Kind, string[] Parents) Find(string name) => name switch
    {
        // G1, young and mixed.
        Workers => (PausePartKind.Collecting, [Parallel, Evacuate]),
        Parallel => (PausePartKind.LoadImbalance, []),
        Evacuate => (PausePartKind.Copying, []),
        Before => (PausePartKind.Preparing, []),
        After => (PausePartKind.Freeing, []),
        Other => (PausePartKind.Collecting, []),
        "Object Copy" => (PausePartKind.Copying, [Workers, Parallel, Evacuate]),
        "Optional Object Copy" => (PausePartKind.Copying, ["Evacuate Optional Collection Set"]),
        "Evacuate Optional Collection Set" => (PausePartKind.Copying, []),
        "Termination" or "GC Worker Other" => (PausePartKind.LoadImbalance, [Workers, Parallel, Evacuate]),
        "Merge Heap Roots" => (PausePartKind.RememberedSets, []),
        "Update RS" or "Scan RS" or "Scan Heap Roots" => (PausePartKind.RememberedSets, [Workers, Parallel, Evacuate]),
        "SATB Filtering" => (PausePartKind.Marking, [Workers, Parallel, Evacuate]),
        "Code Root Scan" or "Code Root Scanning" or "Code Root Marking" => (PausePartKind.CodeRoots, [Workers, Parallel, Evacuate]),
        "Code Root Fixup" or "Code Roots Fixup" or "Code Root Purge" or "Purge Code Roots" or "Code Roots Purge" or "Code Root Migration" =>
            (PausePartKind.CodeRoots, [After]),
        External => (PausePartKind.Roots, [Workers, Parallel, Evacuate]),
        "Thread Roots" or "ThreadRoots" => (PausePartKind.ThreadStacks, [External, Workers, Parallel, Evacuate]),
        "CLDG Roots" or "CLDGRoots" or "Universe Roots" or "JNI Handles Roots" or "ObjectSynchronizer Roots" or "Management Roots"
            or "SystemDictionary Roots" or "JVMTI Roots" or "CM RefProcessor Roots" or "JNI Global" or "VM Global" or "Thread OopStorage" =>
            (PausePartKind.Roots, [External, Workers, Parallel, Evacuate]),
        "StringTable Roots" or "StringTable Weak" => (PausePartKind.StringTable, ["Weak Processing", After]),
        "Wait For Strong CLD" or "Weak CLD Roots" => (PausePartKind.ClassUnloading, [External, Workers, Parallel, Evacuate]),
        "Prepare TLABs" or "Choose CSet" or "Choose Collection Set" or "Humongous Register" or "Region Register"
            or "Concatenate Dirty Card Logs" or "Prepare Heap Roots" or "Prepare Merge Heap Roots" => (PausePartKind.Preparing, [Before, Other]),
        "Ref Proc" or "Ref Enq" => (PausePartKind.References, [Other]),
        "Reference Processing" or "Weak Processing" => (PausePartKind.References, [After]),
        "Clear CT" or "Clear Card Table" or "Redirty Cards" or "Clear Logged Cards" => (PausePartKind.RememberedSets, [After, Other]),
        "Free CSet" or "Free Collection Set" or "Humongous Reclaim" or "Rebuild Free List" or "Expand Heap After Collection"
            or "Start New Collection Set" or "Resize TLABs" or "Merge Per-Thread State" or "DerivedPointerTable Update" =>
            (PausePartKind.Freeing, ["Post Evacuate Cleanup 1", "Post Evacuate Cleanup 2", After, Other]),
        "Post Evacuate Cleanup 1" or "Post Evacuate Cleanup 2" => (PausePartKind.Freeing, [After]),
        "Remove Self Forwards" or "Restore Evacuation Failed Regions" or "Restore Preserved Marks" or "Evacuation Failure" =>
            (PausePartKind.EvacuationFailure, ["Post Evacuate Cleanup 1", After, Other]),
        Dedup => (PausePartKind.StringDeduplication, [After, Other]),
        "Queue Fixup" or "Table Fixup" => (PausePartKind.StringDeduplication, [Dedup, After]),

        // G1's remark and cleanup.
        "Finalize Marking" => (PausePartKind.Marking, []),
        "GC ref-proc" => (PausePartKind.References, []),
        "Unloading" or "Class Unloading" or "Purge Metaspace" or "ClassLoaderData" => (PausePartKind.ClassUnloading, []),
        "Finalize Concurrent Mark Cleanup" or "Reclaim Empty Regions" or "Update Remembered Set Tracking Before Rebuild"
            or "Update Remembered Set Tracking After Rebuild" => (PausePartKind.Freeing, []),

        // Full collections of G1, Serial and Parallel.
        "Phase 1: Mark live objects" or "Marking Phase" or "Par Mark" => (PausePartKind.Marking, []),
        "Phase 1: Class Unloading and Cleanup" => (PausePartKind.ClassUnloading, ["Phase 1: Mark live objects"]),
        "Phase 1: Reference Processing" or "Phase 1: Weak Processing" => (PausePartKind.References, ["Phase 1: Mark live objects"]),
        "Phase 2: Prepare for compaction" or "Phase 2: Compute new object addresses" or "Phase 2: Prepare compaction"
            or "Summary Phase" => (PausePartKind.Planning, []),
        "Phase 3: Adjust pointers" or "Adjust Roots" or "Adjust Pointers" => (PausePartKind.Compacting, []),
        "Phase 4: Compact heap" or "Phase 4: Move objects" or "Compaction Phase" or "Post Compact" => (PausePartKind.Compacting, []),
        "Phase 5: Reset Metadata" => (PausePartKind.Freeing, []),
        "Scavenge" => (PausePartKind.Copying, []),

        // CMS.
        "Rescan (parallel)" or "Rescan (non-parallel)" or "grey object rescan" or "root rescan" or "visit unhandled CLDs"
            or "dirty klass scan" => (PausePartKind.Marking, []),
        "weak refs processing" or "SoftReference" or "WeakReference" or "FinalReference" or "PhantomReference" or "JNI Weak Reference" =>
            (PausePartKind.References, []),
        "class unloading" => (PausePartKind.ClassUnloading, []),
        "scrub symbol table" or "scrub string table" or "scrub symbol & string tables" => (PausePartKind.StringTable, []),

        // Go: the pause itself.
        "sweep termination" or "mark termination" => (PausePartKind.Collecting, []),

        // .NET.
        DotNetRoots or "background: final mark" => (PausePartKind.Marking, []),
        "mark: stacks" => (PausePartKind.ThreadStacks, [DotNetRoots]),
        "mark: handles" => (PausePartKind.Handles, [DotNetRoots]),
        "mark: older generations" => (PausePartKind.RememberedSets, [DotNetRoots]),
        "mark: dependent handles" or "short weak references" or "long weak references" => (PausePartKind.References, [DotNetRoots]),
        "mark: newly finalizable" or "mark: finalizer queue" or "finalization scan" => (PausePartKind.Finalization, [DotNetRoots]),
        "mark: sized references" => (PausePartKind.Handles, [DotNetRoots]),
        "plan" => (PausePartKind.Planning, []),
        "relocate" or "compact" => (PausePartKind.Compacting, []),
        "sweep" => (PausePartKind.Freeing, []),
        "background: younger collection first" => (PausePartKind.YoungerCollection, []),
        _ => (PausePartKind.OtherPhase, []),
    };
}
