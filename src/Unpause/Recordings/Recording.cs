using Unpause.Collections;

namespace Unpause.Recordings;

/// <summary>
/// What one process's collector did, as plain data. All times are nanoseconds since <see cref="Clock"/>'s zero,
/// the start of the recording; lists are in order of time. It knows neither where it came from in the file
/// system nor how it will be shown.
/// </summary>
public sealed class Recording
{
    /// <summary>What was read: runtime, version, collector, settings.</summary>
    public required Source Source { get; init; }

    /// <summary>How the recording's times map to wall time, and how exactly.</summary>
    public Clock Clock { get; internal set; } = Clock.Unknown;

    /// <summary>How much of the input was understood.</summary>
    public Coverage Coverage { get; init; } = new();

    /// <summary>Length of the recorded stretch in nanoseconds; null where the format has no time stamps.</summary>
    public long? DurationNanoseconds { get; internal set; }

    /// <summary>
    /// Nanoseconds inside the recorded stretch of which nothing is known, because parts of a rotated log are missing or
    /// lines were dropped. Shares and rates are taken of the rest.
    /// </summary>
    public long LostNanoseconds { get; internal set; }

    /// <summary>The recorded stretch without what was lost; null where the format has no time stamps.</summary>
    public long? ObservedNanoseconds => DurationNanoseconds - LostNanoseconds;

    /// <summary>Every collection, in order of start.</summary>
    public ChunkedList<Collection> Collections { get; } = new();

    /// <summary>Every stop-the-world interval that the collector reports; each names its collection by index.</summary>
    public ChunkedList<Pause> Pauses { get; } = new();

    /// <summary>Named parts of collections, with their durations.</summary>
    public PhaseList Phases { get; } = new();

    /// <summary>Named counts that a collection printed beside its phases (processed buffers, termination attempts).</summary>
    public ChunkedList<Counter> Counters { get; } = new();

    /// <summary>Age tables: bytes of each age in the survivor spaces after young collections, where the runtime prints them.</summary>
    public ChunkedList<AgeBytes> Ages { get; } = new();

    /// <summary>
    /// Intervals in which the runtime held all application threads, with what pauses leave out (time to safepoint,
    /// suspension, stops for other reasons); null where the runtime doesn't tell.
    /// </summary>
    public ChunkedList<Stop>? Stops { get; internal set; }

    /// <summary>Per-thread allocation stalls (ZGC, Shenandoah) and waits: not pauses, never added to them.</summary>
    public ChunkedList<Stall> Stalls { get; } = new();

    /// <summary>Further numbers of collections; null when the runtime tells none.</summary>
    public CollectionFacts? Facts { get; internal set; }

    /// <summary>What the finalizer thread did; null when the recording doesn't tell.</summary>
    public FinalizerRuns? Finalizers { get; internal set; }

    /// <summary>When the collector reconsidered its number of heaps; empty when it doesn't do that or doesn't tell.</summary>
    public ChunkedList<HeapCountDecision> HeapCountDecisions { get; } = new();

    /// <summary>Bytes allocated over the recording as the runtime counted them; null when only collections tell.</summary>
    public long? AllocatedBytes { get; internal set; }

    /// <summary>The largest size the heap may take or took (its capacity), in bytes.</summary>
    public long? HeapMaximumBytes { get; internal set; }

    /// <summary>What was allocated where; null when the recording has no allocation samples.</summary>
    public AllocationSamples? Allocations { get; internal set; }

    /// <summary>How much of the large objects died; null when the recording has no ticks of large objects or no sizes of their heap.</summary>
    public LargeObjectDeaths? LargeObjectDeaths { get; internal set; }

    /// <summary>What died in gen2, by the place that allocated it; null when the recording doesn't list what survives collections.</summary>
    public Gen2Deaths? Gen2Deaths { get; internal set; }

    /// <summary>Objects that still lived long after they were allocated, with who holds them; null when the recording has no such samples.</summary>
    public ChunkedList<OldObject>? OldObjects { get; internal set; }

    /// <summary>Requests that the runtime recorded beside the collections, on the same clock; null when it recorded none.</summary>
    public RecordedRequests? Requests { get; internal set; }

    /// <summary>Who asked for the induced collections, the most frequent first; null when the recording doesn't tell.</summary>
    public IReadOnlyList<InducedCall>? InducedBy { get; internal set; }

    /// <summary>What the runtime published every second; null when the recording has no such counters.</summary>
    public IReadOnlyList<ProcessCounter>? ProcessCounters { get; internal set; }
}
