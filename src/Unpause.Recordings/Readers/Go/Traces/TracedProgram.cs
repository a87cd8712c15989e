using Unpause.Recordings.Triggers;
using Unpause.Recordings.Waits;

namespace Unpause.Recordings.Readers.Go.Traces;

/// <summary>
/// A traced program: takes what happened in the order of time and makes its recording. Both formats of traces end here. Times are
/// nanoseconds of the trace; one that lies before another that was taken is taken for the same moment.
/// </summary>
internal sealed class TracedProgram
{
    /// <summary>What a goroutine waits for that may not allocate: the name of the stalls.</summary>
    public const string AssistWait = "GC assist wait";

    private const long MicrosecondNanoseconds = 1000;

    /// <summary>Limit of different stacks that force collections; of further ones only the collections count.</summary>
    private const int MostCallers = 256;

    private readonly RecordingBuilder _recording;
    private readonly WorldClock _world = new();
    private readonly TracedCycles _cycles;
    private readonly TracedRequests _requests;
    private readonly TracedFinalizers _finalizers;
    private readonly List<string> _names;
    private readonly Dictionary<string, InducedCall> _asked = new(StringComparer.Ordinal);
    private readonly TriggersBuilder _triggers = new();
    private long _first = long.MaxValue;
    private long _now = long.MinValue;
    private WaitTotal _queued;
    private WaitTotal _afterStops;
    private WaitTotal _assists;
    private WaitTotal _sweeps;

    /// <summary>A program before its first event.</summary>
    /// <param name="files">Names of the inputs.</param>
    /// <param name="names">Where names of functions and tasks go.</param>
    public TracedProgram(IReadOnlyList<string> files, List<string> names)
    {
        _names = names;
        _recording = new RecordingBuilder
        {
            RecordsPauses = true,
            Source = new SourceBuilder
            {
                Format = GoDescriptor.Trace,
                Runtime = Runtimes.Go,
                Files = files,
                Collector = "concurrent mark-sweep",
            },
        };
        _cycles = new TracedCycles(_recording);
        _requests = new TracedRequests(Goroutines, _world);
        _finalizers = new TracedFinalizers(Goroutines);
    }

    public GoroutineTable Goroutines { get; } = new();

    /// <summary>What is reported of the input.</summary>
    public CoverageBuilder Coverage => _recording.Coverage;

    public long Events { get; private set; }

    /// <summary>About how much memory is kept.</summary>
    public long MemoryBytes => _recording.MemoryBytes + _cycles.MemoryBytes + _requests.MemoryBytes + Goroutines.MemoryBytes
        + _triggers.MemoryBytes;

    /// <summary>The position of the trace's clock in wall time; null where not recorded.</summary>
    public (long Trace, long Unix)? Wall { get; set; }

    /// <summary>The versions of Go that write traces like this one.</summary>
    public string Versions
    {
        set => _recording.Source.Settings[GoSettings.TraceVersions] = value;
    }

    /// <summary>Another event: the moment, never before an earlier one.</summary>
    public long At(long time)
    {
        Events++;
        _first = Math.Min(_first, time);
        _now = Math.Max(_now, time);
        return _now;
    }

    /// <summary>GOMAXPROCS.</summary>
    public void Processors(ulong number) =>
        _recording.Source.Settings[GoSettings.Processors] = number.ToString(System.Globalization.CultureInfo.InvariantCulture);

    /// <summary>The world is being stopped.</summary>
    public void StopBegan(long time, string reason)
    {
        _world.Stop(time);
        _cycles.Stop(time, reason);
    }

    /// <summary>The world goes on.</summary>
    public void StopEnded(long time)
    {
        if (_world.IsStopped) _world.Start(time);
        _cycles.Start(time);
    }

