namespace Unpause.Readers.Jvm;

/// <summary>
/// G1's counts of regions before and after a collection, and what they say of a region's size: a log that lost its beginning has no line
/// that tells it.
/// </summary>
/// <remarks>
/// Sizes are powers of two from 1 MB to 512 MB (JDK 9-25, <c>heapRegionBounds.hpp</c>). The heap holds no more than its regions do, and
/// eden's regions are nearly full when a collection begins, so that the least size that holds what was used is the size.
/// </remarks>
internal struct RegionCounts
{
    private const long LeastBytes = 1L << 20;
    private const long MostBytes = 1L << 29;

    /// <summary>With fewer, the part of a region that is free may be half of them.</summary>
    private const long FewestEden = 4;

    /// <summary>Eden's regions before, and the target for those after.</summary>
    public long EdenBefore, EdenTarget;

    /// <summary>Regions of survivors.</summary>
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
        if (!HasEden || !HasSurvivors || !HasOld || EdenBefore < FewestEden || EdenBefore < all - EdenBefore) return null;
        var size = LeastBytes;
        while (size <= MostBytes && size * all < change.Before) size *= 2;
        // What is committed is whole regions, and not fewer than were in use.
        return size <= MostBytes && !(change.CapacityBytes < size * all) ? size : null;
    }
}
