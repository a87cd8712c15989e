namespace Unpause.Recordings.Readers.Jvm.Jfr;

/// <summary>What a recording's events contain of one collection; they come in any order.</summary>
/// <param name="number">The JVM's number of it.</param>
internal sealed class JfrCollection(long number)
{
    public long Number { get; } = number;

    /// <summary>Start in nanoseconds since 1970: its own event's, else its earliest part's.</summary>
    public long? Start { get; set; }

    public long? End { get; set; }

    /// <summary>
    /// The collector's name: <c>G1New</c>, <c>ParallelOld</c>, <c>ZGC Minor</c> …; null when
    /// its event is missing, because it had not ended.
    /// </summary>
    public string? Name { get; set; }

    public string? Cause { get; set; }

    /// <summary>What a native image collected, by the names of its pauses: its collector has one name for both generations.</summary>
    public string? NativeGeneration { get; set; }

    public long? SumOfPauses { get; set; }

    public long? LongestPause { get; set; }

    /// <summary>What kind of G1 young collection: <c>Normal</c>, <c>Concurrent Start</c>, <c>Mixed</c> …</summary>
    public string? YoungKind { get; set; }

    public long? TenuringThreshold { get; set; }

    /// <summary>G1: bytes in use from which on it begins to mark.</summary>
    public long? MarkingThresholdBytes { get; set; }

    public long? CopiedBytes { get; set; }

    /// <summary>Bytes in use in all regions that G1 collected.</summary>
    public long? CollectionSetBytes { get; set; }

    public long? UserNanoseconds { get; set; }

    public long? SystemNanoseconds { get; set; }

    public JfrHeapSizes Before { get; } = new();

    public JfrHeapSizes After { get; } = new();

    /// <summary>
    /// Eden and survivor spaces before it. G1's sizes leave out the region that the application is allocating in
    /// (<c>G1MonitoringSupport::recalculate_sizes</c>); the collection set contains it, and no old region up to JDK 21, unless mixed.
    /// Later ones retry regions whose evacuation failed, and record the old generation.
    /// </summary>
    public long? YoungBefore => Before.Old is null && !IsMixed && CollectionSetBytes > Before.Young ? CollectionSetBytes : Before.Young;

    /// <summary>Whether G1 collected old regions with the young ones.</summary>
    public bool IsMixed => YoungKind is { } kind && kind.StartsWith("Mixed", StringComparison.Ordinal);

    /// <summary>Bytes allocated since the collection before it; set at the end.</summary>
    public long? AllocatedBytes { get; set; }

    /// <summary>Marks of <see cref="Unpause.Recordings.Words.JvmMarks"/>; null when none.</summary>
    public List<string>? Marks { get; set; }

    /// <summary>Whether a pause of it was recorded.</summary>
    public bool HasPause { get; set; }

    /// <summary>Its index in the finished recording.</summary>
    public int Index { get; set; }

    /// <summary>Takes in a part of it.</summary>
    public void Include(long start, long end)
    {
        if (Start is null || start < Start) Start = start;
        if (End is null || end > End) End = end;
    }
}

/// <summary>The heap right before or after a collection, in bytes; null where no event has it.</summary>
internal sealed class JfrHeapSizes
{
    /// <summary>When it was measured, in nanoseconds since 1970.</summary>
    public long? At { get; set; }

    public long? Used { get; set; }

    public long? Committed { get; set; }

    public long? Eden { get; set; }

    public long? Survivors { get; set; }

    /// <summary>What eden may grow to; for Parallel the whole young generation.</summary>
    public long? YoungTarget { get; set; }

    public long? Old { get; set; }

    /// <summary>Eden and survivor spaces together.</summary>
    public long? Young => Eden + Survivors;

    /// <summary>The old generation: JDK 11 to 21 do not record G1's, which is the rest of the heap.</summary>
    public long? OldOrRest => Old ?? (Used - Young is >= 0 and var rest ? rest : null);
}

