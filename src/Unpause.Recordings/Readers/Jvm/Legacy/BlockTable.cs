namespace Unpause.Recordings.Readers.Jvm.Legacy;

/// <summary>The blocks of legacy logs by their beginning. A longer beginning comes before a shorter one that it begins with.</summary>
internal static class BlockTable
{
    /// <summary>Beginning, kind, the collector that it gives away, and versions.</summary>
    private static readonly (string Start, BlockKind Kind, string? Collector, string Versions)[] Rows =
    [
        ("GC concurrent-", BlockKind.G1Concurrent, "G1", "6-8, G1"),
        ("GC pause", BlockKind.G1Pause, "G1", "6-8, G1"),
        ("GC remark", BlockKind.G1Remark, "G1", "6-8, G1"),
        ("GC cleanup", BlockKind.G1Cleanup, "G1", "6-8, G1"),
        (JvmPhases.RemarkReferences, BlockKind.Phase, null, "7-8, G1"),
        ("GC Worker ", BlockKind.Phase, null, "7-8, G1"),
        ("GC", BlockKind.Collection, null, "1.4-8"),
        ("Incremental GC", BlockKind.NativeIncremental, JvmCollectors.NativeImageSerial, "native images, GraalVM 19 to 22.1"),
        ("Full GC", BlockKind.FullCollection, null, "1.4-8"),
        ("CMS-concurrent-", BlockKind.CmsConcurrent, "CMS", "1.4-8, CMS"),
        ("ASCMS-concurrent-", BlockKind.CmsConcurrent, "CMS", "6-7, CMS with adaptive sizes"),
        ("1 ASCMS-initial-mark", BlockKind.CmsInitialMark, "CMS", "6-7, CMS with adaptive sizes"),
        ("1 ASCMS-remark", BlockKind.CmsRemark, "CMS", "6-7, CMS with adaptive sizes"),
        ("ASCMS", BlockKind.OldSpace, "CMS", "6-7, CMS with adaptive sizes"),
        ("1 CMS-initial-mark", BlockKind.CmsInitialMark, "CMS", "5-8, CMS"),
        ("1 CMS-remark", BlockKind.CmsRemark, "CMS", "5-8, CMS"),
        (JvmPhases.CmsInitialMark, BlockKind.CmsInitialMark, "CMS", "1.4, CMS"),
        ("CMS-remark", BlockKind.CmsRemark, "CMS", "1.4, CMS"),
        ("CMS Perm", BlockKind.MetadataSpace, null, "5-7, CMS"),
        ("CMSbailing", BlockKind.OldSpace, null, "5, CMS"),
        ("CMS", BlockKind.OldSpace, "CMS", "5-8, CMS"),
        ("ParNew", BlockKind.YoungSpace, "CMS", "1.4-8, CMS"),
        ("ASParNew", BlockKind.YoungSpace, "CMS", "6-8, CMS with adaptive sizes"),
        ("DefNew", BlockKind.YoungSpace, "Serial", "1.4-8, Serial"),
        ("PSYoungGen", BlockKind.YoungSpace, JvmCollectors.Parallel, "5-8, Parallel"),
        ("PSOldGen", BlockKind.OldSpace, JvmCollectors.Parallel, "5-8, Parallel"),
        ("ParOldGen", BlockKind.OldSpace, JvmCollectors.Parallel, "6-8, Parallel"),
        ("Tenured", BlockKind.OldSpace, null, "1.4-8, Serial"),
        ("PSPermGen", BlockKind.MetadataSpace, null, "5-7, Parallel"),
        ("Perm ", BlockKind.MetadataSpace, null, "5-7, Serial"),
        ("Metaspace", BlockKind.MetadataSpace, null, "8"),
        ("Eden: ", BlockKind.G1Heap, "G1", "7-8, G1"),
        ("Times: ", BlockKind.Times, null, "6-8"),
        ("Class Histogram", BlockKind.ClassHistogram, null, "6-8, PrintClassHistogram and its likes"),
        ("Rescan ", BlockKind.Phase, null, "5-8, CMS"),
        (JvmPhases.CmsReferences, BlockKind.Phase, null, "5-8, CMS"),
        ("class unloading", BlockKind.Phase, null, "6-8, CMS"),
        ("Preclean ", BlockKind.Phase, null, "7-8, CMS with PrintReferenceGC: while the application runs"),
        ("pre compact", BlockKind.Phase, null, "6-8, PrintParallelOldGCPhaseTimes: printed before its collection"),
        ("scrub ", BlockKind.Phase, null, "6-8, CMS"),
        (JvmPhases.SoftReferences, BlockKind.Phase, null, "6-8, PrintReferenceGC"),
        (JvmPhases.WeakReferences, BlockKind.Phase, null, "6-8, PrintReferenceGC"),
        (JvmPhases.FinalReferences, BlockKind.Phase, null, "6-8, PrintReferenceGC"),
        (JvmPhases.PhantomReferences, BlockKind.Phase, null, "6-8, PrintReferenceGC"),
        (JvmPhases.NativeReferences, BlockKind.Phase, null, "6-8, PrintReferenceGC"),
        ("Finalize Marking", BlockKind.Phase, null, "8, G1"),
        ("Unloading", BlockKind.Phase, null, "8, G1"),
    ];

