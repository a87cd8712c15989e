using Unpause.Recordings.Words;

namespace Unpause.Recordings;

/// <summary>
/// One collection (a GC cycle). Null means that the recording doesn't say; never 0 for unknown. While its recording is
/// built, a <see cref="Builder"/> changes it in place, because a reader learns of a collection line by line; afterwards nothing does.
/// </summary>
public sealed partial class Collection
{
    // A recording may hold a million collections: a value with a flag beside it takes twice the room.
    private const long Unknown = long.MinValue;

    private long _startNanoseconds = Unknown;
    private long _endNanoseconds = Unknown;
    private long _heapBeforeBytes = Unknown;
    private long _heapAfterBytes = Unknown;
    private long _heapCapacityBytes = Unknown;
    private long _promotedBytes = Unknown;
    private long _survivorBytes = Unknown;
    private long _youngBeforeBytes = Unknown;
    private long _liveBytes = Unknown;
    private long _allocatedBytes = Unknown;
    private long _cpuNanoseconds = Unknown;
    private long _youngTargetBytes = Unknown;
    private long _systemCpuNanoseconds = Unknown;
    private ObjectCounts? _objects;
    private string? _generation;
    private CollectionKind _kind;
    private string? _cause;
    private string? _runtimeCause;
    private bool _induced;
    private bool _wholeHeap;
    private IReadOnlyList<string>? _marks;

    /// <summary>The runtime's own number of this collection; where it has none, counted from 0.</summary>
    public required long Number { get; init; }

    /// <summary>One of <see cref="Generations"/>, or null.</summary>
    public string? Generation
    {
        get => _generation;
        init => _generation = value;
    }

    /// <summary>Blocking or background.</summary>
    public CollectionKind Kind
    {
        get => _kind;
        init => _kind = value;
    }

    /// <summary>One of <see cref="Causes"/>; null when the recording doesn't say.</summary>
    internal string? Cause
    {
        get => _cause;
        init => _cause = value;
    }

    /// <summary>The runtime's own word for the cause.</summary>
    internal string? RuntimeCause
    {
        get => _runtimeCause;
        init => _runtimeCause = value;
    }

    /// <summary>Asked for by the program's code.</summary>
    internal bool Induced
    {
        get => _induced;
        init => _induced = value;
    }

    /// <summary>Start in nanoseconds since the recording's zero; null where the format has no time stamps.</summary>
    internal long? StartNanoseconds
    {
        get => Known(_startNanoseconds);
        init => _startNanoseconds = value ?? Unknown;
    }

    /// <summary>End in nanoseconds since the recording's zero, of a concurrent cycle its last work.</summary>
    internal long? EndNanoseconds
    {
        get => Known(_endNanoseconds);
        init => _endNanoseconds = value ?? Unknown;
    }

    /// <summary>Bytes in use when it started.</summary>
    internal long? HeapBeforeBytes
    {
        get => Known(_heapBeforeBytes);
        init => _heapBeforeBytes = value ?? Unknown;
    }

    /// <summary>Bytes in use when it ended.</summary>
    public long? HeapAfterBytes
    {
        get => Known(_heapAfterBytes);
        init => _heapAfterBytes = value ?? Unknown;
    }

    /// <summary>The heap's capacity at its end.</summary>
    internal long? HeapCapacityBytes
    {
        get => Known(_heapCapacityBytes);
        init => _heapCapacityBytes = value ?? Unknown;
    }

    /// <summary>Bytes moved to an older generation.</summary>
    internal long? PromotedBytes
    {
        get => Known(_promotedBytes);
        init => _promotedBytes = value ?? Unknown;
    }

    /// <summary>Bytes that the collection copied or kept in the generations it collected.</summary>
    public long? SurvivorBytes
    {
        get => Known(_survivorBytes);
        init => _survivorBytes = value ?? Unknown;
    }

    /// <summary>
    /// Bytes in the young generations when it started; with <see cref="SurvivorBytes"/> the survival rate.
    /// Null where there are none or they are not told.
    /// </summary>
    public long? YoungBeforeBytes
    {
        get => Known(_youngBeforeBytes);
        init => _youngBeforeBytes = value ?? Unknown;
    }

    /// <summary>
    /// What the collector lets the young generation grow to until the next collection, in bytes; with survivor spaces where they count.
    /// </summary>
    internal long? YoungTargetBytes
    {
        get => Known(_youngTargetBytes);
        init => _youngTargetBytes = value ?? Unknown;
    }

    /// <summary>Bytes that marking found live, where the collector prints them (ZGC).</summary>
    internal long? LiveBytes
    {
        get => Known(_liveBytes);
        init => _liveBytes = value ?? Unknown;
    }

    /// <summary>Bytes allocated since the collection before it.</summary>
    internal long? AllocatedBytes
    {
        get => Known(_allocatedBytes);
        init => _allocatedBytes = value ?? Unknown;
    }

    /// <summary>True when it looked at the whole heap, so that its bytes after are the live set.</summary>
    internal bool WholeHeap
    {
        get => _wholeHeap;
        init => _wholeHeap = value;
    }

    /// <summary>Objects that it freed (CPython: collected), where the runtime counts objects.</summary>
    internal long? FreedObjects
    {
        get => _objects?.Freed;
        init => (_objects ??= new ObjectCounts()).Freed = value;
    }

    /// <summary>
    /// Objects allocated and not yet freed since the collection before it, where the runtime
    /// counts objects (CPython: those with references).
    /// </summary>
    internal long? AllocatedObjects
    {
        get => _objects?.Allocated;
        init => (_objects ??= new ObjectCounts()).Allocated = value;
    }

    /// <summary>Objects that it found unreachable but could not free (CPython: uncollectable).</summary>
    internal long? UncollectableObjects
    {
        get => _objects?.Uncollectable;
        init => (_objects ??= new ObjectCounts()).Uncollectable = value;
    }

    /// <summary>
    /// CPU time the collector's threads used for it, in nanoseconds, where the runtime tells (JVM user+sys, Go's cpu fields).
    /// </summary>
    internal long? CpuNanoseconds
    {
        get => Known(_cpuNanoseconds);
        init => _cpuNanoseconds = value ?? Unknown;
    }

    /// <summary>The part of <see cref="CpuNanoseconds"/> that the kernel spent (JVM sys).</summary>
    internal long? SystemCpuNanoseconds
    {
        get => Known(_systemCpuNanoseconds);
        init => _systemCpuNanoseconds = value ?? Unknown;
    }

    /// <summary>
    /// Facts of one runtime that rules ask for (<c>concurrent-mode-failure</c>, condemned reasons
    /// …): small, interned strings; null when none.
    /// </summary>
    internal IReadOnlyList<string>? Marks
    {
        get => _marks;
        init => _marks = value;
    }

    private static long? Known(long value) => value == Unknown ? null : value;

    private sealed class ObjectCounts
    {
        public long? Freed { get; set; }

        public long? Allocated { get; set; }

        public long? Uncollectable { get; set; }
    }
}
