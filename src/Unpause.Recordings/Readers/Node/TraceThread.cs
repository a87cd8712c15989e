using Unpause.Recordings.Garbage;

namespace Unpause.Recordings.Readers.Node;

/// <summary>
/// Takes the events of one thread of a trace and fills the recording of its isolate. <c>MinorGC</c> and <c>MajorGC</c> are the interval
/// in which the thread ran no JavaScript: with the callbacks of the program and of Node.js before and after, as a
/// <c>PerformanceObserver</c> counts it. What V8 counts as the pause (<c>--trace-gc</c>) ends with <c>V8.GCScavenger</c> and the like
/// within. Node.js 10 and 12 write these alone.
/// </summary>
internal sealed class TraceThread
{
    /// <summary>Phases kept of one collection; V8 has some sixty.</summary>
    private const int MostPhases = 128;

    private readonly IsolateRecording _isolate;
    private readonly NameTable _names;
    private readonly V8HeapStatistics _heap = new();
    private readonly List<(string Name, long Nanoseconds)> _phases = [];
    private readonly CoverageBuilder _coverage;
    private Open? _open;
    private bool _hasIntervals;
    private long _steps, _longestStep, _stepEnd;
    private long? _marking;
    private string? _markingReason;
    private long _unended;

    public TraceThread(IReadOnlyList<string> files, CoverageBuilder coverage, NameTable names, int processId, long threadId)
    {
        (_coverage, _names, ThreadId) = (coverage, names, threadId);
        _isolate = new IsolateRecording(NodeFormats.TraceEvents, files, coverage, processId);
    }

    public long ThreadId { get; }

    public bool HasCollections => _isolate.Last >= 0;

    public RecordingBuilder Recording => _isolate.Recording;

    public long MemoryBytes => _isolate.MemoryBytes;

    /// <summary>Takes an event of V8's collector.</summary>
    /// <param name="zero">The recording's zero on the clock of the events.</param>
    public void Take(in JsonTraceEvent read, long zero)
    {
        var isInterval = V8Events.IsYoungInterval(read.Name);
        if (isInterval is { } young) TakeInterval(read, young, zero);
        else if (V8Events.IsYoungTimer(read.Name) is { } youngTimer) TakeTimer(read, youngTimer, zero);
        else if (read.Phase == TracePhase.Complete) TakePart(read);
        else if (read.Phase == TracePhase.Instant) TakeInstant(read);
    }

    /// <summary>Ends the recording.</summary>
    /// <param name="zero">The recording's zero on the clock of the events.</param>
    /// <param name="earlier">By how much the process's first event is before it.</param>
    /// <param name="end">The last moment of the process in the trace.</param>
    public Recording Build(long zero, long earlier, long end)
    {
        if (_open is not null) _unended++;
        if (_unended > 0)
        {
            _coverage.Add($"{_unended:N0} collections have no end in the trace: left out. The process or the recording ended within one.");
        }

        if (earlier > 0) Recording.MoveTimes(earlier);
        Recording.DurationNanoseconds = Math.Max(0, end - zero + earlier);
        Recording.RecordsPauses = true;
        Recording.ProgramClock = new ProgramClock(zero - earlier, zero - earlier);
        return _isolate.Build(earlier);
    }

    private void TakeInterval(in JsonTraceEvent read, bool young, long zero)
    {
        if (read.Phase == TracePhase.Begin)
        {
            Begin(read, young);
        }
        else if (read.Phase == TracePhase.Complete)
        {
            // Browsers write one event for it; what is within follows or precedes it.
            Begin(read, young);
            End(read.EndNanoseconds, read.UsedAfter, zero);
        }
        else if (read.Phase == TracePhase.End && _open is { } open && open.IsYoung == young)
        {
            End(read.StartNanoseconds, read.UsedAfter, zero);
        }
    }

    private void Begin(in JsonTraceEvent read, bool young)
    {
        if (_open is not null) _unended++;
        _hasIntervals = true;
        _phases.Clear();
        _heap.Clear();
        _open = new Open(young, read.StartNanoseconds, read.UsedBefore, read.Type.IsEmpty ? null : _names.Get(read.Type));
    }

    private void TakeTimer(in JsonTraceEvent read, bool young, long zero)
    {
        if (read.Phase != TracePhase.Complete || read.DurationNanoseconds > Limits.PauseNanoseconds) return;
        if (_open is { } open)
        {
            // Times of 0 are of Node.js 18, which does not measure them. The scope within the timer is shorter.
            if (read.DurationNanoseconds > (open.Timed?.Length ?? 0) && open.IsYoung == young && read.StartNanoseconds >= open.Start)
                _open = open with { Timed = (read.StartNanoseconds, read.DurationNanoseconds) };
        }
        else if (!_hasIntervals && V8Events.IsTimer(read.Name))
        {
            _phases.Clear();
            _heap.Clear();
            _open = new Open(young, read.StartNanoseconds, null, null) { Timed = (read.StartNanoseconds, read.DurationNanoseconds) };
            End(read.EndNanoseconds, null, zero);
        }
    }

