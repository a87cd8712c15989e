using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Unpause.Recordings.Allocations;
using Unpause.Recordings.Exits;
using Unpause.Recordings.Garbage;
using Unpause.Recordings.Heap;
using Unpause.Recordings.Objects;
using Unpause.Recordings.Packed;
using Unpause.Recordings.Triggers;
using Unpause.Recordings.Waits;
using Unpause.Recordings.Windows;

namespace Unpause.Recordings;

/// <summary>
/// A recording while a reader fills it. <see cref="Build"/> hands everything over to a <see cref="Recording"/> without
/// copying an item; after that this object refuses to be used, so that the recording cannot change.
/// </summary>
internal sealed class RecordingBuilder
{
    private readonly CollectionTable _collections = new();
    private PauseList _pauses = new();
    private ChunkedList<CyclePause> _cyclePauses = new();
    private readonly ChunkedList<Counter> _counters = new();
    private readonly ChunkedList<AgeBytes> _ages = new();
    private StopList? _stops;
    private readonly ChunkedList<Stall> _stalls = new();
    private readonly ChunkedList<HeapCountDecision> _heapCountDecisions = new();
    private ChunkedList<OldObject>? _oldObjects;
    private readonly PhaseListBuilder _phases = new();
    private CollectionFactsBuilder? _facts;
    private readonly List<Gap> _gaps = [];
    private bool _built;

    /// <inheritdoc cref="Recording.Source"/>
    public required SourceBuilder Source { get; init; }

    /// <inheritdoc cref="Recording.Coverage"/>
    public CoverageBuilder Coverage { get; init; } = new();

    /// <inheritdoc cref="Recording.Clock"/>
    public Clock Clock { get; set; } = Clock.Unknown;

    /// <inheritdoc cref="Recording.DurationNanoseconds"/>
    public long? DurationNanoseconds { get; set; }

    /// <inheritdoc cref="Recording.LostNanoseconds"/>
    public Total LostNanoseconds { get; set; }

    /// <summary>Whether the reader saw that pauses are switched on: then a recording without collections had none.</summary>
    public bool RecordsPauses { get; set; }

    /// <inheritdoc cref="Recording.FinalizerGoroutines"/>
    public IReadOnlyList<FinalizerGoroutine> FinalizerGoroutines { get; set; } = [];

    /// <inheritdoc cref="Recording.Finalizers"/>
    public FinalizerRuns? Finalizers { get; set; }

    /// <inheritdoc cref="Recording.AllocatedBytes"/>
    public long? AllocatedBytes { get; set; }

    /// <inheritdoc cref="Recording.AllocatedSource"/>
    public string? AllocatedSource { get; set; }

    /// <inheritdoc cref="Recording.HasCollections"/>
    public bool HasCollections { get; set; } = true;

    /// <inheritdoc cref="Recording.HeapState"/>
    public HeapState? HeapState { get; set; }

    /// <inheritdoc cref="Recording.HeapMaximumBytes"/>
    public long? HeapMaximumBytes { get; set; }

    /// <inheritdoc cref="Recording.HeapPeakBytes"/>
    public long? HeapPeakBytes { get; set; }

    /// <inheritdoc cref="Recording.Allocations"/>
    public AllocationSamples? Allocations { get; set; }

    /// <inheritdoc cref="Recording.LiveHeap"/>
    public HeapInUse? LiveHeap { get; set; }

    /// <inheritdoc cref="Recording.Goroutines"/>
    public Goroutines? Goroutines { get; set; }

    /// <inheritdoc cref="Recording.Profiles"/>
    public IReadOnlyList<SourceProfile> Profiles { get; set; } = [];

    /// <inheritdoc cref="Recording.LargeObjectDeaths"/>
    public LargeObjectDeaths? LargeObjectDeaths { get; set; }

    /// <inheritdoc cref="Recording.Gen2Deaths"/>
    public Gen2Deaths? Gen2Deaths { get; set; }

    /// <inheritdoc cref="Recording.Requests"/>
    public RecordedRequests? Requests { get; set; }

    /// <inheritdoc cref="Recording.InducedBy"/>
    public IReadOnlyList<InducedCall>? InducedBy { get; set; }

    /// <inheritdoc cref="Recording.Triggers"/>
    public CollectionTriggers? Triggers { get; set; }

