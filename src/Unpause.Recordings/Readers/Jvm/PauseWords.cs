namespace Unpause.Recordings.Readers.Jvm;

/// <summary>What a pause's name shows about its collection in unified logs.</summary>
internal static class PauseWords
{
    /// <summary>Name, generation, kind and versions. A longer name comes before its beginning.</summary>
    public static readonly PauseWord[] Names =
    [
        new("Pause Young", Generations.Young, CollectionKind.Blocking, WholeHeap: false, "9-25"),
        new("Pause Mixed", Generations.Mixed, CollectionKind.Blocking, WholeHeap: false, "9-10, G1"),
        new("Pause Full", Generations.Full, CollectionKind.Blocking, WholeHeap: true, "9-25"),
        new("Pause Full GC", Generations.Full, CollectionKind.Blocking, WholeHeap: true, "native images, GraalVM for JDK 22 and later"),
        new("Full GC", Generations.Full, CollectionKind.Blocking, WholeHeap: true, "native images, GraalVM 22.2 to JDK 21"),
        new(
            "Pause Incremental GC",
            Generations.Young,
            CollectionKind.Blocking,
            WholeHeap: false,
            "native images, GraalVM for JDK 22 and later"),
        new("Incremental GC", Generations.Young, CollectionKind.Blocking, WholeHeap: false, "native images, GraalVM 22.2 to JDK 21"),
        new("Pause Remark", Generations.Old, CollectionKind.Background, WholeHeap: true, "9-25, G1 and CMS"),
        new("Pause Cleanup", Generations.Old, CollectionKind.Background, WholeHeap: true, "9-25, G1"),
        new(
            "Pause Initial Mark",
            Generations.Old,
            CollectionKind.Background,
            WholeHeap: true,
            "9-14, CMS; with a cause G1's young pause of 9-10"),
        new("Pause Init Mark", Generations.Old, CollectionKind.Background, WholeHeap: true, "11-25, Shenandoah"),
        new("Pause Final Mark", Generations.Old, CollectionKind.Background, WholeHeap: true, "11-25, Shenandoah"),
        new("Pause Init Update Refs", Generations.Old, CollectionKind.Background, WholeHeap: true, "11-25, Shenandoah"),
        new("Pause Final Update Refs", Generations.Old, CollectionKind.Background, WholeHeap: true, "11-25, Shenandoah"),
        new("Pause Init Evac", Generations.Old, CollectionKind.Background, WholeHeap: true, "11-15, Shenandoah"),
        new("Pause Final Evac", Generations.Old, CollectionKind.Background, WholeHeap: true, "11-15, Shenandoah"),
        new("Pause Final Roots", Generations.Old, CollectionKind.Background, WholeHeap: true, "16-25, Shenandoah"),
        new("Pause Verify Final Roots", Generations.Old, CollectionKind.Background, WholeHeap: true, "24-25, Shenandoah"),
        new("Pause Degenerated GC", Generations.Old, CollectionKind.Blocking, WholeHeap: true, "11-25, Shenandoah"),
        new("Pause Mark Start", Generations.Old, CollectionKind.Background, WholeHeap: true, "11-25, ZGC"),
        new("Pause Mark End", Generations.Old, CollectionKind.Background, WholeHeap: true, "11-25, ZGC"),
        new("Pause Relocate Start", Generations.Old, CollectionKind.Background, WholeHeap: true, "11-25, ZGC"),
    ];

    /// <summary>
    /// What native images of GraalVM with the Serial collector call their pauses (GCImpl.java, printGCAfter); without the first word up to
    /// GraalVM for JDK 21 (oracle/graal, pull request 7663).
    /// </summary>
    public static readonly string[] NativeImages = ["Pause Full GC", "Full GC", "Pause Incremental GC", "Incremental GC"];

    /// <summary>How Shenandoah's lines begin in JDK 8.</summary>
    public static readonly string[] Shenandoah =
    [
        "Pause Init Mark", "Pause Final Mark", "Pause Init Update Refs", "Pause Final Update Refs", "Pause Init Evac", "Pause Final Evac",
        "Pause Final Roots", "Pause Degenerated GC", "Pause Full", "Pause Init UR", "Pause Final UR", "Concurrent reset",
        "Concurrent marking", "Concurrent precleaning", "Concurrent cleanup", "Concurrent evacuation", "Concurrent update references",
        "Concurrent partial", "Concurrent traversal", "Concurrent uncommit", "Pause Init Traversal", "Pause Final Traversal",
    ];

    /// <summary>What the words in parentheses after the name mean, where they are not the cause.</summary>
    public static readonly PauseDetail[] Details =
    [
        new("Normal", null, null, "11-25, G1"),
        new("Prepare Mixed", null, null, "12-25, G1"),
        new("Mixed", Generations.Mixed, null, "11-25, G1; 24-25, Shenandoah"),
        new("Concurrent Start", null, JvmMarks.ConcurrentStart, "11-25, G1"),
        new("Concurrent End", null, null, "21-25, G1"),
        new("Evacuation Failure: Allocation", null, JvmMarks.EvacuationFailure, "22-25, G1"),
        new("Evacuation Failure: Pinned", null, JvmMarks.EvacuationFailure, "22-25, G1"),
        new("Evacuation Failure: Allocation / Pinned", null, JvmMarks.EvacuationFailure, "22-25, G1"),
        new("process weakrefs", null, null, "11-15, Shenandoah"),
        new("unload classes", null, null, "11-25, Shenandoah"),
        new("update refs", null, null, "11-14, Shenandoah"),
        new("Young", Generations.Young, null, "24-25, generational Shenandoah"),
        new("Old", Generations.Old, null, "24-25, generational Shenandoah"),
        new("Bootstrap Old", Generations.Young, null, "24-25, generational Shenandoah: the young cycle that begins an old one"),
        new("Global", Generations.Old, null, "24-25, generational Shenandoah"),
        new("Major", Generations.Old, null, "21-25, generational ZGC"),
        new("Outside of Cycle", null, null, "11-25, Shenandoah"),
        new("Roots", null, null, "17-25, Shenandoah"),
        new("Mark", null, null, "11-25, Shenandoah"),
        new("Evacuation", null, null, "11-25, Shenandoah"),
        new("Update Refs", null, null, "11-25, Shenandoah"),
        new("Update References", null, null, "11-15, Shenandoah"),
    ];

    /// <summary>The row of a pause's name; null for a pause that no known version prints.</summary>
    public static PauseWord? Find(string name) => Array.Find(Names, word => word.Name == name);

    /// <summary>The row of a detail; null when it is a cause.</summary>
    public static PauseDetail? FindDetail(string text) => Array.Find(Details, detail => detail.Text == text);
}

internal sealed record PauseWord(string Name, string Generation, CollectionKind Kind, bool WholeHeap, string Versions);

/// <summary>One word in parentheses.</summary>
internal sealed record PauseDetail(string Text, string? Generation, string? Mark, string Versions);