/// <summary>
/// What was allocated up to each collection, from the sizes before it and after the one before. Concurrent collectors
/// without spaces free and allocate at the same time, so their sizes are no evidence.
/// </summary>
internal static class JfrAllocated
{
    /// <summary>Sets <see cref="JfrCollection.AllocatedBytes"/>.</summary>
    /// <param name="ordered">The collections in order of their start.</param>
    public static void Count(IReadOnlyList<JfrCollection> ordered)
    {
        var moments = new List<(long At, JfrCollection Collection, JfrHeapSizes Sizes, bool After)>();
        foreach (var collection in ordered)
        {
            if (collection.Before.At is { } before) moments.Add((before, collection, collection.Before, false));
            if (collection.After.At is { } after) moments.Add((after, collection, collection.After, true));
        }

        moments.Sort((a, b) => a.At.CompareTo(b.At));
        // Number 0 is the JVM's first: the heap was empty before it, and JFR starts with the JVM or little later.
        long? used = ordered is [{ Number: 0 }, ..] ? 0 : null, young = used, old = used;
        foreach (var (_, collection, sizes, after) in moments)
        {
            var youngNow = after ? sizes.Young : collection.YoungBefore;
            var concurrent = JfrCollectors.Find(collection.Name).Kind == Recordings.CollectionKind.Background;
            if (!after || concurrent)
            {
                collection.AllocatedBytes = Plus(collection.AllocatedBytes, Grown(sizes, youngNow, concurrent, after, used, young, old));
            }

            (used, young, old) = (sizes.Used, youngNow, sizes.OldOrRest);
        }
    }

    private static long? Grown(JfrHeapSizes sizes, long? youngNow, bool concurrent, bool after, long? used, long? young, long? old)
    {
        // After a concurrent cycle of G1 the old space is smaller, and eden contains what the application allocated meanwhile.
        if (youngNow is not null) return Growth(young, youngNow) + (after ? 0 : Growth(old, sizes.OldOrRest) ?? 0);
        return concurrent ? null : Growth(used, sizes.Used);
    }

    private static long? Growth(long? from, long? to) => to - from is { } growth ? Math.Max(0, growth) : null;

    private static long? Plus(long? sum, long? more) => more is null ? sum : (sum ?? 0) + more;
}

/// <summary>Adds a collection to a recording from its events.</summary>
internal static class JfrFinishedCollection
{
    /// <summary>Adds it behind those that were added before.</summary>
    public static void AddTo(RecordingBuilder recording, JfrCollection reported)
    {
        var (generation, kind) = JfrCollectors.Find(reported.Name);
        if (JfrCollectors.IsOfNativeImage(reported.Name)) generation = reported.NativeGeneration;
        if (generation == Generations.Young && reported.IsMixed) generation = Generations.Mixed;
        var cause = reported.Cause is null ? null : JvmCauses.Normalise(reported.Cause);
        var promoted = PromotedBytes(reported, generation);
        var collection = recording.Begin(reported.Number);
        collection.Generation = generation;
        collection.Kind = kind;
        collection.Cause = cause;
        collection.RuntimeCause = reported.Cause;
        collection.Induced = cause == Causes.Induced;
        collection.StartNanoseconds = reported.Start;
        collection.EndNanoseconds = reported.End;
        collection.HeapBeforeBytes = reported.Before.Used;
        collection.HeapAfterBytes = reported.After.Used;
        collection.HeapCapacityBytes = reported.After.Committed ?? reported.Before.Committed;
        collection.AllocatedBytes = reported.AllocatedBytes;
        collection.PromotedBytes = promoted;
        collection.SurvivorBytes = generation is Generations.Full or Generations.Old
                ? null
                : SurvivorBytes(reported.CopiedBytes, reported.After.Survivors + promoted, reported.Marks);
        collection.YoungBeforeBytes = reported.YoungBefore;
        collection.YoungTargetBytes = reported.After.YoungTarget;
        collection.WholeHeap = generation is Generations.Full or Generations.Old;
        collection.CpuNanoseconds = reported.UserNanoseconds + reported.SystemNanoseconds;
        collection.SystemCpuNanoseconds = reported.SystemNanoseconds;
        collection.Marks = MarksOf(reported);
    }

