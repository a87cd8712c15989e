using Unpause.Recordings.Readers.DotNet.Allocations;
using Unpause.Recordings.Readers.DotNet.Collections;
using Unpause.Recordings.Readers.DotNet.Container;
using Unpause.Recordings.Readers.DotNet.HeapDumps;
using Unpause.Recordings.Readers.DotNet.Requests;
using Unpause.Recordings.Readers.DotNet.Survival;
using Unpause.Recordings.Readers.DotNet.Waits;

namespace Unpause.Recordings.Readers.DotNet;

/// <summary>Builds the recording of one process from its events, which arrive in order of time.</summary>
internal sealed class ProcessBuilder
{
    private const string NoNames =
        "Call stacks have no method names: the recording lacks the rundown that the runtime writes at the end of a session. "
        + "The recorder was killed, or did not request it.";

    private const string NoServer =
        "Server GC is configured, but the process may use only one processor: the runtime silently uses workstation GC instead.";

    private readonly RecordingBuilder _recording;
    private readonly CollectionTracker _collections;
    private readonly SuspensionTracker _suspensions;
    private readonly AllocationWaits _waits;
    private readonly RuntimeDescription _description;
    private readonly LargeObjectGrowth _largeObjects = new();
    private readonly AllocationTicks _allocations;
    private readonly ObjectFollower _follower = new();
    private readonly InducedCalls _induced = new();
    private readonly StartTriggers _triggers = new();
    private readonly RequestTracker _requests = new();
    private readonly OtherWaits _waitsBeside;
    private readonly TypeTable _types = new();
    private readonly FinalizerThread _finalizers;
    private readonly MethodTable _methods = new();
    private readonly EventCounters _counters = new();
    private readonly HeapDump _heap;
    private int _pointerBytes = 8;
    private bool _sawGcEvent;
    private long _lastTime;
    private bool _rundownSeen;

    public ProcessBuilder(int processId)
    {
        _recording = new RecordingBuilder
        {
            Source = new SourceBuilder
            {
                Format = NettraceFormat.Name,
                Runtime = Runtimes.DotNet,
                ProcessId = processId > 0 ? processId : null
            },
        };
        _collections = new CollectionTracker(_recording);
        _suspensions = new SuspensionTracker(_recording, _collections);
        _waits = new AllocationWaits(_recording);
        _allocations = new AllocationTicks(_largeObjects, _follower);
        _waitsBeside = new OtherWaits(_requests);
        _finalizers = new FinalizerThread(_types);
        _heap = new HeapDump(_types);
        _description = new RuntimeDescription(_recording.Source);
    }

    /// <summary>About how much memory it takes by now.</summary>
    public long MemoryBytes => _recording.MemoryBytes + _suspensions.MemoryBytes + _requests.MemoryBytes + _heap.MemoryBytes
        + _triggers.MemoryBytes;

    public void Handle(in RuntimeEvent e)
    {
        _pointerBytes = e.PointerBytes;
        switch (e.Provider)
        {
            case EventProvider.Runtime: HandleRuntime(e); break;
            case EventProvider.RuntimePrivate: HandlePrivate(e); break;
            case EventProvider.Rundown when e.Id == RuntimeEventIds.MethodRundownEndVerbose: _methods.Add(e); break;
            case EventProvider.Rundown: _description.HandleRundown(e); break;
            case EventProvider.EventPipe when e.Id == RuntimeEventIds.ProcessInfo: _description.HandleProcessInfo(e); break;
            case EventProvider.SampleProfiler: _suspensions.SawSampler(); break;
            case EventProvider.AspNetCoreHosting when e.Id is RuntimeEventIds.RequestStart or RuntimeEventIds.RequestStop:
                _requests.Served(e);
                break;
            case EventProvider.HttpClient: _requests.Called(e); break;
            case EventProvider.Counters or EventProvider.AspNetCoreHosting: _counters.Add(e); break;
        }

        // The process goes on while a session's end lists methods, but its collections are no longer recorded.
        if (e.Provider == EventProvider.Rundown && _rundownSeen) return;
        _rundownSeen = e.Provider == EventProvider.Rundown;
        _lastTime = Math.Max(_lastTime, e.TimeNanoseconds);
    }

    /// <summary>
    /// The recording, to which only what is known of the file is to be added; null when the file shows no event of the collector.
    /// </summary>
    public RecordingBuilder? Finish(DateTimeOffset? startedAt, StackTable stacks, int? processors = null)
    {
        if (!_sawGcEvent) return null;
        _collections.Finish();
        _suspensions.Finish();
        _waits.Finish();
        _description.Finish(_collections.HeapCounts, _collections.Adapts, processors);
        if (_suspensions.Workstation && _description.FallBackToWorkstation()) _recording.Coverage.Add(NoServer);
        var names = new StackNames(stacks, _methods, _pointerBytes);
        _recording.Allocations = _allocations.Build(names);
        _recording.Finalizers = _finalizers.Build();
        _recording.LargeObjectDeaths = _largeObjects.Build(_recording.Facts);
        _recording.Gen2Deaths = _follower.Build(place => _allocations.SiteOf(place, names), _recording.Coverage);
        _recording.InducedBy = _induced.Build(names, _recording);
        _recording.Triggers = _triggers.Build(names, place => _allocations.SiteOf(place, names), _recording.Collections);
        if (_induced.WithoutCollection > 0) _recording.Coverage.Add(Regions(_induced.WithoutCollection));
        _recording.Requests = _requests.Build(_recording.Coverage);
        _recording.OtherWaits = _waitsBeside.Build(_recording);
        _recording.RecordsPauses = _sawGcEvent;
        _recording.ProcessCounters = _counters.Build();
        _recording.HeapGraph = _heap.Build(_recording.Coverage);
        SetAllocated();

        if (_methods.IsEmpty && stacks.Count > 0) _recording.Coverage.Add(NoNames);
        _recording.DurationNanoseconds = _lastTime;
        _recording.Clock = startedAt is null
            ? Clock.Unknown
            : new Clock(startedAt, 1_000_000, "the file's header (resolution 1 ms)");
        return _recording;
    }