    /// <inheritdoc cref="Recording.Uncollected"/>
    public UncollectedObjects? Uncollected { get; set; }

    /// <inheritdoc cref="Recording.ProcessCounters"/>
    public IReadOnlyList<ProcessCounter>? ProcessCounters { get; set; }

    /// <inheritdoc cref="Recording.HeapGraph"/>
    public HeapGraph? HeapGraph { get; set; }

    /// <inheritdoc cref="Recording.ProgramClock"/>
    public ProgramClock? ProgramClock { get; set; }

    /// <inheritdoc cref="Recording.AtExit"/>
    public ExitCollections? AtExit { get; set; }

    /// <inheritdoc cref="Recording.OtherWaits"/>
    public IReadOnlyList<OtherWait> OtherWaits { get; set; } = [];

    /// <inheritdoc cref="Recording.AssistRanges"/>
    public AssistRanges? AssistRanges { get; set; }

    /// <inheritdoc cref="Recording.Collections"/>
    public IReadOnlyList<Collection> Collections => Open(_collections);

    /// <inheritdoc cref="Recording.Pauses"/>
    public PauseList Pauses
    {
        get => Open(_pauses);
        set => _pauses = value;
    }

    /// <inheritdoc cref="Recording.CyclePauses"/>
    public ChunkedList<CyclePause> CyclePauses
    {
        get => Open(_cyclePauses);
        set => _cyclePauses = value;
    }

    /// <inheritdoc cref="Recording.Counters"/>
    public ChunkedList<Counter> Counters => Open(_counters);

    /// <inheritdoc cref="Recording.Ages"/>
    public ChunkedList<AgeBytes> Ages => Open(_ages);

    /// <inheritdoc cref="Recording.Stops"/>
    public StopList? Stops
    {
        get => Open(_stops);
        set => _stops = value;
    }

    /// <inheritdoc cref="Recording.Stalls"/>
    public ChunkedList<Stall> Stalls => Open(_stalls);

    /// <inheritdoc cref="Recording.HeapCountDecisions"/>
    public ChunkedList<HeapCountDecision> HeapCountDecisions => Open(_heapCountDecisions);

    /// <inheritdoc cref="Recording.OldObjects"/>
    public ChunkedList<OldObject>? OldObjects
    {
        get => Open(_oldObjects);
        set => _oldObjects = value;
    }

    /// <inheritdoc cref="Recording.Phases"/>
    public PhaseListBuilder Phases => Open(_phases);

    /// <inheritdoc cref="Recording.Facts"/>
    public CollectionFactsBuilder? Facts
    {
        get => Open(_facts);
        set => _facts = value;
    }

    /// <summary>About how much memory it takes by now.</summary>
    public long MemoryBytes => _collections.MemoryBytes + _pauses.MemoryBytes + (_stops?.MemoryBytes ?? 0) + _phases.MemoryBytes
        + (_facts?.MemoryBytes ?? 0) + Size(_cyclePauses) + Size(_counters) + Size(_ages) + Size(_stalls) + Size(_heapCountDecisions)
        + Size(_oldObjects);

    /// <summary>Adds a collection and gives what fills it.</summary>
    /// <param name="number">The runtime's own number; where it has none, counted from 0.</param>
    public Collection.Builder Begin(long number) => Edit(Open(_collections).Add(number));

    /// <summary>What fills a collection that was added before.</summary>
    /// <param name="index">Index into <see cref="Collections"/>.</param>
    public Collection.Builder Edit(int index) => new(this, Open(_collections), index);

    /// <summary>Takes note of a stretch about which nothing is known.</summary>
    /// <param name="start">When it began, in the reader's time.</param>
    /// <param name="length">Nanoseconds.</param>
    public void Lose(long start, long length)
    {
        ThrowIfBuilt();
        LostNanoseconds += length;
        _gaps.Add(new Gap(start, length));
    }

