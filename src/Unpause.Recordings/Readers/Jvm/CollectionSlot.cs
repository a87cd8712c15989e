namespace Unpause.Recordings.Readers.Jvm;

/// <summary>What is known of a collection between its first and its last line. Reused from one collection to the next.</summary>
internal sealed class CollectionSlot
{
    private Collection.Builder _collection;
    private RegionCounts _regions;

    /// <summary>The number of the slot's collection; -1 when the slot is free.</summary>
    public long Number { get; private set; } = -1;

    /// <summary>Index into the recording's collections.</summary>
    public int Index { get; private set; }

    /// <summary>The collection under construction.</summary>
    public ref Collection.Builder Collection => ref _collection;

    /// <summary>The name of its last pause.</summary>
    public string? LastPause { get; set; }

    /// <summary>Index of the first phase that was recorded after its last pause.</summary>
    public int FirstPhase { get; set; }

    /// <summary>Bytes of the young spaces before it.</summary>
    public long? YoungBefore { get; set; }

    /// <summary>Bytes of the old space before it.</summary>
    public long? OldBefore { get; set; }

    /// <summary>Bytes of the old space after it.</summary>
    public long? OldAfter { get; set; }

    /// <summary>Bytes in survivor spaces after it.</summary>
    public long? SurvivorsAfter { get; set; }

    /// <summary>Bytes copied, as G1 counts them in its debug output.</summary>
    public long? CopiedBytes { get; set; }

    /// <summary>G1's counts of regions, as long as the size of a region is not known.</summary>
    public ref RegionCounts Regions => ref _regions;

    /// <summary>Takes the slot for another collection.</summary>
    public void Reset(long number, int index, Collection.Builder collection, int firstPhase)
    {
        Number = number;
        FirstPhase = firstPhase;
        Index = index;
        _collection = collection;
        LastPause = null;
        _regions = default;
        YoungBefore = OldBefore = OldAfter = SurvivorsAfter = CopiedBytes = null;
    }
}

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
