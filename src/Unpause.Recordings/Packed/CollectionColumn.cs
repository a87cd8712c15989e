namespace Unpause.Recordings.Packed;

/// <summary>The properties of a collection as columns of a <see cref="CollectionTable"/>.</summary>
internal enum CollectionColumn
{
    /// <summary><see cref="Collection.Number"/>.</summary>
    Number,

    /// <summary><see cref="Collection.StartNanoseconds"/>.</summary>
    Start,

    /// <summary><see cref="Collection.EndNanoseconds"/>.</summary>
    End,

    /// <summary><see cref="Collection.HeapBeforeBytes"/>.</summary>
    HeapBefore,

    /// <summary><see cref="Collection.HeapAfterBytes"/>.</summary>
    HeapAfter,

    /// <summary><see cref="Collection.HeapCapacityBytes"/>.</summary>
    HeapCapacity,

    /// <summary><see cref="Collection.PromotedBytes"/>.</summary>
    Promoted,

    /// <summary><see cref="Collection.SurvivorBytes"/>.</summary>
    Survivor,

    /// <summary><see cref="Collection.YoungBeforeBytes"/>.</summary>
    YoungBefore,

    /// <summary><see cref="Collection.YoungTargetBytes"/>.</summary>
    YoungTarget,

    /// <summary><see cref="Collection.LiveBytes"/>.</summary>
    Live,

    /// <summary><see cref="Collection.AllocatedBytes"/>.</summary>
    Allocated,

    /// <summary><see cref="Collection.CpuNanoseconds"/>.</summary>
    Cpu,

    /// <summary><see cref="Collection.SystemCpuNanoseconds"/>.</summary>
    SystemCpu,

    /// <summary><see cref="Collection.FreedObjects"/>.</summary>
    FreedObjects,

    /// <summary><see cref="Collection.AllocatedObjects"/>.</summary>
    AllocatedObjects,

    /// <summary><see cref="Collection.UncollectableObjects"/>.</summary>
    UncollectableObjects,

    /// <summary><see cref="Collection.Generation"/>.</summary>
    Generation,

    /// <summary><see cref="Collection.Kind"/>.</summary>
    Kind,

    /// <summary><see cref="Collection.Cause"/>.</summary>
    Cause,

    /// <summary><see cref="Collection.RuntimeCause"/>.</summary>
    RuntimeCause,

    /// <summary><see cref="Collection.Induced"/>.</summary>
    Induced,

    /// <summary><see cref="Collection.WholeHeap"/>.</summary>
    WholeHeap,

    /// <summary><see cref="Collection.Marks"/>.</summary>
    Marks,
}
