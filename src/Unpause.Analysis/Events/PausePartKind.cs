namespace Unpause.Analysis.Events;

/// <summary>What the time of a stop went into, the same words for all runtimes.</summary>
public enum PausePartKind
{
    /// <summary>Stopping the threads: time to safepoint, suspension.</summary>
    StoppingThreads,

    /// <summary>An operation that is not for GC: thread dump, heap inspection, deoptimization.</summary>
    OtherOperation,

    /// <summary>Preparing the pause and choosing what to collect.</summary>
    Preparing,

    /// <summary>Scanning roots other than stacks, remembered sets and handles.</summary>
    Roots,

    /// <summary>Scanning thread stacks.</summary>
    ThreadStacks,

    /// <summary>Scanning handles, among them pinned ones.</summary>
    Handles,

    /// <summary>Updating and scanning remembered sets and cards: references from the old into the young generation.</summary>
    RememberedSets,

    /// <summary>Marking live objects.</summary>
    Marking,

    /// <summary>Planning where objects go.</summary>
    Planning,

    /// <summary>Copying survivors.</summary>
    Copying,

    /// <summary>Moving objects together and adjusting references to them.</summary>
    Compacting,

    /// <summary>Cleaning up after a failed evacuation.</summary>
    EvacuationFailure,

    /// <summary>Freeing and sweeping: regions, the collection set, free lists.</summary>
    Freeing,

    /// <summary>Soft, weak, final and phantom references; weak and dependent handles.</summary>
    References,

    /// <summary>Finding objects with finalizers.</summary>
    Finalization,

    /// <summary>Unloading classes.</summary>
    ClassUnloading,

    /// <summary>The tables of symbols and interned strings.</summary>
    StringTable,

    /// <summary>String deduplication.</summary>
    StringDeduplication,

    /// <summary>Roots in compiled code.</summary>
    CodeRoots,

    /// <summary>GC threads that were done waited for others.</summary>
    LoadImbalance,

    /// <summary>.NET: a younger collection before the background one.</summary>
    YoungerCollection,

    /// <summary>A phase that we have no word for; its own name is beside it.</summary>
    OtherPhase,

    /// <summary>Collecting, not divided into phases.</summary>
    Collecting,

    /// <summary>The part of the stop before and after the GC pause.</summary>
    AroundPause,
}