    /// <summary>A collection begins.</summary>
    /// <param name="symbols">The symbols that contain its stack.</param>
    /// <param name="stack">The stack that requested it; 0 for none.</param>
    public void GcBegan(long time, TraceSymbols symbols, ulong stack)
    {
        var marks = symbols.Stack(stack).Marks;
        _cycles.GcBegan(time, stack == 0 ? null : marks);
        // The runtime's timer is no part of the program.
        if (stack == 0 || marks.HasFlag(StackMarks.Periodic)) return;
        var callers = symbols.Callers(stack);
        // The goroutine that starts the collection writes its stack (gcStart of runtime/mgc.go: traceGCStart).
        var evidence = marks.HasFlag(StackMarks.Forced) ? TriggerEvidence.Call : TriggerEvidence.Allocation;
        if (callers.Count > 0) _triggers.Add(_cycles.Number, _triggers.PlaceOf(new TriggerPlace(evidence, callers, null, Type: null)));
        if (!marks.HasFlag(StackMarks.Forced)) return;
        var key = string.Join('\n', callers);
        if (_asked.TryGetValue(key, out var known)) _asked[key] = known with { Count = known.Count + 1 };
        else if (_asked.Count < MostCallers) _asked.Add(key, new InducedCall(1, callers));
    }

    /// <summary>It has marked all.</summary>
    public void GcEnded(long time)
    {
        _finalizers.Collected();
        _cycles.GcEnded(time);
    }

    /// <summary>The live heap.</summary>
    public void Heap(ulong bytes) => _cycles.Heap((long)Math.Min(bytes, long.MaxValue));

    /// <summary>Its goal; what has no bound is none.</summary>
    public void Goal(ulong bytes) => _cycles.Goal(bytes > long.MaxValue / 2 ? 0 : (long)bytes);

    /// <summary>A goroutine has to mark before it may allocate.</summary>
    public void AssistBegan(int place, long time)
    {
        if (place < 0) return;
        Advance(place, time);
        ref var goroutine = ref Goroutines[place];
        (goroutine.Assists, goroutine.HelpsSince) = (true, time);
    }

    /// <summary>It has marked enough.</summary>
    public void AssistEnded(int place, long time)
    {
        if (place < 0 || !Goroutines[place].Assists) return;
        Advance(place, time);
        ref var goroutine = ref Goroutines[place];
        goroutine.Assists = false;
        _assists.Add(time - goroutine.HelpsSince);
    }

    /// <summary>A goroutine sweeps before it may allocate.</summary>
    public void SweepBegan(int place, long time) => Sweeps(place, time, true);

    public void SweepEnded(int place, long time) => Sweeps(place, time, false);

    /// <summary>What a goroutine runs for.</summary>
    public void Label(int place, ReadOnlySpan<byte> label)
    {
        if (place < 0) return;
        Goroutines[place].Worker = label.SequenceEqual("GC (dedicated)"u8) || label.SequenceEqual("GC (fractional)"u8)
            ? MarkWorker.Dedicated
            : label.SequenceEqual("GC (idle)"u8) ? MarkWorker.Idle : MarkWorker.None;
    }

    /// <summary>A goroutine does something else from now on.</summary>
    public void Becomes(int place, long time, GoroutineState state)
    {
        if (place < 0) return;
        Advance(place, time);
        ref var goroutine = ref Goroutines[place];
        var lasted = time - goroutine.Since;
        if (goroutine.State == GoroutineState.Runnable && state == GoroutineState.Running)
        {
            _queued.Add(lasted);
            if (goroutine.Since <= _world.LastEnd) _afterStops.Add(time - _world.LastEnd);
        }

        if (goroutine.State == GoroutineState.WaitingForAssist)
            _recording.Stalls.Add(new Stall(goroutine.Since, lasted, AssistWait));
        if (state != GoroutineState.Running) goroutine.Worker = MarkWorker.None;
        (goroutine.State, goroutine.Since) = (state, time);
        if (state == GoroutineState.Runnable) _requests.Woke(place, time);
    }