    /// <summary>The kind of the block whose content begins here.</summary>
    public static BlockKind KindOf(ReadOnlySpan<byte> content) => Find(content, out _);

    /// <summary>The kind, and the collector that only prints such blocks; null when several do.</summary>
    public static BlockKind Find(ReadOnlySpan<byte> content, out string? collector)
    {
        foreach (var (start, kind, only, _) in Rows)
        {
            if (content.Length < start.Length || !System.Text.Ascii.Equals(content[..start.Length], start)) continue;
            collector = only;
            return kind;
        }

        collector = null;
        return BlockKind.Unknown;
    }

    /// <summary>Whether a block is a stop-the-world collection or pause that ends with its duration.</summary>
    public static bool IsPause(BlockKind kind) => kind is >= BlockKind.Collection and <= BlockKind.G1Cleanup;
}

/// <summary>What a bracketed block of a legacy log is.</summary>
internal enum BlockKind : byte
{
    /// <summary>Any other block; its brackets are only counted.</summary>
    Unknown,

    /// <summary><c>[GC</c>: a collection of the young generation, unless its blocks say more.</summary>
    Collection,

    /// <summary><c>[Incremental GC</c>: a young collection of a native image.</summary>
    NativeIncremental,

    /// <summary><c>[GC pause</c>: G1's young or mixed pause.</summary>
    G1Pause,

    /// <summary><c>[Full GC</c>.</summary>
    FullCollection,

    /// <summary><c>[GC remark</c>: G1's.</summary>
    G1Remark,

    /// <summary><c>[GC cleanup</c>: G1's.</summary>
    G1Cleanup,

    /// <summary><c>[GC concurrent-mark-end, 0.1 secs]</c>: G1's, complete in itself.</summary>
    G1Concurrent,

    /// <summary><c>[CMS-concurrent-mark: 2.497/2.538 secs]</c>, complete in itself.</summary>
    CmsConcurrent,

    /// <summary><c>[1 CMS-initial-mark</c>: makes the collection around it the initial mark.</summary>
    CmsInitialMark,

    /// <summary><c>[1 CMS-remark</c>.</summary>
    CmsRemark,

    YoungSpace,

    OldSpace,

    /// <summary>Class metadata.</summary>
    MetadataSpace,

    /// <summary>G1: <c>[Eden: … Survivors: … Heap: …]</c>.</summary>
    G1Heap,

    /// <summary><c>[Times: user=… sys=…, real=… secs]</c>.</summary>
    Times,

    /// <summary>
    /// <c>[Class Histogram (before full gc): </c>, rows on lines of their own, <c>, 0.0013168 secs]</c>: inside a full collection, or
    /// beside it, where threads are stopped as well.
    /// </summary>
    ClassHistogram,

    /// <summary>A phase inside a collection: <c>[Rescan (parallel) , 0.0385133 secs]</c>.</summary>
    Phase,
}
