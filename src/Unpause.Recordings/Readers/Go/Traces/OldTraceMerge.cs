namespace Unpause.Recordings.Readers.Go.Traces;

/// <summary>
/// Puts the events of a trace of Go 1.21 or earlier in order and passes them on: by time, and where clocks of processors differ by
/// the sequence numbers that goroutines carry (internal/trace of Go 1.21, order.go).
/// </summary>
/// <param name="program">Receives the events.</param>
/// <param name="names">Names of tasks.</param>
internal sealed class OldTraceMerge(OldTraceTable table, int minor, TracedProgram program, NameTable names)
{
    private const double NanosecondsPerSecond = 1e9;

    /// <summary>The versions that record a stop's reason by the runtime's number; before, 0 ends marking and 1 sweeping.</summary>
    private const int ReasonsFrom = 21;

    /// <summary>What is assumed where a trace is cut: ticks of 64 cycles at 3 GHz are no worse than others.</summary>
    private readonly double _tick = NanosecondsPerSecond / (table.Frequency ?? (ulong)NanosecondsPerSecond);
    private readonly List<OldTraceCursor> _processors = [];
    private long _begin;
    private ulong? _cycle;

    /// <summary>Events that came out of their turn.</summary>
    public long OutOfTurn { get; private set; }

    public void Run()
    {
        foreach (var processor in table.Processors)
        {
            if (processor.MoveNext()) _processors.Add(processor);
        }

        _begin = _processors.Count == 0 ? 0 : _processors.Min(processor => processor.Ticks);
        while (_processors.Count > 0)
        {
            var next = Earliest(inTurn: false);
            if (!IsNext(_processors[next]))
            {
                var turn = Earliest(inTurn: true);
                if (turn < 0) OutOfTurn++;
                else next = turn;
            }

            var processor = _processors[next];
            Apply(processor, program.At(Nanoseconds(processor.Ticks)));
            if (!processor.MoveNext()) _processors.RemoveAt(next);
        }
    }

    private long Nanoseconds(long ticks) => (long)Math.Min((ticks - _begin) * _tick, Limits.LongestTraceNanoseconds);

    private int Earliest(bool inTurn)
    {
        var best = -1;
        for (var i = 0; i < _processors.Count; i++)
        {
            if ((best < 0 || _processors[i].Ticks < _processors[best].Ticks) && (!inTurn || IsNext(_processors[i]))) best = i;
        }

        return best;
    }

    private bool IsNext(OldTraceCursor processor) => processor.Event switch
    {
        OldTraceEvent.GoCreate => program.Goroutines.Find(processor[0]) < 0,
        OldTraceEvent.GoWaiting or OldTraceEvent.GoInSyscall => IsNext(processor[0], 1, waits: false),
        OldTraceEvent.GoStart or OldTraceEvent.GoStartLabel => IsNext(processor[0], processor[1], waits: false),
        OldTraceEvent.GoStartLocal => IsNext(processor[0], null, waits: false),
        OldTraceEvent.GoUnblock or OldTraceEvent.SyscallExit => IsNext(processor[0], processor[1], waits: true),
        OldTraceEvent.GoUnblockLocal or OldTraceEvent.SyscallExitLocal => IsNext(processor[0], null, waits: true),
        OldTraceEvent.GcStart => _cycle is not { } cycle || processor[0] == cycle + 1,
        _ => true,
    };

    private bool IsNext(ulong id, ulong? sequence, bool waits)
    {
        if (program.Goroutines.Find(id) is not (>= 0 and var place)) return false;
        ref var goroutine = ref program.Goroutines[place];
        if (sequence is { } number && goroutine.Sequence != number) return false;
        return waits
            ? goroutine.State is GoroutineState.Waiting or GoroutineState.WaitingForAssist or GoroutineState.Syscall
            : goroutine.State == GoroutineState.Runnable;
    }

