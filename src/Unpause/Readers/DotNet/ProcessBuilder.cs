using Unpause.Recordings;

namespace Unpause.Readers.DotNet;

/// <summary>Builds the recording of one process from its events, which arrive in order of time.</summary>
internal sealed class ProcessBuilder
{
    private readonly Recording _recording;
    private readonly CollectionTracker _collections;
    private readonly SuspensionTracker _suspensions;
    private readonly AllocationWaits _waits;
    private readonly RuntimeDescription _description;
    private bool _sawGcEvent;
    private long _lastTime;
    private bool _rundownSeen;

    public ProcessBuilder(int processId)
    {
        _recording = new Recording
        {
            Source = new Source { Format = NettraceFormat.Name, Runtime = Runtimes.DotNet, ProcessId = processId > 0 ? processId : null },
        };
        _collections = new CollectionTracker(_recording);
        _suspensions = new SuspensionTracker(_recording, _collections);
        _waits = new AllocationWaits(_recording);
        _description = new RuntimeDescription(_recording.Source);
    }

    public void Handle(in RuntimeEvent e)
    {
        switch (e.Provider)
        {
            case EventProvider.Runtime: HandleRuntime(e); break;
            case EventProvider.RuntimePrivate: HandlePrivate(e); break;
            case EventProvider.Rundown: _description.HandleRundown(e); break;
            case EventProvider.EventPipe when e.Id == RuntimeEventIds.ProcessInfo: _description.HandleProcessInfo(e); break;
            case EventProvider.SampleProfiler: _suspensions.SawSampler(); break;
        }

        // The program goes on while a session's end lists methods, but its collections are no longer recorded.
        if (e.Provider == EventProvider.Rundown && _rundownSeen) return;
        _rundownSeen = e.Provider == EventProvider.Rundown;
        _lastTime = Math.Max(_lastTime, e.TimeNanoseconds);
    }

    /// <summary>The finished recording; null when the file shows no event of the collector.</summary>
    public Recording? Build(DateTimeOffset? startedAt)
    {
        if (!_sawGcEvent) return null;
        _collections.Finish();
        _suspensions.Finish();
        _waits.Finish();
        _description.Finish(_collections.HeapCounts);
        _recording.DurationNanoseconds = _lastTime;
        _recording.Clock = startedAt is null
            ? Clock.Unknown
            : new Clock(startedAt, 1_000_000, "the file's header, whose resolution is 1 ms");
        return _recording;
    }

    private void HandleRuntime(in RuntimeEvent e)
    {
        if (e.Id == RuntimeEventIds.RuntimeStart)
        {
            _description.HandleRuntimeStart(e);
            return;
        }

        switch (e.Id)
        {
            case RuntimeEventIds.SuspendBegin: _suspensions.Begin(e); break;
            case RuntimeEventIds.SuspendEnd: _suspensions.Reached(e); break;
            case RuntimeEventIds.RestartBegin: _suspensions.RestartBegin(e); break;
            case RuntimeEventIds.RestartEnd: _suspensions.RestartEnd(e); break;
            case RuntimeEventIds.GcStart: _suspensions.CollectionStarted(_collections.Start(e)); break;
            case RuntimeEventIds.GcStop: _suspensions.CollectionStopped(e.TimeNanoseconds); _collections.Stop(e); break;
            case RuntimeEventIds.HeapStats: _collections.HeapStats(e); break;
            case RuntimeEventIds.GlobalHeapHistory: _collections.GlobalHistory(e); break;
            case RuntimeEventIds.PerHeapHistory: _collections.PerHeapHistory(e); break;
            case RuntimeEventIds.MarkWithType: _collections.Mark(e); break;
            case RuntimeEventIds.GcDynamic: _collections.Dynamic(e); break;
            case RuntimeEventIds.BulkNode or RuntimeEventIds.BulkEdge or RuntimeEventIds.BulkRootEdge: _collections.HeapDump(); break;
            case RuntimeEventIds.BulkSurvivingRanges or RuntimeEventIds.BulkMovedRanges: _suspensions.SawSurvivalWalk(); break;
            case RuntimeEventIds.CreateSegment: break;
            default: return;
        }

        _sawGcEvent = true;
    }

    private void HandlePrivate(in RuntimeEvent e)
    {
        switch (e.Id)
        {
            case RuntimeEventIds.AllocationWaitBegin: _waits.Begin(e); break;
            case RuntimeEventIds.AllocationWaitEnd: _waits.End(e); break;
            case >= RuntimeEventIds.BgcFirstNonConcurrentEnd and <= RuntimeEventIds.BgcSecondConcurrentEnd: _collections.BackgroundStep(e); break;
        }
    }
}
