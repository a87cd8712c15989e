namespace Unpause.Recordings.Readers.Go.Traces;

/// <summary>
/// Puts the events of a generation's threads in order and passes them on: by time, and where clocks of processors differ by the
/// sequence numbers that goroutines carry (internal/trace, order.go). Where no event is next by its number, the earliest is taken.
/// </summary>
/// <param name="program">Receives the events.</param>
/// <param name="names">Names of tasks.</param>
internal sealed class TraceMerge(TraceGeneration generation, TracedProgram program, NameTable names)
{
    private const ulong NoThread = ulong.MaxValue;
    private readonly List<BatchCursor> _threads = [];
    private uint _number;
    private ulong _cycle;

    /// <summary>Events that came out of their turn.</summary>
    public long OutOfTurn { get; private set; }

    /// <summary>What was wrong with the events of a thread; null where nothing was.</summary>
    public string? Fault { get; private set; }

    /// <summary>Takes all events of the generation.</summary>
    public void Run()
    {
        _number++;
        _threads.Clear();
        foreach (var thread in generation.Threads)
        {
            if (Advance(thread)) _threads.Add(thread);
        }

        while (_threads.Count > 0)
        {
            var next = Earliest();
            if (!IsNext(_threads[next])) next = EarliestInTurn(next);
            var thread = _threads[next];
            Apply(thread, program.At(thread.Time));
            if (!Advance(thread)) _threads.RemoveAt(next);
        }

        if (generation.Clocks is { } clocks) program.Wall ??= ((long)(clocks.Ticks * generation.TickNanoseconds), clocks.Unix);
    }

    private bool Advance(BatchCursor thread)
    {
        if (thread.MoveNext(generation.TickNanoseconds)) return true;
        Fault ??= thread.Fault;
        return false;
    }

    // Threads are few: looking at each is faster than keeping them in order.
    private int Earliest()
    {
        var best = 0;
        for (var i = 1; i < _threads.Count; i++)
        {
            if (_threads[i].Time < _threads[best].Time) best = i;
        }

        return best;
    }

    private int EarliestInTurn(int earliest)
    {
        var best = -1;
        for (var i = 0; i < _threads.Count; i++)
        {
            if ((best < 0 || _threads[i].Time < _threads[best].Time) && IsNext(_threads[i])) best = i;
        }

        if (best >= 0) return best;
        OutOfTurn++;
        return earliest;
    }

    private bool IsNext(BatchCursor thread) => thread.Event switch
    {
        TraceEvent.GoStart => IsNext(thread, GoroutineState.Runnable),
        TraceEvent.GoUnblock or TraceEvent.GoSwitch or TraceEvent.GoSwitchDestroy => IsNext(thread, GoroutineState.Waiting),
        TraceEvent.GcBegin or TraceEvent.GcEnd => _cycle == 0 || thread[0] == _cycle + 1,
        _ => true,
    };

    private bool IsNext(BatchCursor thread, GoroutineState state)
    {
        if (program.Goroutines.Find(thread[0]) is not (>= 0 and var place)) return false;
        ref var goroutine = ref program.Goroutines[place];
        if (goroutine.Generation != _number || goroutine.Sequence + 1 != thread[1]) return false;
        return goroutine.State == state || (state == GoroutineState.Waiting && goroutine.State == GoroutineState.WaitingForAssist);
    }

    private void Apply(BatchCursor thread, long time)
    {
        var current = thread.Goroutine;
        switch (thread.Event)
        {
            case TraceEvent.Processors: program.Processors(thread[0]); break;
            case TraceEvent.GoCreate: Create(thread, time, GoroutineState.Runnable); break;
            case TraceEvent.GoCreateBlocked: Create(thread, time, GoroutineState.Waiting); break;
            case TraceEvent.GoCreateSyscall:
                Create(thread, time, GoroutineState.Syscall);
                thread.Goroutine = program.Goroutines.Find(thread[0]);
                break;
            case TraceEvent.GoStart: Run(thread, time); break;
            case TraceEvent.GoDestroy or TraceEvent.GoDestroySyscall:
                program.Ended(current, time);
                thread.Goroutine = GoroutineTable.None;
                break;
            case TraceEvent.GoStop: Leave(thread, time, GoroutineState.Runnable); break;
            case TraceEvent.GoBlock: Block(thread, time); break;
            case TraceEvent.GoUnblock: Unblock(thread, time); break;
            case TraceEvent.GoSwitch:
                program.Becomes(current, time, GoroutineState.Waiting);
                Unblock(thread, time);
                Run(thread, time);
                break;
            case TraceEvent.GoSwitchDestroy:
                program.Ended(current, time);
                Unblock(thread, time);
                Run(thread, time);
                break;
            case TraceEvent.SyscallBegin:
                program.Becomes(current, time, GoroutineState.Syscall);
                program.Seen(current, time, generation.Symbols.Stack(thread[1]), waits: false);
                break;
            case TraceEvent.SyscallEnd:
                program.Becomes(current, time, GoroutineState.Running);
                program.Called(current, time);
                break;
            case TraceEvent.SyscallEndBlocked:
                program.Becomes(current, time, GoroutineState.Runnable);
                program.Called(current, time);
                thread.Goroutine = GoroutineTable.None;
                break;
            case TraceEvent.GoStatus: Status(thread, time, 0); break;
            case TraceEvent.GoStatusStack: Status(thread, time, thread[3]); break;
            default: ApplyToCollector(thread, current, time); break;
        }
    }