    private void Apply(OldTraceCursor processor, long time)
    {
        switch (processor.Event)
        {
            case OldTraceEvent.GoCreate:
                var created = Numbered(processor[0], 1, time);
                program.Becomes(created, time, GoroutineState.Runnable);
                program.Created(created, time, table.Symbols.Stack(processor[1]));
                break;
            case OldTraceEvent.GoWaiting: program.Becomes(Numbered(processor[0], 2, time), time, GoroutineState.Waiting); break;
            case OldTraceEvent.GoInSyscall: program.Becomes(Numbered(processor[0], 2, time), time, GoroutineState.Syscall); break;
            case OldTraceEvent.GoStart or OldTraceEvent.GoStartLocal or OldTraceEvent.GoStartLabel: Start(processor, time); break;
            case OldTraceEvent.GoUnblock or OldTraceEvent.GoUnblockLocal:
                program.Becomes(Counted(processor, processor.Event == OldTraceEvent.GoUnblockLocal, time), time, GoroutineState.Runnable);
                break;
            case OldTraceEvent.SyscallExit or OldTraceEvent.SyscallExitLocal: Return(processor, time); break;
            case OldTraceEvent.GoEnd:
                program.Ended(processor.Goroutine, time);
                processor.Goroutine = GoroutineTable.None;
                break;
            case OldTraceEvent.GoSched or OldTraceEvent.GoPreempt: Leave(processor, time, GoroutineState.Runnable); break;
            case OldTraceEvent.SyscallBlock:
                program.Becomes(processor.Goroutine, time, GoroutineState.Syscall);
                processor.Goroutine = GoroutineTable.None;
                break;
            case OldTraceEvent.GoBlockGc: Leave(processor, time, GoroutineState.WaitingForAssist); break;
            case OldTraceEvent.GoStop or (>= OldTraceEvent.GoSleep and <= OldTraceEvent.GoBlockNet):
                Leave(processor, time, GoroutineState.Waiting);
                break;
            case OldTraceEvent.Syscall:
                // What returns without having lost its processor is not recorded: it counts as running.
                program.Seen(processor.Goroutine, time, table.Symbols.Stack(processor[0]), waits: false);
                program.Called(processor.Goroutine, time);
                break;
            default: ApplyToCollector(processor, processor.Goroutine, time); break;
        }
    }

    private void ApplyToCollector(OldTraceCursor processor, int current, long time)
    {
        switch (processor.Event)
        {
            case OldTraceEvent.Processors: program.Processors(processor[0]); break;
            case OldTraceEvent.GcStart:
                _cycle = processor[0];
                program.GcBegan(time, table.Symbols, processor[1]);
                break;
            case OldTraceEvent.GcDone: program.GcEnded(time); break;
            case OldTraceEvent.StopStart: program.StopBegan(time, Reason(processor[0])); break;
            case OldTraceEvent.StopDone: program.StopEnded(time); break;
            case OldTraceEvent.SweepStart: program.SweepBegan(current, time); break;
            case OldTraceEvent.SweepDone: program.SweepEnded(current, time); break;
            case OldTraceEvent.HeapAlloc: program.Heap(processor[0]); break;
            case OldTraceEvent.HeapGoal: program.Goal(processor[0]); break;
            case OldTraceEvent.AssistStart:
                program.AssistBegan(current, time);
                program.Seen(current, time, table.Symbols.Stack(processor[0]), waits: false);
                break;
            case OldTraceEvent.AssistDone: program.AssistEnded(current, time); break;
            case OldTraceEvent.TaskCreate:
                program.TaskBegan(current, time, processor[0], processor[1], names.IndexOf(table.Symbols.Text(processor[2])));
                break;
            case OldTraceEvent.TaskEnd: program.TaskEnded(time, processor[0]); break;
            case OldTraceEvent.Region when processor[1] == 0: program.RegionBegan(current, time, processor[0]); break;
            case OldTraceEvent.Region: program.RegionEnded(current, time, processor[0]); break;
        }
    }

    private string Reason(ulong kind)
    {
        if (minor >= ReasonsFrom) return StopReasons.GetName((long)Math.Min(kind, long.MaxValue));
        return kind switch { 0 => StopReasons.Mark, 1 => StopReasons.Sweep, _ => GoStops.Unnamed };
    }

