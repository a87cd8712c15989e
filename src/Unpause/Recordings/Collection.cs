namespace Unpause.Recordings;

/// <summary>One collection (a GC cycle). Null means that the recording doesn't say; never 0 for unknown.</summary>
public sealed class Collection
{
    /// <summary>The runtime's own number of this collection; where it has none, counted from 0.</summary>
    public required long Number { get; init; }

    /// <summary>One of <see cref="Generations"/>, or null.</summary>
    public string? Generation { get; internal set; }

    /// <summary>Blocking or background.</summary>
    public CollectionKind Kind { get; internal set; }

    /// <summary>One of <see cref="Causes"/>; null when the recording doesn't say.</summary>
    public string? Cause { get; internal set; }

    /// <summary>The runtime's own word for the cause.</summary>
    public string? RuntimeCause { get; internal set; }

    /// <summary>Asked for by the program's code.</summary>
    public bool Induced { get; internal set; }

    /// <summary>Start in nanoseconds since the recording's zero; null where the format has no time stamps.</summary>
    public long? StartNanoseconds { get; internal set; }

    /// <summary>End in nanoseconds since the recording's zero, of a concurrent cycle its last work.</summary>
    public long? EndNanoseconds { get; internal set; }

    /// <summary>Bytes in use when it started.</summary>
    public long? HeapBeforeBytes { get; internal set; }

    /// <summary>Bytes in use when it ended.</summary>
    public long? HeapAfterBytes { get; internal set; }

    /// <summary>The heap's capacity at its end.</summary>
    public long? HeapCapacityBytes { get; internal set; }

    /// <summary>Bytes moved to an older generation.</summary>
    public long? PromotedBytes { get; internal set; }

    /// <summary>Bytes that the collection copied or kept in the generations it collected.</summary>
    public long? SurvivorBytes { get; internal set; }

    /// <summary>Bytes in the young generations when it started; with <see cref="SurvivorBytes"/> the survival rate. Null where there are none or they are not told.</summary>
    public long? YoungBeforeBytes { get; internal set; }

    /// <summary>Bytes that marking found live, where the collector prints them (ZGC).</summary>
    public long? LiveBytes { get; internal set; }

    /// <summary>Bytes allocated since the collection before it.</summary>
    public long? AllocatedBytes { get; internal set; }

    /// <summary>True when it looked at the whole heap, so that its bytes after are the live set.</summary>
    public bool WholeHeap { get; internal set; }

    /// <summary>Objects that it freed (CPython: collected), where the runtime counts objects.</summary>
    public long? FreedObjects { get; internal set; }

    /// <summary>Objects allocated and not yet freed since the collection before it, where the runtime counts objects (CPython: those with references).</summary>
    public long? AllocatedObjects { get; internal set; }

    /// <summary>Objects that it found unreachable but could not free (CPython: uncollectable).</summary>
    public long? UncollectableObjects { get; internal set; }

    /// <summary>CPU time the collector's threads used for it, in nanoseconds, where the runtime tells (JVM user+sys, Go's cpu fields).</summary>
    public long? CpuNanoseconds { get; internal set; }

    /// <summary>The part of <see cref="CpuNanoseconds"/> that the kernel spent (JVM sys).</summary>
    public long? SystemCpuNanoseconds { get; internal set; }

    /// <summary>Facts of one runtime that rules ask for (<c>concurrent-mode-failure</c>, condemned reasons …): small, interned strings; null when none.</summary>
    public IReadOnlyList<string>? Marks { get; internal set; }
}
