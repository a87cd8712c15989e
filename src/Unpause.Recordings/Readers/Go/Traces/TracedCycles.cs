using Unpause.Recordings.Packed;

namespace Unpause.Recordings.Readers.Go.Traces;

/// <summary>
/// The collections of a trace: each begins with the stop that ends sweeping and ends with the one that ends marking, and what goroutines
/// did for the collector meanwhile is its own. Times in nanoseconds of the trace, until <see cref="RecordingBuilder.MoveTimes"/>.
/// </summary>
internal sealed class TracedCycles(RecordingBuilder recording)
{
    private const int None = -1;
    private const double NanosecondsPerMillisecond = 1e6;
    private readonly StopList _stops = new();
    private int _open = None;
    private bool _marked;
    private bool _awaitsLive;
    private long _stopSince;
    private string? _stopReason;
    private long _heap;
    private long _goal;
    private long? _live;
    private long _assist;
    private long _dedicated;
    private long _idle;

    /// <summary>About how much memory they take.</summary>
    public long MemoryBytes => _stops.MemoryBytes;

    /// <summary>The number of the collection that runs; negative without one.</summary>
    public long Number => _open;

    /// <summary>The world is being stopped.</summary>
    public void Stop(long time, string reason)
    {
        (_stopSince, _stopReason) = (time, reason);
        if (reason == StopReasons.Sweep && (_open == None || _marked)) Begin(time);
        if (reason == StopReasons.Mark)
        {
            if (_open == None) Begin(null);
            _awaitsLive = true;
        }
    }

    /// <summary>The world goes on.</summary>
    public void Start(long time)
    {
        if (_stopReason is not { } reason) return;
        var collects = reason is StopReasons.Sweep or StopReasons.Mark;
        _stops.Add(new Stop(_stopSince, time - _stopSince, null, reason, collects));
        _stopReason = null;
        if (!collects) return;
        recording.Pauses.Add(new Pause(_stopSince, time - _stopSince, _open, reason));
        if (reason == StopReasons.Mark)
        {
            // The last such stop is its end: an earlier one found that there was more to mark (gcMarkDone in runtime/mgc.go).
            recording.Edit(_open).EndNanoseconds = time;
            _awaitsLive = false;
        }

        if (_marked) Close();
    }

    /// <summary>A collection begins; the stop before has begun it already, or comes.</summary>
    /// <param name="asked">The caller that forced it; null where no stack is recorded.</param>
    public void GcBegan(long time, StackMarks? asked)
    {
        if (_open == None || _marked) Begin(time);
        if (asked is not { } marks) return;
        var collection = recording.Edit(_open);
        var (forced, periodic) = (marks.HasFlag(StackMarks.Forced), marks.HasFlag(StackMarks.Periodic));
        collection.Induced = forced;
        collection.Cause = forced ? Causes.Induced : periodic ? Causes.Periodic : Causes.Allocation;
    }

    /// <summary>It has marked all.</summary>
    public void GcEnded(long time)
    {
        if (_open == None) return;
        _marked = true;
        recording.Edit(_open).EndNanoseconds = time;
        // A stop that is its own is not over yet, and needs it; a damaged trace can have its end in the first one.
        if (_stopReason is not (StopReasons.Sweep or StopReasons.Mark)) Close();
    }

    /// <summary>The live heap has another size.</summary>
    public void Heap(long bytes)
    {
        if (_awaitsLive)
        {
            // gcMark resets it to what was marked, and records it, while the world is stopped (resetLive in runtime/mgcpacer.go).
            _awaitsLive = false;
            recording.Edit(_open).HeapAfterBytes = bytes;
            _live = bytes;
        }

        _heap = bytes;
    }

    /// <summary>The heap's goal is another one.</summary>
    public void Goal(long bytes) => _goal = bytes;

    /// <summary>A goroutine worked for the collector.</summary>
    /// <param name="worker">As what; none: it assisted.</param>
    /// <param name="duration">How long it ran.</param>
    public void Worked(MarkWorker worker, long duration)
    {
        if (worker == MarkWorker.Dedicated) _dedicated += duration;
        else if (worker == MarkWorker.Idle) _idle += duration;
        else _assist += duration;
    }

    /// <summary>The last one is recorded as far as it came.</summary>
    public void Finish()
    {
        if (_open != None) Close();
        recording.Stops = _stops;
    }

    private void Begin(long? time)
    {
        if (_open != None) Close();
        _open = recording.Collections.Count;
        _marked = false;
        var collection = recording.Begin(_open);
        collection.WholeHeap = true;
        collection.Kind = CollectionKind.Background;
        collection.StartNanoseconds = time;
        if (time is null || _heap == 0) return;
        collection.HeapBeforeBytes = _heap;
        if (_live is { } live && _heap >= live) collection.AllocatedBytes = _heap - live;
        if (_goal > 0) recording.Counters.Add(new Counter(_open, GoCounters.GoalBytes, _goal));
    }

    private void Close()
    {
        recording.Counters.Add(new Counter(_open, GoCounters.AssistMilliseconds, _assist / NanosecondsPerMillisecond));
        recording.Counters.Add(new Counter(_open, GoCounters.DedicatedMilliseconds, _dedicated / NanosecondsPerMillisecond));
        recording.Counters.Add(new Counter(_open, GoCounters.IdleMilliseconds, _idle / NanosecondsPerMillisecond));
        (_assist, _dedicated, _idle, _open, _marked, _awaitsLive) = (0, 0, 0, None, false, false);
    }
}

/// <summary>For whom a goroutine of the collector runs, by its label (gcMarkWorkerModeStrings of runtime/mgc.go).</summary>
internal enum MarkWorker : byte
{
    None,

    /// <summary>On a processor that is given to the collector, wholly or a part of the time.</summary>
    Dedicated,

    /// <summary>On a processor that had nothing else to do.</summary>
    Idle,
}