    private int Numbered(ulong id, ulong sequence, long time)
    {
        var place = program.Goroutines.Get(id, time);
        program.Goroutines[place].Sequence = sequence;
        return place;
    }

    private int Counted(OldTraceCursor processor, bool isLocal, long time)
    {
        var place = program.Goroutines.Get(processor[0], time);
        ref var goroutine = ref program.Goroutines[place];
        goroutine.Sequence = (isLocal ? goroutine.Sequence : processor[1]) + 1;
        return place;
    }

    private void Start(OldTraceCursor processor, long time)
    {
        var place = Counted(processor, processor.Event == OldTraceEvent.GoStartLocal, time);
        program.Becomes(place, time, GoroutineState.Running);
        if (processor.Event == OldTraceEvent.GoStartLabel) program.Label(place, table.Symbols.Text(processor[2]));
        processor.Goroutine = place;
    }

    /// <summary>A call returned, perhaps before the runtime came to say so.</summary>
    private void Return(OldTraceCursor processor, long time)
    {
        var isLocal = processor.Event == OldTraceEvent.SyscallExitLocal;
        var place = Counted(processor, isLocal, time);
        var since = program.Goroutines[place].Since;
        program.Becomes(place, time, GoroutineState.Runnable);
        var returned = processor[isLocal ? 1 : 2];
        if (returned is 0 or > OldTraceTable.LatestTicks) return;
        program.Goroutines[place].Since = Math.Clamp(Nanoseconds((long)returned), since, time);
    }

    private void Leave(OldTraceCursor processor, long time, GoroutineState state)
    {
        program.Becomes(processor.Goroutine, time, state);
        program.Seen(processor.Goroutine, time, table.Symbols.Stack(processor[0]), state != GoroutineState.Runnable);
        processor.Goroutine = GoroutineTable.None;
    }
}

/// <summary>The events of one processor in a trace of Go 1.21 or earlier; the current one is decoded. Times in ticks.</summary>
internal sealed class OldTraceCursor
{
    private const int MostArguments = 4;
    private readonly List<(long? Ticks, ReadOnlyMemory<byte> Events)> _parts = [];
    private readonly ulong[] _arguments = new ulong[MostArguments];
    private int _part;
    private int _at;

    /// <summary>The place of the goroutine that runs there; <see cref="GoroutineTable.None"/> for none.</summary>
    public int Goroutine { get; set; } = GoroutineTable.None;

    public OldTraceEvent Event { get; private set; }

    public long Ticks { get; private set; }

    /// <summary>An argument after the time; 0 where it has fewer.</summary>
    public ulong this[int index] => _arguments[index];

    /// <summary>Takes a part of a batch: whole events.</summary>
    /// <param name="ticks">When the batch began; null for a part that goes on with one.</param>
    /// <param name="events">Its events, each as its number, its length in bytes, and its arguments.</param>
    public void Add(long? ticks, ReadOnlyMemory<byte> events) => _parts.Add((ticks, events));

    /// <summary>Decodes the next event; false at the end.</summary>
    public bool MoveNext()
    {
        while (_part < _parts.Count && _at == _parts[_part].Events.Length) (_part, _at) = (_part + 1, 0);
        if (_part == _parts.Count) return false;
        var (ticks, events) = _parts[_part];
        if (_at == 0 && ticks is { } begin) Ticks = begin;
        var bytes = events.Span[_at..];
        Event = (OldTraceEvent)bytes[0];
        var arguments = bytes.Slice(OldTraceTable.EventHead, bytes[1]);
        _at += OldTraceTable.EventHead + bytes[1];
        Varint.TryTake(ref arguments, out var elapsed);
        Ticks = (long)Math.Min((ulong)Ticks + Math.Min(elapsed, OldTraceTable.LatestTicks), OldTraceTable.LatestTicks);
        for (var i = 0; i < MostArguments; i++)
        {
            if (!Varint.TryTake(ref arguments, out _arguments[i])) _arguments[i] = 0;
        }

        return true;
    }
}