    private void ApplyToCollector(BatchCursor thread, int current, long time)
    {
        switch (thread.Event)
        {
            case TraceEvent.StopBegin: program.StopBegan(time, StopReasons.OfTrace(generation.Symbols.Text(thread[0]))); break;
            case TraceEvent.StopEnd: program.StopEnded(time); break;
            case TraceEvent.GcActive: _cycle = thread[0]; break;
            case TraceEvent.GcBegin:
                _cycle = thread[0];
                program.GcBegan(time, generation.Symbols, thread[1]);
                break;
            case TraceEvent.GcEnd:
                _cycle = thread[0];
                program.GcEnded(time);
                break;
            case TraceEvent.SweepBegin: program.SweepBegan(current, time); break;
            case TraceEvent.SweepEnd: program.SweepEnded(current, time); break;
            case TraceEvent.AssistActive:
                if (program.Goroutines.Find(thread[0]) is >= 0 and var active && !program.Goroutines[active].Assists)
                    program.AssistBegan(active, time);
                break;
            case TraceEvent.AssistBegin:
                program.AssistBegan(current, time);
                program.Seen(current, time, generation.Symbols.Stack(thread[0]), waits: false);
                break;
            case TraceEvent.AssistEnd: program.AssistEnded(current, time); break;
            case TraceEvent.HeapAlloc: program.Heap(thread[0]); break;
            case TraceEvent.HeapGoal: program.Goal(thread[0]); break;
            case TraceEvent.GoLabel: program.Label(current, generation.Symbols.Text(thread[0])); break;
            case TraceEvent.TaskBegin:
                program.TaskBegan(current, time, thread[0], thread[1], names.IndexOf(generation.Symbols.Text(thread[2])));
                break;
            case TraceEvent.TaskEnd: program.TaskEnded(time, thread[0]); break;
            case TraceEvent.RegionBegin: program.RegionBegan(current, time, thread[0]); break;
            case TraceEvent.RegionEnd: program.RegionEnded(current, time, thread[0]); break;
        }
    }

    private void Create(BatchCursor thread, long time, GoroutineState state)
    {
        var place = program.Goroutines.Get(thread[0], time);
        (program.Goroutines[place].Generation, program.Goroutines[place].Sequence) = (_number, 0);
        program.Becomes(place, time, state);
        if (thread.Event != TraceEvent.GoCreateSyscall) program.Created(place, time, generation.Symbols.Stack(thread[1]));
    }

    private void Run(BatchCursor thread, long time)
    {
        var place = program.Goroutines.Get(thread[0], time);
        (program.Goroutines[place].Generation, program.Goroutines[place].Sequence) = (_number, thread[1]);
        program.Becomes(place, time, GoroutineState.Running);
        thread.Goroutine = place;
    }

    private void Unblock(BatchCursor thread, long time)
    {
        var place = program.Goroutines.Get(thread[0], time);
        (program.Goroutines[place].Generation, program.Goroutines[place].Sequence) = (_number, thread[1]);
        program.Becomes(place, time, GoroutineState.Runnable);
    }

    private void Leave(BatchCursor thread, long time, GoroutineState state)
    {
        program.Becomes(thread.Goroutine, time, state);
        program.Seen(thread.Goroutine, time, generation.Symbols.Stack(thread[1]), state == GoroutineState.Waiting);
        thread.Goroutine = GoroutineTable.None;
    }

    private void Block(BatchCursor thread, long time)
    {
        var assists = generation.Symbols.Text(thread[0]).SequenceEqual("GC mark assist wait for work"u8);
        Leave(thread, time, assists ? GoroutineState.WaitingForAssist : GoroutineState.Waiting);
    }

    /// <summary>A goroutine's state when the generation begins: for a known one only its sequence begins anew.</summary>
    private void Status(BatchCursor thread, long time, ulong stack)
    {
        const ulong Runnable = 1, Running = 2, Syscall = 3, Waiting = 4;
        var known = program.Goroutines.Find(thread[0]) >= 0;
        var place = program.Goroutines.Get(thread[0], time);
        (program.Goroutines[place].Generation, program.Goroutines[place].Sequence) = (_number, 0);
        if (thread[2] is not (Runnable or Running or Syscall or Waiting)) return;
        if (thread[2] == Running) thread.Goroutine = place;
        if (thread[2] == Syscall && thread[1] != NoThread && generation.Thread(thread[1]) is { } caller) caller.Goroutine = place;
        if (known) return;
        program.Becomes(place, time, thread[2] switch
        {
            Runnable => GoroutineState.Runnable,
            Running => GoroutineState.Running,
            Syscall => GoroutineState.Syscall,
            _ => GoroutineState.Waiting,
        });
        if (stack > 0) program.Seen(place, time, generation.Symbols.Stack(stack), thread[2] == Waiting);
    }
}
