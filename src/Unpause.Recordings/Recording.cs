using System.Runtime.CompilerServices;
using Unpause.Recordings.Allocations;
using Unpause.Recordings.Cpu;
using Unpause.Recordings.Exits;
using Unpause.Recordings.Garbage;
using Unpause.Recordings.Heap;
using Unpause.Recordings.Objects;
using Unpause.Recordings.Triggers;
using Unpause.Recordings.Waits;
using Unpause.Recordings.Windows;

namespace Unpause.Recordings;

/// <summary>
/// What one process's collector did, as plain data. All times are nanoseconds since <see cref="Clock"/>'s zero,
/// the start of the recording; lists are in order of time. It knows neither where it came from in the file
/// system nor how it will be shown. It never changes: a reader fills a <see cref="RecordingBuilder"/>, and what is learned
/// of it later makes a new one (<c>with</c>) that shares the columns.
/// </summary>
public sealed record Recording
{
    /// <summary>What was read: runtime, version, collector, settings.</summary>
    public required Source Source { get; init; }

    /// <summary>How the recording's times map to wall time, and how exactly.</summary>
    public Clock Clock { get; init; } = Clock.Unknown;

    /// <summary>How much of the input was understood.</summary>
    public Coverage Coverage { get; init; } = new();

    /// <summary>Length of the recorded stretch in nanoseconds; null where the format has no timestamps.</summary>
    public long? DurationNanoseconds { get; init; }

    /// <summary>
    /// Nanoseconds inside the recorded time about which nothing is known, because parts of a rotated log are missing or
    /// lines were dropped. Shares and rates exclude them.
    /// </summary>
    public long LostNanoseconds { get; init; }

    /// <summary>Where <see cref="LostNanoseconds"/> lie, in order of time.</summary>
    public IReadOnlyList<Gap> Gaps { get; init; } = [];

    /// <summary>Which part of a longer recording it is; null when it is a whole one.</summary>
    public RecordingPart? Part { get; init; }

    /// <summary>The recorded stretch without what was lost; null where the format has no timestamps.</summary>
    public long? ObservedNanoseconds => DurationNanoseconds - LostNanoseconds;

    /// <summary>Every collection, in order of start.</summary>
    public Column<Collection> Collections { get; init; } = Column<Collection>.Empty;

    /// <summary>Every stop-the-world interval that the collector reports; each names its collection by index.</summary>
    public Column<Pause> Pauses { get; init; } = Column<Pause>.Empty;

    /// <summary>Phases and CPU time of the long pauses of concurrent cycles, in the order of <see cref="Pauses"/>.</summary>
    public Column<CyclePause> CyclePauses { get; init; } = Column<CyclePause>.Empty;

    /// <summary>Its position on the machine's monotonic clock; null where the format does not record it.</summary>
    internal ProgramClock? ProgramClock { get; init; }

    /// <summary>What snapshots of its garbage found; null when there were none.</summary>
    public GarbageSnapshots? Garbage { get; init; }

    /// <summary>Collections during process shutdown, by kind; null when there were none or it is not recorded.</summary>
    public ExitCollections? AtExit { get; init; }

    /// <summary>Named parts of collections, with their durations.</summary>
    public PhaseList Phases { get; init; } = PhaseList.Empty;

    /// <summary>Named counts that a collection printed beside its phases (processed buffers, termination attempts).</summary>
    public Column<Counter> Counters { get; init; } = Column<Counter>.Empty;

    /// <summary>Age tables: bytes of each age in the survivor spaces after young collections, where the runtime prints them.</summary>
    public Column<AgeBytes> Ages { get; init; } = Column<AgeBytes>.Empty;

    /// <summary>
    /// Intervals in which the runtime stopped all application threads, including what pauses leave out (time to safepoint,
    /// suspension, stops for other reasons); null where the runtime does not record them.
    /// </summary>
    public Column<Stop>? Stops { get; init; }

    /// <summary>Per-thread allocation stalls (ZGC, Shenandoah) and waits: not pauses, never added to them.</summary>
    public Column<Stall> Stalls { get; init; } = Column<Stall>.Empty;

    /// <summary>What else made threads wait, where recorded; never part of pauses.</summary>
    public IReadOnlyList<OtherWait> OtherWaits { get; init; } = [];

    /// <summary>Go: mark assists one by one, added up; null when not recorded.</summary>
    public AssistRanges? AssistRanges { get; init; }

    /// <summary>Further numbers of collections; null when there are none.</summary>
    public CollectionFacts? Facts { get; init; }

    /// <summary>What the finalizer thread did; null when not recorded.</summary>
    public FinalizerRuns? Finalizers { get; init; }

    /// <summary>Go: what the goroutines did that run finalizers and cleanups; empty when not recorded.</summary>
    public IReadOnlyList<FinalizerGoroutine> FinalizerGoroutines { get; init; } = [];