    /// <summary>Moves the times of collections, pauses, stops and waits.</summary>
    /// <param name="by">Nanoseconds.</param>
    public void MoveTimes(long by)
    {
        ThrowIfBuilt();
        _collections.Move(by);
        _pauses.Move(by);
        _stops?.Move(by);
        for (var i = 0; i < _gaps.Count; i++) _gaps[i] = _gaps[i] with { StartNanoseconds = _gaps[i].StartNanoseconds + by };
        for (var i = 0; i < _stalls.Count; i++)
        {
            ref var stall = ref _stalls.ItemRef(i);
            if (stall.StartNanoseconds != Pause.NoTime) stall = stall with { StartNanoseconds = stall.StartNanoseconds + by };
        }
    }

    /// <summary>Leaves out what cannot be (<see cref="PossibleTimes"/>) and hands everything over. Can be done once.</summary>
    public Recording Build()
    {
        ThrowIfBuilt();
        PossibleTimes.Check(this);
        _built = true;
        return new Recording
        {
            Source = Source.Build(),
            Coverage = Coverage.Build(),
            Phases = _phases.Build(),
            Facts = _facts?.Build(),
            Clock = Clock,
            DurationNanoseconds = DurationNanoseconds,
            LostNanoseconds = Math.Min(LostNanoseconds, DurationNanoseconds ?? long.MaxValue),
            Gaps = [.. _gaps],
            Finalizers = Finalizers,
            FinalizerGoroutines = FinalizerGoroutines,
            AllocatedBytes = AllocatedBytes,
            AllocatedSource = AllocatedSource,
            HeapMaximumBytes = HeapMaximumBytes,
            HeapPeakBytes = HeapPeakBytes,
            Allocations = Allocations,
            LiveHeap = LiveHeap,
            Goroutines = Goroutines,
            Profiles = Profiles,
            HasCollections = HasCollections && Profiles.Count == 0,
            HeapState = HeapState,
            // Collections of which no pause is written: a level of logging that leaves them out.
            RecordsPauses = _pauses.Count > 0 || _stops?.Count > 0
                || (RecordsPauses && _collections.Count == 0 && !Coverage.Notes.Any(note => note.Unreadable)),
            LargeObjectDeaths = LargeObjectDeaths,
            Gen2Deaths = Gen2Deaths,
            Requests = Requests,
            InducedBy = InducedBy,
            Triggers = Triggers,
            Uncollected = Uncollected,
            ProcessCounters = ProcessCounters,
            HeapGraph = HeapGraph,
            ProgramClock = ProgramClock,
            AtExit = AtExit,
            OtherWaits = OtherWaits,
            AssistRanges = AssistRanges,
            Collections = new Column<Collection>(_collections),
            Pauses = new Column<Pause>(_pauses),
            CyclePauses = new Column<CyclePause>(_cyclePauses),
            Counters = new Column<Counter>(_counters),
            Ages = new Column<AgeBytes>(_ages),
            Stops = _stops is null ? null : new Column<Stop>(_stops),
            Stalls = new Column<Stall>(_stalls),
            HeapCountDecisions = new Column<HeapCountDecision>(_heapCountDecisions),
            OldObjects = _oldObjects is null ? null : new Column<OldObject>(_oldObjects),
        };
    }

    /// <summary>Throws when the recording was built: what is found later belongs into a new one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void ThrowIfBuilt()
    {
        if (_built) ThrowBuilt();
    }

    private static long Size<T>(ChunkedList<T>? items) => items is null ? 0 : (long)items.Count * Unsafe.SizeOf<T>();

    [DoesNotReturn]
    private static void ThrowBuilt() => throw new InvalidOperationException("the recording is already built and cannot be changed");

    // Readers access their lists once per line: this must not call anything.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private T Open<T>(T part)
    {
        if (_built) ThrowBuilt();
        return part;
    }
}

/// <summary>Bytes of one age in the survivor spaces after a young collection (the JVM's age tables).</summary>
/// <param name="Collection">Index into <see cref="Recording.Collections"/>.</param>
/// <param name="Age">Young collections that the objects survived, from 1 on.</param>
public readonly record struct AgeBytes(int Collection, int Age, long Bytes);

/// <summary>The collector decided how many heaps suit the application (.NET: DATAS); mostly as many as before.</summary>
/// <param name="Heaps">Heaps from then on.</param>
/// <param name="CostPercent">What collecting cost the application by the collector's own measure (.NET:
/// throughput cost, median), in percent.</param>
public readonly record struct HeapCountDecision(int Heaps, double CostPercent);
