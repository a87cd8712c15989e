namespace Unpause.Recordings.Readers.Jvm.Legacy;

/// <summary>What a bracketed block of a legacy log is.</summary>
internal enum BlockKind : byte
{
    /// <summary>Any other block; its brackets are only counted.</summary>
    Unknown,

    /// <summary><c>[GC</c>: a collection of the young generation, unless its blocks say more.</summary>
    Collection,

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
