using System.Runtime.InteropServices;
using Unpause.Recordings.Readers.DotNet.Allocations;
using Unpause.Recordings.Readers.DotNet.Container;

namespace Unpause.Recordings.Readers.DotNet.Collections;

/// <summary>
/// Puts together collections from their events. Only GCStart and GCStop carry the collection's number; the others
/// are attached by order and thread. Order of events: a blocking collection writes Start, histories, Stop, HeapStats;
/// a background one has blocking ones inside, and under server GC writes its histories after its HeapStats.
/// </summary>
internal sealed class CollectionTracker(RecordingBuilder recording)
{
    private const uint BackgroundType = 1;
    private const uint ForegroundType = 2;
    private const int MostIncomplete = 8;

    private readonly Dictionary<long, OpenCollection> _statsNext = [];
    private readonly Dictionary<long, OpenCollection> _historiesNext = [];
    private readonly AllocationEstimate _allocations = new();
    private readonly CollectionMarks _marks = new();
    private OpenCollection? _foreground;
    private OpenCollection? _background;
    private OpenCollection? _endedWithoutHistory;
    private OpenCollection? _unfinished;
    private OpenCollection? _last;
    private readonly CollectionFactsBuilder _facts = recording.Facts = new CollectionFactsBuilder();
    private readonly Queue<OpenCollection> _incomplete = new();

    /// <summary>The background collection under way, if any.</summary>
    public OpenCollection? Background => _background;

    /// <summary>Smallest and largest number of heaps seen; null when no history was.</summary>
    public (int Least, int Most)? HeapCounts { get; private set; }

    /// <summary>Whether the collector adapts its heaps to the application (DATAS).</summary>
    public bool Adapts { get; private set; }

    public OpenCollection Start(in RuntimeEvent e, out uint reason)
    {
        var payload = new PayloadReader(e.Payload);
        var number = payload.UInt32();
        var generation = (int)Math.Min(payload.UInt32(), 2);
        reason = payload.UInt32();
        var (word, cause) = GcReasons.Get(reason);
        var type = payload.UInt32();
        var background = type == BackgroundType;
        var collection = recording.Begin(number);
        collection.Cause = cause;
        collection.RuntimeCause = word;
        collection.Induced = cause == Causes.Induced;
        collection.StartNanoseconds = e.TimeNanoseconds;
        var open = new OpenCollection(recording.Collections.Count - 1, collection, generation, background);
        Describe(open);
        open.Set(CollectionFact.Foreground, type == ForegroundType ? 1 : 0);
        Await(open);
        if (background) _background = open;
        else _foreground = open;
        _last = open;
        return open;
    }

    /// <summary>Takes a collection's end. Returns the collection; null when its start is not known.</summary>
    public OpenCollection? Stop(in RuntimeEvent e)
    {
        var payload = new PayloadReader(e.Payload);
        var number = payload.UInt32();
        var open = _foreground?.Collection.Number == number ? _foreground : _background?.Collection.Number == number ? _background : null;
        if (open is null) return null;
        open.Collection.EndNanoseconds = e.TimeNanoseconds;
        if (_statsNext.Count < Limits.OpenThreads) _statsNext[e.ThreadId] = open;
        if (open == _foreground) _foreground = null;
        else _background = null;
        if (open.HasHistory) FinishHistories(open);
        else if (open.Background) _endedWithoutHistory = open;
        open.Marks.AddTo(recording.Phases, open);
        return open;
    }

    public void HeapStats(in RuntimeEvent e)
    {
        if (!_statsNext.Remove(e.ThreadId, out var open)) return;
        HeapStatsPayload.Apply(e, open);
        open.HasStats = true;
        Keep(open);
    }

    public void GlobalHistory(in RuntimeEvent e)
    {
        var history = GlobalHistoryPayload.Read(e);
        var open = TargetOf(history.Concurrent);
        if (open is null || open.HasHistory) return;
        open.HasHistory = true;
        open.Background = open.Background && history.Concurrent;
        open.Generation = history.CondemnedGeneration ?? open.Generation;
        Describe(open);
        history.AddTo(recording, open);
        HeapCounts = HeapCounts is var (least, most)
            ? (Math.Min(least, history.Heaps), Math.Max(most, history.Heaps))
            : (history.Heaps, history.Heaps);
        if (_historiesNext.Count < Limits.OpenThreads) _historiesNext[e.ThreadId] = open;
        if (open == _endedWithoutHistory) _unfinished = open;
    }