    private void TakePart(in JsonTraceEvent read)
    {
        if (!read.Reason.IsEmpty && V8Events.IsStartOfMarking(read.Name)) _markingReason = ReasonOf(read.Reason);
        if (_open is null)
        {
            if (V8Events.IsStep(read.Name)) AddStep(read);
            return;
        }

        if (read.DurationNanoseconds == 0 || _phases.Count >= MostPhases) return;
        if (read.Name.SequenceEqual("V8.GC_TIME_TO_SAFEPOINT"u8))
        {
            _open = _open.Value with { ToSafepoint = _open.Value.ToSafepoint + read.DurationNanoseconds };
            return;
        }

        if (V8Events.PhaseOf(read.Name, _names) is not { } name) return;
        for (var i = 0; i < _phases.Count; i++)
        {
            if (!ReferenceEquals(_phases[i].Name, name)) continue;
            _phases[i] = (name, _phases[i].Nanoseconds + read.DurationNanoseconds);
            return;
        }

        _phases.Add((name, read.DurationNanoseconds));
    }

    private string? ReasonOf(ReadOnlySpan<byte> reason)
    {
        Span<byte> text = stackalloc byte[Limits.NameBytes];
        var length = Encoding.ASCII.GetBytes(NodeMarks.Started, text);
        return reason.TryCopyTo(text[length..]) ? _names.Get(text[..(length + reason.Length)]) : null;
    }

    /// <summary>Steps contain each other under two names: what lies in the one before is part of it.</summary>
    private void AddStep(in JsonTraceEvent read)
    {
        if (read.EndNanoseconds <= _stepEnd) return;
        _marking ??= read.StartNanoseconds;
        _stepEnd = read.EndNanoseconds;
        _steps += read.DurationNanoseconds;
        _longestStep = Math.Max(_longestStep, read.DurationNanoseconds);
    }

    private void TakeInstant(in JsonTraceEvent read)
    {
        if (_open is null) return;
        if (read.Name.SequenceEqual("V8.GC_Heap_Stats"u8)) _heap.Read(read.Text);
        else if (read.Name.SequenceEqual("V8.GCMarkCompactorSummary"u8)) _open = _open.Value with { Background = read.Background };
    }

    private void End(long end, long? usedAfter, long zero)
    {
        var open = _open!.Value;
        _open = null;
        // A step of marking that older versions write like a collection.
        if (open.Reason is NodeReasons.FinalizationStep || end < open.Start || end - open.Start > Limits.PauseNanoseconds) return;
        var collection = _isolate.Begin(open.IsYoung, open.Reason);
        var index = _isolate.Last;
        // V8's own count begins with the interval, and ends before the last callbacks and the writing of statistics.
        var start = open.Start;
        var length = open.Timed is { } timed && timed.Start + timed.Length <= end ? timed.Start + timed.Length - start : end - start;
        long? since = !open.IsYoung && _marking is { } marking ? marking - zero : null;
        _isolate.AddPause(collection, start - zero, length, since);
        (collection.HeapBeforeBytes, collection.HeapAfterBytes) = (open.UsedBefore, usedAfter);
        if (_hasIntervals)
        {
            (Recording.Stops ??= new Packed.StopList()).Add(
                new Stop(open.Start - zero, end - open.Start, open.ToSafepoint, open.IsYoung ? "MinorGC" : "MajorGC", ForCollection: true));
        }

        foreach (var (name, phase) in _phases) Recording.Phases.Add(new Phase(index, name, phase));
        if (open.Background is > 0 and { } background)
            Recording.Phases.Add(new Phase(index, NodePhases.Background, background, Concurrent: true));
        _isolate.Take(_heap);
        if (open.IsYoung) return;
        if (_steps > 0) _isolate.AddSteps(_steps, _longestStep);
        if (_markingReason is { } started) collection.Marks = [started];
        (_marking, _markingReason, _steps, _longestStep) = (null, null, 0, 0);
    }

    /// <summary>A collection whose end has not come.</summary>
    /// <param name="Start">On the clock of the events.</param>
    private readonly record struct Open(bool IsYoung, long Start, long? UsedBefore, string? Reason)
    {
        /// <summary>The collector's work within.</summary>
        public (long Start, long Length)? Timed { get; init; }

        public long ToSafepoint { get; init; }

        /// <summary>Work of other threads for it.</summary>
        public long? Background { get; init; }
    }
}
