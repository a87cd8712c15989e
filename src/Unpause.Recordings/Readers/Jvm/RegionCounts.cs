namespace Unpause.Recordings.Readers.Jvm;

/// <summary>
/// G1's counts of regions before and after a collection, and the region size derived from them: a log that lost its beginning has
/// no line with the size.
/// </summary>
/// <remarks>
/// Sizes are powers of two from 1 MB to 512 MB (JDK 9-25, <c>heapRegionBounds.hpp</c>). The heap is no larger than its regions, and
/// G1 fills a region before it takes the next (dead objects count as used), so the least size that has room for what was used is the size.
/// Only humongous objects leave a part of their last region free.
/// </remarks>
internal struct RegionCounts
{
    private const long LeastBytes = 1L << 20;
    private const long MostBytes = 1L << 29;

    /// <summary>With fewer, the regions that are being filled may be half of them.</summary>
    private const long FewestRegions = 16;

    /// <summary>Where a larger share is humongous, what it leaves free may be half of all.</summary>
    private const double MostHumongous = 0.25;

    /// <summary>Where a smaller share is used, the next smaller size may be right.</summary>
    private const double LeastUsed = 0.6;

    /// <summary>Eden's regions before, and the target for those after.</summary>
    public long EdenBefore, EdenTarget;

    public long SurvivorsBefore, SurvivorsAfter;

    /// <summary>Regions of the old space.</summary>
    public long OldBefore, OldAfter;

    /// <summary>Regions of humongous objects, and of archives.</summary>
    public long OthersBefore;

    /// <summary>Whether all of them were counted.</summary>
    public bool HasEden, HasSurvivors, HasOld;

    /// <summary>The size of a region in bytes; null when the counts leave more than one.</summary>
    /// <param name="change">The heap's bytes.</param>
    public readonly long? RegionBytes(in HeapChange change)
    {
        var all = EdenBefore + SurvivorsBefore + OldBefore + OthersBefore;
        if (!HasEden || !HasSurvivors || !HasOld || all < FewestRegions || OthersBefore > all * MostHumongous) return null;
        var size = LeastBytes;
        while (size <= MostBytes && size * all < change.Before) size *= 2;
        // What is committed is whole regions, and not fewer than were in use.
        if (size > MostBytes || change.CapacityBytes < size * all || change.Before < size * all * LeastUsed) return null;
        return size;
    }
}
