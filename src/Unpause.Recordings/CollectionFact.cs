namespace Unpause.Recordings;

/// <summary>
/// A whole number that a collection may have beside the fields of <see cref="Collection"/> (<see cref="CollectionFacts"/>).
/// </summary>
public enum CollectionFact
{
    /// <summary>Heaps in use (.NET server GC: up to one a core).</summary>
    Heaps,

    /// <summary>Memory load of the machine or container when the collection started, in percent.</summary>
    MemoryLoadPercent,

    /// <summary>Objects that the collection met and could not move because they are pinned.</summary>
    PinnedObjects,

    /// <summary>Bytes that survived it where they lay, because a pinned object lay among them.</summary>
    PinnedSurvivedBytes,

    /// <summary>Handles at its end.</summary>
    Handles,

    /// <summary>Objects that it found dead and kept because their finalizers must run.</summary>
    FinalizableObjects,

    /// <summary>Bytes that it kept because of them, with all that they refer to.</summary>
    FinalizableBytes,

    /// <summary>Time from the request to stop until all threads were stopped, over its pauses, in nanoseconds.</summary>
    SuspensionNanoseconds,

    /// <summary>Bytes that survived, in the heap where most did.</summary>
    FullestHeapSurvivedBytes,

    /// <summary>Time of marking in the heap that took longest, in nanoseconds.</summary>
    SlowestHeapMarkNanoseconds,

    /// <summary>Time of marking, mean over heaps, in nanoseconds.</summary>
    MeanHeapMarkNanoseconds,

    /// <summary>Committed bytes in use at its end.</summary>
    CommittedInUseBytes,

    /// <summary>Committed bytes that are free or about to be given back.</summary>
    CommittedFreeBytes,

    /// <summary>Committed bytes of the collector's own tables.</summary>
    CommittedBookkeepingBytes,

    /// <summary>1 when it ran inside a background collection (.NET: foreground).</summary>
    Foreground,
}
