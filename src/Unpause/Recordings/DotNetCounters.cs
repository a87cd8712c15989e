namespace Unpause.Recordings;

/// <summary>Names of the counts that .NET collections carry in <see cref="Recording.Counters"/>.</summary>
public static class DotNetCounters
{
    /// <summary>Heaps in use (server GC: up to one a core).</summary>
    public const string Heaps = "heaps";

    /// <summary>Memory load of the machine or container when the collection started, in percent.</summary>
    public const string MemoryLoadPercent = "memory load percent";

    /// <summary>Size of generation 2 at the end, in bytes, with its free space.</summary>
    public const string Gen2Bytes = "gen2 bytes";

    /// <summary>Size of the large object heap at the end, in bytes, with its free space.</summary>
    public const string LargeObjectBytes = "large object heap bytes";

    /// <summary>Free bytes between objects in generation 2 at the end.</summary>
    public const string Gen2FreeBytes = "gen2 free bytes";

    /// <summary>Free bytes between objects in the large object heap at the end.</summary>
    public const string LargeObjectFreeBytes = "large object heap free bytes";

    /// <summary>Pinned objects that the collection met.</summary>
    public const string PinnedObjects = "pinned objects";
}
