namespace Unpause.Recordings.Words;

/// <summary>
/// What safepoint operations are for. Source: <c>vmOperation.hpp</c> of JDK 8 to 25 (VM_OPS_DO), and the collectors' own lists. The
/// collector's operations that no row names are collections.
/// </summary>
internal static class JvmStops
{
    /// <summary>The operation of a log that doesn't name any (JDK 5 to 8).</summary>
    public const string NotRecorded = "safepoint";

    /// <summary>A monitor's thread woke up too late, and no collection ran meanwhile.</summary>
    public const string WithoutCollection = "paused without a collection";

    /// <summary>A monitor's thread woke up too late while collections ran.</summary>
    public const string WithCollections = "paused with collections";

    /// <summary>A pause of G1's marking (JDK 8 to 13).</summary>
    public const string ConcurrentMark = "CGC_Operation";

    /// <summary>The first pause of G1's marking that is not a young collection (13 and later).</summary>
    public const string G1Remark = "G1PauseRemark";

    /// <summary>How operations begin that stop one thread after the other.</summary>
    public const string Handshake = "Handshake";

    /// <summary>The first pause of a concurrent cycle of CMS.</summary>
    public const string CmsInitialMark = "CMS_Initial_Mark";

    /// <summary>A collection because metaspace is full.</summary>
    public const string ForMetadata = "CollectForMetadataAllocation";

    public static IReadOnlyList<StopReason> All { get; } =
    [
        new(G1Remark, "marking: remark"),
        new("G1PauseCleanup", "marking: cleanup"),
        new(ConcurrentMark, "marking: remark or cleanup"),
        new(CmsInitialMark, "marking: initial mark"),
        new("CMS_Final_Remark", "marking: remark"),
        new(ForMetadata, "collection for metaspace"),
        new("CollectForCodeCacheAllocation", "collection for the code cache"),
        new("GC_HeapInspection", StopReason.HeapInspection),
        new("HeapDumper", StopReason.HeapDump),
        new("HeapWalkOperation", "heap walk by an agent"),
        new("HeapIterateOperation", "heap walk by an agent"),
        new("CleanClassLoaderData", "class unloading"),
        new("ClassLoader", "class loader statistics"),
        new("RedefineClasses", StopReason.ClassRedefinition),
        new("RevokeBias", StopReason.BiasedLocking),
        new("BulkRevokeBias", StopReason.BiasedLocking),
        new("EnableBiasedLocking", StopReason.BiasedLocking),
        new("Deoptimize", "deoptimization"),
        new("ReinitializeMDO", "deoptimization"),
        new("MarkActiveNMethods", "code cache sweeping"),
        new("ICBufferFull", "inline caches"),
        new("ClearICs", "inline caches"),
        new("PrintThreads", StopReason.ThreadDump),
        new("ThreadDump", StopReason.ThreadDump),
        new("GetAllStackTraces", StopReason.ThreadDump),
        new("GetThreadListStackTraces", StopReason.ThreadDump),
        new("PrintJNI", StopReason.ThreadDump),
        new("FindDeadlocks", StopReason.DeadlockSearch),
        new("JFROldObject", StopReason.LeakProfiler),
        new("JFR", StopReason.FlightRecorder),
        new("Cleanup", "cleanup by the runtime"),
        new(Handshake, "handshake with threads"),
        new("ForceSafepoint", "safepoint requested by the runtime"),
        new("ForceAsyncSafepoint", "safepoint requested by the runtime"),
        new("no vm operation", "periodic safepoint without operation"),
        new("None", "periodic safepoint without operation"),
        new("Exit", StopReason.Exit),
        new("Halt", StopReason.Exit),
        new(WithoutCollection, StopReason.HostOrJvm),
        new(NotRecorded, StopReason.NotRecorded),
    ];
}