    /// <summary>A goroutine was created, and runs this function.</summary>
    public void Created(int place, long time, TraceStack function)
    {
        _requests.Created(place, time, function);
        _finalizers.Created(place, time, function);
    }

    /// <summary>A goroutine shows its stack.</summary>
    public void Seen(int place, long time, TraceStack stack, bool waits)
    {
        if (place < 0) return;
        _requests.Seen(place, time, stack, waits);
        _finalizers.Seen(place, time, stack, waits);
    }

    /// <summary>A goroutine's call of the kernel returned.</summary>
    public void Called(int place, long time)
    {
        if (place >= 0) _requests.Called(place, time);
    }

    public void Ended(int place, long time)
    {
        if (place < 0) return;
        Advance(place, time);
        _requests.Ended(place, time);
        _finalizers.Ended(place);
        Goroutines.Remove(place);
    }

    /// <summary>A user task begins.</summary>
    public void TaskBegan(int place, long time, ulong task, ulong parent, int name)
    {
        if (place >= 0) _requests.TaskBegan(place, time, task, parent, name);
    }

    public void TaskEnded(long time, ulong task) => _requests.TaskEnded(time, task);

    /// <summary>A goroutine begins to work for a task.</summary>
    public void RegionBegan(int place, long time, ulong task)
    {
        if (place >= 0) _requests.RegionBegan(place, time, task);
    }

    /// <summary>It works for it no more.</summary>
    public void RegionEnded(int place, long time, ulong task)
    {
        if (place >= 0) _requests.RegionEnded(place, time, task);
    }

    /// <summary>The recording; null when there was no event.</summary>
    public Recording? Finish()
    {
        if (Events == 0) return null;
        _cycles.Finish();
        var requests = _requests.Finish(_first, _names);
        _recording.MoveTimes(-_first);
        _recording.DurationNanoseconds = _now - _first;
        _recording.Requests = requests;
        _recording.FinalizerGoroutines = _finalizers.Finish(_now, _names);
        _recording.Triggers = _triggers.Build();
        if (_asked.Count > 0) _recording.InducedBy = [.. _asked.Values.OrderByDescending(call => call.Count)];
        if (Wall is { } wall)
        {
            _recording.Clock = Clock.Since1970(
                wall.Unix - (wall.Trace - _first), MicrosecondNanoseconds, "both clocks, read by the runtime");
        }

        const string Trace = "Go's execution trace";
        _recording.OtherWaits =
        [
            .. _queued.AsWait("runnable goroutines waiting for a processor", Trace),
            .. _afterStops.AsWait("runnable goroutines still waiting for a processor after a stop ended", Trace),
        ];
        _recording.AssistRanges = new AssistRanges(_assists.Count, _assists.Sum, _assists.Longest, _sweeps.Sum)
        {
            Sweeps = _sweeps.Count,
            LongestSweepNanoseconds = _sweeps.Longest,
        };
        TracedCoverage.AddNotes(Coverage, requests, _requests);
        return _recording.Build();
    }

    private void Sweeps(int place, long time, bool sweeps)
    {
        if (place < 0) return;
        Advance(place, time);
        ref var goroutine = ref Goroutines[place];
        if (goroutine.Sweeps && !sweeps) _sweeps.Add(time - goroutine.HelpsSince);
        (goroutine.Sweeps, goroutine.HelpsSince) = (sweeps, time);
    }

    /// <summary>Adds up what a goroutine did until now.</summary>
    private void Advance(int place, long time)
    {
        ref var goroutine = ref Goroutines[place];
        if (goroutine.State == GoroutineState.Running && (goroutine.Worker != MarkWorker.None || goroutine.Assists))
            _cycles.Worked(goroutine.Worker, time - goroutine.Counted);
        goroutine.Counted = time;
        if (goroutine.Finalizes) _finalizers.Advance(place, time);
        if (goroutine.Request >= 0) _requests.Advance(goroutine.Request, time);
    }
}