    /// <summary>
    /// As the log's readers do: promoted is what the old space grew by in a young collection; survivors are the survivor spaces and that.
    /// </summary>
    private static long? PromotedBytes(JfrCollection reported, string? generation) =>
        generation == Generations.Young && reported.After.OldOrRest - reported.Before.OldOrRest is { } growth ? Math.Max(0, growth) : null;

    /// <summary>Where evacuation failed, most of what survived was not copied but stayed where it was.</summary>
    private static long? SurvivorBytes(long? copied, long? counted, List<string>? marks) =>
        copied is null || (counted > copied && marks?.Contains(JvmMarks.EvacuationFailure) == true) ? counted : copied;

    private static List<string>? MarksOf(JfrCollection reported)
    {
        if (reported.YoungKind is not ("Concurrent Start" or "Initial Mark")) return reported.Marks;
        return [.. reported.Marks ?? [], JvmMarks.ConcurrentStart];
    }
}

/// <summary>
/// The collectors' names in flight recordings (<c>gcName.hpp</c> of JDK 11-25): what they collect, and how. Two names make
/// up a JVM's collector, one for each generation.
/// </summary>
internal static class JfrCollectors
{
    private static readonly (string Name, string Collector, string? Generation, CollectionKind Kind, string Versions)[] Table =
    [
        ("G1New", "G1", Generations.Young, CollectionKind.Blocking, "11-25"),
        ("G1Old", "G1", Generations.Old, CollectionKind.Background, "11-25"),
        ("G1Full", "G1", Generations.Full, CollectionKind.Blocking, "11-25"),
        ("ParallelScavenge", JvmCollectors.Parallel, Generations.Young, CollectionKind.Blocking, "11-25"),
        ("ParallelOld", JvmCollectors.Parallel, Generations.Full, CollectionKind.Blocking, "11-25"),
        ("PSMarkSweep", JvmCollectors.Parallel, Generations.Full, CollectionKind.Blocking, "11-14"),
        ("DefNew", "Serial", Generations.Young, CollectionKind.Blocking, "11-25"),
        ("SerialOld", "Serial", Generations.Full, CollectionKind.Blocking, "11-25"),
        ("ParNew", "CMS", Generations.Young, CollectionKind.Blocking, "11-13"),
        ("ConcurrentMarkSweep", "CMS", Generations.Old, CollectionKind.Background, "11-13"),
        ("Z", "ZGC", Generations.Old, CollectionKind.Background, "11-22"),
        ("ZGC Minor", "ZGC", Generations.Young, CollectionKind.Background, "21-25"),
        ("ZGC Major", "ZGC", Generations.Old, CollectionKind.Background, "21-25"),
        ("ZGCMinor", "ZGC", Generations.Young, CollectionKind.Background, "21-25"),
        ("ZGCMajor", "ZGC", Generations.Old, CollectionKind.Background, "21-25"),
        (JvmCollectors.Shenandoah, JvmCollectors.Shenandoah, Generations.Old, CollectionKind.Background, "12-25"),
        // JfrGCEventSupport.java. G1 and Epsilon of native images write no such events (oracle/graal, pull request 9001).
        ("serial", JvmCollectors.NativeImageSerial, null, CollectionKind.Blocking, "native images, GraalVM 22.2 and later"),
    ];

    /// <summary>Whether a collection is a native image's.</summary>
    public static bool IsOfNativeImage(string? name) => Named(name, null) == JvmCollectors.NativeImageSerial;

    /// <summary>The generation and kind of a collection; null for a name that no known version has.</summary>
    public static (string? Generation, CollectionKind Kind) Find(string? name)
    {
        foreach (var row in Table)
        {
            if (row.Name == name) return (row.Generation, row.Kind);
        }

        return (null, CollectionKind.Blocking);
    }

    /// <summary>The JVM's collector.</summary>
    /// <param name="young">The name of the young generation's collector; null or N/A where there is none.</param>
    /// <param name="old">The name of the old generation's.</param>
    public static string? Named(string? young, string? old)
    {
        foreach (var row in Table)
        {
            if (row.Name == young) return row.Collector;
        }

        foreach (var row in Table)
        {
            if (row.Name == old) return row.Collector;
        }

        return old ?? young;
    }
}