    public void PerHeapHistory(in RuntimeEvent e)
    {
        if (!_historiesNext.TryGetValue(e.ThreadId, out var open) || open.Sums.Heaps >= Limits.Heaps) return;
        open.Sums.Add(e);
    }

    public void Mark(in RuntimeEvent e)
    {
        if ((_foreground ?? _background) is not { } open) return;
        var payload = new PayloadReader(e.Payload);
        var heap = payload.Int32();
        payload.Skip(2);
        open.Marks.Add(heap, payload.UInt32(), e.TimeNanoseconds, open.Collection.StartNanoseconds ?? e.TimeNanoseconds);
    }

    public void Dynamic(in RuntimeEvent e) => Adapts |= DynamicEvents.Apply(e, _foreground ?? _background, recording);

    /// <summary>
    /// The heap's objects are written out after the last collection: a tool induced it (keyword 0x800000 induces one
    /// at a session's start and at its end, dotnet/runtime issue 99487), not the application.
    /// </summary>
    public void HeapDump()
    {
        if (_last is not { Collection.Induced: true } open) return;
        open.Collection.Cause = Causes.Diagnostic;
        open.Collection.Induced = false;
    }

    /// <summary>A step of the background collection begins or ends.</summary>
    public void BackgroundStep(in RuntimeEvent e)
    {
        // Under server GC each heap's thread writes the event: the first counts.
        if (_background is not { } open || e.Id <= open.LastStep) return;
        var (phase, concurrent) = BackgroundSteps.EndedBy(e.Id);
        if (phase is not null && open.StepStart is { } start)
        {
            recording.Phases.Add(new Phase(open.Index, phase, e.TimeNanoseconds - start, null, concurrent));
        }

        open.StepStart = e.TimeNanoseconds;
        open.LastStep = e.Id;
    }

    /// <summary>Takes what is complete at the recording's end.</summary>
    public void Finish()
    {
        if (_unfinished is not null) FinishHistories(_unfinished);
        _unfinished = null;
        while (_incomplete.TryDequeue(out var open)) _facts.Set(open.Index, open.Row);
    }

    /// <summary>Keeps a collection's numbers when all events about it have come.</summary>
    private void Keep(OpenCollection open)
    {
        if (open is { HasStats: true, HistoriesFinished: true }) _facts.Set(open.Index, open.Row);
    }

    /// <summary>Of a collection whose events were lost, what has come is kept some collections later.</summary>
    private void Await(OpenCollection started)
    {
        _incomplete.Enqueue(started);
        while (_incomplete.Count > MostIncomplete)
        {
            var open = _incomplete.Dequeue();
            if (open == _background) _incomplete.Enqueue(open);
            else if (open is not { HasStats: true, HistoriesFinished: true }) _facts.Set(open.Index, open.Row);
        }
    }

    private OpenCollection? TargetOf(bool concurrent)
    {
        if (_unfinished is not null) FinishHistories(_unfinished);
        _unfinished = null;
        if (!concurrent) return _foreground ?? _background;
        return _background is { HasHistory: false, FinalPauseSeen: true } ? _background : _endedWithoutHistory ?? _background;
    }

    private void FinishHistories(OpenCollection open)
    {
        _allocations.Take(open, besideBackground: !open.Background && _background is not null && _background != open);
        HeapSizes.Apply(open);
        open.Collection.Marks = _marks.Get(open.Compacting, open.Sums.GenerationReasons, open.Sums.ConditionReasons);
        if (_endedWithoutHistory == open) _endedWithoutHistory = null;
        open.HistoriesFinished = true;
        Keep(open);
    }

    private static void Describe(OpenCollection open)
    {
        open.Collection.Generation = open.Generation switch { 0 => Generations.Gen0, 1 => Generations.Gen1, _ => Generations.Gen2 };
        open.Collection.Kind = open.Background ? CollectionKind.Background : CollectionKind.Blocking;
        open.Collection.WholeHeap = open.Generation == 2;
    }
}