    /// <summary>When the GC reconsidered its number of heaps; empty when it does not adapt it or does not record it.</summary>
    public Column<HeapCountDecision> HeapCountDecisions { get; init; } = Column<HeapCountDecision>.Empty;

    /// <summary>Bytes allocated over the recording as the runtime counted them; null when only collections report them.</summary>
    public long? AllocatedBytes { get; init; }

    /// <summary>
    /// Where <see cref="AllocatedBytes"/>, or the sum over collections, comes from, one of <see cref="AllocatedSources"/>; null when it
    /// is not recorded.
    /// </summary>
    public string? AllocatedSource { get; init; }

    /// <summary>The largest size the heap may take or took (its capacity), in bytes.</summary>
    public long? HeapMaximumBytes { get; init; }

    /// <summary>The most that was in use at any time, in bytes; null where only the sizes at collections are recorded.</summary>
    public long? HeapPeakBytes { get; init; }

    /// <summary>What was allocated where; null when the recording has no allocation samples.</summary>
    public AllocationSamples? Allocations { get; init; }

    /// <summary>The heap in use, by allocation site; null when not recorded.</summary>
    public HeapInUse? LiveHeap { get; init; }

    /// <summary>How many goroutines were where in the code; null when not recorded.</summary>
    public Goroutines? Goroutines { get; init; }

    /// <summary>The profiles that it was made of; empty where it was made of other things.</summary>
    internal IReadOnlyList<SourceProfile> Profiles { get; init; } = [];

    /// <summary>Whether pauses are recorded where there are any.</summary>
    public bool RecordsPauses { get; init; }

    /// <summary>What it knows of pauses.</summary>
    public PauseKnowledge PauseKnowledge =>
        RecordsPauses || Pauses.Count > 0 || Stops?.Count > 0 ? PauseKnowledge.Known
        : Coverage.Unreadable || Coverage.LinesUnparsed > 0 ? PauseKnowledge.Lost : PauseKnowledge.NotRecorded;

    /// <summary>Whether the format records collections; a profile does not.</summary>
    public bool HasCollections { get; init; } = true;

    /// <summary>
    /// How much of the large objects died; null when the recording has no ticks of large objects or no sizes of their heap.
    /// </summary>
    public LargeObjectDeaths? LargeObjectDeaths { get; init; }

    /// <summary>
    /// What died in gen2, by the place that allocated it; null when the recording doesn't list what survives collections.
    /// </summary>
    public Gen2Deaths? Gen2Deaths { get; init; }

    /// <summary>
    /// Objects that were still alive long after they were allocated, with what retains them; null without such samples.
    /// </summary>
    public Column<OldObject>? OldObjects { get; init; }

    /// <summary>Requests that the runtime recorded beside the collections, on the same clock; null when it recorded none.</summary>
    public RecordedRequests? Requests { get; init; }

    /// <summary>
    /// Call sites of the induced collections, the longest total pause first where pauses are known, else the most
    /// frequent; null when not recorded.
    /// </summary>
    public IReadOnlyList<InducedCall>? InducedBy { get; init; }

    /// <summary>What triggered single collections; null when not recorded.</summary>
    public CollectionTriggers? Triggers { get; init; }

    /// <summary>Objects created while the collector was disabled; null when it was enabled, or when not recorded.</summary>
    public UncollectedObjects? Uncollected { get; init; }

    /// <summary>What the runtime published every second; null when the recording has no such counters.</summary>
    public IReadOnlyList<ProcessCounter>? ProcessCounters { get; init; }

    /// <summary>The heap's objects at one moment, with their references; null when not recorded.</summary>
    public HeapGraph? HeapGraph { get; init; }

    /// <summary>The heap as the runtime reported it at one moment, perhaps its end; null when not recorded.</summary>
    public HeapState? HeapState { get; init; }

    /// <summary>Where its CPU time went, by samples; null when there are none.</summary>
    public CpuSamples? CpuSamples { get; init; }

    /// <summary>Whether there are samples of where its CPU time went.</summary>
    public bool HasCpuSamples => CpuSamples is not null;

    /// <summary>The same with those stacks of CPU samples alone that have a frame; the shares stay those of all samples.</summary>
    /// <param name="frame">Its name; * is any text, ? one character.</param>
    public Recording WithOnly(string frame) =>
        CpuSamples is null ? this : this with { CpuSamples = CpuSamples with { Only = new FrameGlob(frame) } };

    /// <summary>Numbers of the threads that were sampled, where samples have those and not the process's: one of them may be its.</summary>
    internal IReadOnlyList<int> SampledThreads { get; init; } = [];
    /// <summary>The same, with a command line that is known from elsewhere.</summary>
    public Recording OfCommand(string command) => this with { Source = Source with { Command = command } };

    /// <summary>Two recordings are the same only if they are one: comparing a million pauses is never meant.</summary>
    public bool Equals(Recording? other) => ReferenceEquals(this, other);

    /// <inheritdoc/>
    public override int GetHashCode() => RuntimeHelpers.GetHashCode(this);
}
