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
    public void Reset(long number, int index, Collection.Builder collection)
    {
        Number = number;
        Index = index;
        _collection = collection;
        LastPause = null;
        _regions = default;
        YoungBefore = OldBefore = OldAfter = SurvivorsAfter = CopiedBytes = null;
    }
}