/// <summary>The steps of a background collection, by the event of the private provider that ends them.</summary>
internal static class BackgroundSteps
{
    /// <summary>The step that an event ends, and whether the application runs beside it; null when it ends none.</summary>
    public static (string? Phase, bool Concurrent) EndedBy(int eventId) => eventId switch
    {
        RuntimeEventIds.BgcFirstConcurrentEnd => ("background: concurrent mark", true),
        RuntimeEventIds.BgcSecondNonConcurrentEnd => ("background: final mark", false),
        RuntimeEventIds.BgcSecondConcurrentEnd => ("background: concurrent sweep", true),
        _ => (null, false),
    };
}

/// <summary>Gives each different set of a collection's marks one list, so that they cost no memory a collection.</summary>
internal sealed class CollectionMarks
{
    private readonly Dictionary<(bool, uint, uint), IReadOnlyList<string>?> _known = [];

    /// <summary>The marks; null when there is none.</summary>
    public IReadOnlyList<string>? Get(bool compacting, uint generations, uint conditions)
    {
        var key = (compacting, generations, conditions);
        if (_known.TryGetValue(key, out var marks)) return marks;
        var words = CondemnedReasons.Words(generations, conditions);
        if (compacting) words.Insert(0, CommonMarks.Compacting);
        marks = words.Count == 0 ? null : words;
        if (_known.Count < Limits.Names) _known[key] = marks;
        return marks;
    }
}

/// <summary>
/// GCDynamicEvent: a name and an opaque block, for events that the collector adds without a manifest (.NET 8 and
/// later). Blocks: dotnet/runtime, src/coreclr/gc/gcevents.h and the callers of FIRE_EVENT in src/coreclr/gc.
/// </summary>
internal static class DynamicEvents
{
    /// <summary>Takes an event. Returns whether it shows that the collector adapts its heaps to the application (DATAS).</summary>
    public static bool Apply(in RuntimeEvent e, OpenCollection? open, RecordingBuilder recording)
    {
        var payload = new PayloadReader(e.Payload);
        var name = MemoryMarshal.Cast<byte, char>(payload.Utf16());
        var length = payload.UInt32();
        if (payload.Short || length > payload.Remaining) return false;
        var block = payload.Rest[..(int)length];
        if (open is not null && name.SequenceEqual("CommittedUsage")) TakeCommitted(block, open);
        if (name.SequenceEqual("SizeAdaptationTuning")) TakeTuning(block, recording);
        return name.StartsWith("SizeAdaptation");
    }

    /// <summary>Version 1: in use, to be decommitted, free, free in the global pool, bookkeeping; 64 bits each.</summary>
    private static void TakeCommitted(ReadOnlySpan<byte> block, OpenCollection open)
    {
        var payload = new PayloadReader(block);
        if (payload.UInt16() < 1) return;
        var used = payload.Int64();
        var free = payload.Int64() + payload.Int64() + payload.Int64();
        var bookkeeping = payload.Int64();
        if (payload.Short || used < 0 || free < 0 || bookkeeping < 0 || used + free + bookkeeping < 0) return;
        // Reported at its start and at its end: the maximum counts.
        open.Collection.HeapCapacityBytes = Math.Max(open.Collection.HeapCapacityBytes ?? 0, used + free + bookkeeping);
        open.Set(CollectionFact.CommittedInUseBytes, used);
        open.Set(CollectionFact.CommittedFreeBytes, free);
        open.Set(CollectionFact.CommittedBookkeepingBytes, bookkeeping);
    }

    /// <summary>
    /// Version 1: heaps from now on, bounds for them by the sizes of the generations (16 bits each), number of the collection, stable size
    /// (64 bits each), median throughput cost in percent (32-bit floating point), and what the decision rests on.
    /// </summary>
    private static void TakeTuning(ReadOnlySpan<byte> block, RecordingBuilder recording)
    {
        var payload = new PayloadReader(block);
        if (payload.UInt16() < 1) return;
        var heaps = payload.UInt16();
        payload.Skip(2 + 2 + 8 + 8);
        var cost = BitConverter.Int32BitsToSingle(payload.Int32());
        if (payload.Short || heaps == 0 || !(cost >= 0 && cost <= 100)) return;
        recording.HeapCountDecisions.Add(new HeapCountDecision(heaps, cost));
    }
}