    private void SetAllocated()
    {
        _recording.AllocatedSource = AllocatedSources.Collections;
        if (_recording.Allocations is { LargeObjectsExact: true } ticks)
        {
            (_recording.AllocatedBytes, _recording.AllocatedSource) = (Total.Sum(ticks.Sites, site => site.Bytes), AllocatedSources.Events);
            return;
        }

        var known = Total.Sum(_recording.Collections, collection => collection.AllocatedBytes ?? 0);
        if (_counters.Allocated is not { } counted || counted < known.Value) return;
        (_recording.AllocatedBytes, _recording.AllocatedSource) = (counted, AllocatedSources.Counter);
    }

    private static string Regions(long calls) =>
        $"{Quantities.Count(calls)} calls requested a collection, suspended the process and collected nothing, "
        + "as GC.TryStartNoGCRegion does when enough memory is free. They are not counted as collections here. "
        + "The runtime's own counters count each of them in every generation.";

    private void HandleRuntime(in RuntimeEvent e)
    {
        switch (e.Id)
        {
            case RuntimeEventIds.RuntimeStart: _description.HandleRuntimeStart(e); return;
            case RuntimeEventIds.MethodLoadVerbose: _methods.Add(e); return;
            case RuntimeEventIds.ContentionStart: _waitsBeside.Locks.Start(e); return;
            case RuntimeEventIds.ContentionStop: _waitsBeside.Locks.Stop(e); return;
            case RuntimeEventIds.PoolThreadStart: _waitsBeside.Pool.ThreadStarted(); return;
            case RuntimeEventIds.PoolAdjustment: _waitsBeside.Pool.Adjusted(e); return;
            case RuntimeEventIds.BulkType: _types.Add(e); return;
            case RuntimeEventIds.FinalizeObject: _finalizers.Types.Started(e); break;
            case RuntimeEventIds.AllocationTick: _allocations.Tick(e); break;
            case RuntimeEventIds.AllocationSampled: _allocations.Sampled(e); break;
            case RuntimeEventIds.Triggered: _induced.Triggered(e); _suspensions.Triggered(e); break;
            case RuntimeEventIds.SuspendBegin: BeginStop(e); _heap.Suspending(e); break;
            case RuntimeEventIds.SuspendEnd: _suspensions.Reached(e); break;
            case RuntimeEventIds.RestartBegin: _suspensions.RestartBegin(e); _follower.Restarted(); _induced.Released(); break;
            case RuntimeEventIds.RestartEnd: _suspensions.RestartEnd(e); _heap.Restarted(e); break;
            case RuntimeEventIds.GcStart: StartCollection(e); break;
            case RuntimeEventIds.GcStop: StopCollection(e); break;
            case RuntimeEventIds.HeapStats: _collections.HeapStats(e); break;
            case RuntimeEventIds.GlobalHeapHistory: _collections.GlobalHistory(e); _suspensions.HistoryWritten(e.TimeNanoseconds); break;
            case RuntimeEventIds.PerHeapHistory: _collections.PerHeapHistory(e); _suspensions.HistoryWritten(e.TimeNanoseconds); break;
            case RuntimeEventIds.MarkWithType: _collections.Mark(e); break;
            case RuntimeEventIds.GcDynamic: _collections.Dynamic(e); break;
            case >= RuntimeEventIds.BulkRootEdge and <= RuntimeEventIds.BulkEdge or RuntimeEventIds.BulkRootStatic:
                _collections.HeapDump();
                _heap.Add(e);
                break;
            case RuntimeEventIds.BulkSurvivingRanges or RuntimeEventIds.BulkMovedRanges:
                _suspensions.SawSurvivalWalk(e);
                _follower.Survivors(e);
                break;
            case RuntimeEventIds.GenerationRange: _follower.GenerationRange(e); break;
            case RuntimeEventIds.FinalizersBegin: _finalizers.Begin(e); break;
            case RuntimeEventIds.FinalizersEnd: _finalizers.End(e); break;
            case RuntimeEventIds.CreateSegment: break;
            default: return;
        }

        _sawGcEvent = true;
    }

    private void BeginStop(in RuntimeEvent e)
    {
        if (_suspensions.Begin(e)) _induced.Held();
    }

    private void StartCollection(in RuntimeEvent e)
    {
        _largeObjects.CollectionStarted();
        _heap.CollectionStarted();
        var open = _collections.Start(e, out var reason);
        _suspensions.CollectionStarted(open);
        _triggers.Started(open, _induced.Started(reason, open), _allocations.Last);
        _follower.Started(open);
    }

    private void StopCollection(in RuntimeEvent e)
    {
        _suspensions.CollectionStopped(e.TimeNanoseconds);
        _heap.CollectionStopped();
        if (_collections.Stop(e) is not { } stopped) return;
        _largeObjects.CollectionStopped(stopped);
        _follower.Stopped(stopped);
    }

    private void HandlePrivate(in RuntimeEvent e)
    {
        switch (e.Id)
        {
            case RuntimeEventIds.AllocationWaitBegin: _waits.Begin(e); break;
            case RuntimeEventIds.AllocationWaitEnd: _waits.End(e); break;
            case >= RuntimeEventIds.BgcFirstNonConcurrentEnd and <= RuntimeEventIds.BgcSecondConcurrentEnd:
                _collections.BackgroundStep(e);
                break;
        }
    }
}
