namespace Unpause.Recordings.Readers.Jvm;

/// <summary>
/// What HotSpot and GraalVM's native images print as a collection's cause, and its place in the common vocabulary.
/// Source: <c>src/hotspot/share/gc/shared/gcCause.cpp</c> of the named versions; GraalVM, <c>GCCause.java</c>.
/// </summary>
internal static class JvmCauses
{
    /// <summary>HotSpot's word, the common cause, and the versions that print it.</summary>
    private static readonly (string Word, string Cause, string Versions)[] Table =
    [
        ("Allocation Failure", Causes.Allocation, "7-25"),
        ("Collect on allocation", Causes.Allocation, "native images, GraalVM 22.2 and later"),
        ("CollectOnAllocation", Causes.Allocation, "native images, GraalVM 20 to 22.1"),
        ("CollectOnAllocation.Sometimes", Causes.Allocation, "native images, GraalVM 19 to 20"),
        ("G1 Evacuation Pause", Causes.Allocation, "7-25"),
        ("G1 Preventive Collection", Causes.Allocation, "17-20"),
        ("Allocation Rate", Causes.Allocation, "11-25, ZGC"),
        ("Allocation Stall", Causes.Allocation, "11-25, ZGC"),
        ("Minor Collection Allocation Stall", Causes.Allocation, "21-25, ZGC"),
        ("Allocation Profiler", Causes.Diagnostic, "7-8"),
        ("Concurrent GC", Causes.Occupancy, "17-25, Shenandoah"),
        ("Allocation Failure During Evacuation", Causes.PromotionFailure, "9-17, Shenandoah"),
        ("Ergonomics", Causes.Occupancy, "7-25, Parallel"),
        ("High Usage", Causes.Occupancy, "11-25, ZGC"),
        ("CMS Initial Mark", Causes.Occupancy, "8-13"),
        ("CMS Final Remark", Causes.Occupancy, "8-13"),
        ("CMS Generation Full", Causes.Occupancy, "8-13"),
        ("Old Generation Too Full To Scavenge", Causes.Occupancy, "7-17"),
        ("Old Generation Expanded On Last Scavenge", Causes.Occupancy, "7-17"),
        ("Tenured Generation Full", Causes.Occupancy, "7-8"),
        (JvmReasons.HumongousAllocation, Causes.LargeObjectAllocation, "7-25"),
        ("G1 Compaction Pause", Causes.PromotionFailure, "21-25"),
        ("Upgrade To Full GC", Causes.PromotionFailure, "17-25, Shenandoah"),
        ("Promotion Failure", Causes.PromotionFailure, "7-8"),
        ("promotion failed", Causes.PromotionFailure, "6-13, CMS"),
        ("concurrent mode failure", Causes.PromotionFailure, "6-13, CMS"),
        ("concurrent mode interrupted", Causes.PromotionFailure, "6-13, CMS"),
        ("Metadata GC Threshold", Causes.Metadata, "8-25"),
        ("Metadata GC Clear Soft References", Causes.Metadata, "9-25"),
        ("Permanent Generation Full", Causes.Metadata, "7"),
        ("Last ditch collection", Causes.Metadata, "8-9"),
        ("CodeCache GC Threshold", Causes.Metadata, "20-25"),
        ("CodeCache GC Aggressive", Causes.Metadata, "20-25"),
        ("System.gc()", Causes.Induced, "7-25"),
        ("System", Causes.Induced, "5-6"),
        ("java.lang.System.gc()", Causes.Induced, "native images"),
        ("JvmtiEnv ForceGarbageCollection", Causes.Induced, "7-25"),
        ("JNI critical region", Causes.Other, "8-22"),
        (JvmReasons.LockerInitiated, Causes.Other, "7-23"),
        ("Timer", Causes.Periodic, "11-25, ZGC"),
        ("Proactive", Causes.Periodic, "11-25, ZGC"),
        ("G1 Periodic Collection", Causes.Periodic, "12-25"),
        ("Warmup", Causes.Occupancy, "11-25, ZGC"),
        (JvmReasons.HeapInspection, Causes.Diagnostic, "7-25"),
        (JvmReasons.HeapDump, Causes.Diagnostic, "7-25"),
        (JvmReasons.NativeHeapDump, Causes.Diagnostic, "native images"),
        (JvmReasons.DiagnosticCommand, Causes.Diagnostic, "8-25"),
        ("WhiteBox Initiated Young GC", Causes.Diagnostic, "8-25"),
        ("WhiteBox Initiated Full GC", Causes.Diagnostic, "9-25"),
        ("WhiteBox Initiated Run to Breakpoint", Causes.Diagnostic, "14-25"),
        ("FullGCAlot", Causes.Diagnostic, "7-25"),
        ("ScavengeAlot", Causes.Diagnostic, "7-25"),
    ];

    private static readonly Dictionary<string, string> ByWord = Table.ToDictionary(
        row => row.Word, row => row.Cause, StringComparer.Ordinal);

    private static readonly HashSet<string> NativeImages =
        [.. Table.Where(row => row.Versions.StartsWith("native images", StringComparison.Ordinal)).Select(row => row.Word)];

    /// <summary>Whether only native images print a word.</summary>
    public static bool IsOfNativeImages(string word) => NativeImages.Contains(word);

    /// <summary>The common cause of HotSpot's word; <see cref="Causes.Other"/> for a word that no known version prints.</summary>
    public static string Normalise(string word) => ByWord.GetValueOrDefault(word, Causes.Other);
}
