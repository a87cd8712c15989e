using Unpause.Recordings.Objects;

namespace Unpause.Recordings.Readers.Go.Traces;

/// <summary>
/// A goroutine that runs finalizers or cleanups while a trace is read. Its stack shows whether it waits because its queue is empty
/// (runFinalizers in runtime/mfinal.go, dequeue in runtime/mcleanup.go) or because a finalizer waits; where that was lost it counts as
/// idle. When the collector stops it to go through its stack (preemptPark in runtime/proc.go), it waits for a moment without a stack.
/// Times in nanoseconds of the trace.
/// </summary>
/// <param name="cleanups">Whether it runs cleanups alone.</param>
/// <param name="time">When it was first seen.</param>
internal sealed class FinalizingGoroutine(bool cleanups, long time)
{
    /// <summary>Finalizers distinguished; time of further ones is in the sums alone.</summary>
    private const int MostFunctions = 256;

    private const int NoFunction = -1;
    private readonly Dictionary<int, long> _functions = [];
    private long _reported = time;
    private bool _idle = true;
    private int _function = NoFunction;
    private long _unattributed;
    private long _running;
    private long _queued;
    private long _blocked;
    private (long Since, long Collections)? _busy;
    private (long Lasted, long Collections) _longest;

    /// <summary>Whether the trace has more of it than that it waits.</summary>
    public bool IsKnown { get; private set; }

    /// <summary>What it did until now.</summary>
    /// <param name="time">Now.</param>
    /// <param name="collections">Collections that have ended until now.</param>
    public void Advance(GoroutineState state, long time, long collections)
    {
        var lasted = time - _reported;
        switch (state)
        {
            case GoroutineState.Unknown: break;
            // It was already waiting when tracing began: the trace has it as created, and then as waiting.
            case GoroutineState.Waiting when _idle: EndStretch(_reported, collections); break;
            case GoroutineState.Runnable:
                _busy ??= (_reported, collections);
                _queued += lasted;
                break;
            case GoroutineState.Running:
                _busy ??= (_reported, collections);
                (_running, _unattributed, _idle, IsKnown) = (_running + lasted, _unattributed + lasted, false, true);
                break;
            default:
                _blocked += lasted;
                Attribute(lasted);
                break;
        }

        _reported = time;
    }

    /// <summary>Its stack was recorded: what it ran until now was in it, as far as can be known.</summary>
    public void Seen(TraceStack stack, long time, bool waits, long collections)
    {
        IsKnown = true;
        if (stack.Marks != StackMarks.None)
        {
            _function = stack.Entry;
            Attribute(_unattributed);
            _unattributed = 0;
        }

        if (!waits) return;
        _idle = (stack.Marks & (StackMarks.Idle | StackMarks.Lost)) != StackMarks.None;
        if (_idle) EndStretch(time, collections);
        else _busy ??= (time, collections);
    }

    /// <summary>What it did in all, up to its last event.</summary>
    public FinalizerGoroutine Build(List<string> names, long collections)
    {
        EndStretch(_reported, collections);
        var most = _functions.Count == 0 ? default : _functions.MaxBy(function => function.Value);
        return new FinalizerGoroutine(cleanups, _running, _queued, _blocked, _longest.Lasted, _longest.Collections)
        {
            Most = most.Value > 0 ? names[most.Key] : null,
            MostNanoseconds = most.Value,
        };
    }

    private void EndStretch(long end, long collections)
    {
        if (_busy is { } busy && end - busy.Since > _longest.Lasted) _longest = (end - busy.Since, collections - busy.Collections);
        _busy = null;
    }

    private void Attribute(long lasted)
    {
        if (_function == NoFunction) return;
        if (_functions.TryGetValue(_function, out var known)) _functions[_function] = known + lasted;
        else if (_functions.Count < MostFunctions) _functions.Add(_function, lasted);
    }
}

/// <summary>What a goroutine does at a moment.</summary>
internal enum GoroutineState : byte
{
    /// <summary>Not recorded yet.</summary>
    Unknown,

    /// <summary>It could run, and waits for a processor.</summary>
    Runnable,

    Running,

    /// <summary>It waits for something.</summary>
    Waiting,

    /// <summary>It may not allocate before another goroutine has marked for it (gcParkAssist in runtime/mgcmark.go).</summary>
    WaitingForAssist,

    /// <summary>It is in a call of the kernel, or in C.</summary>
    Syscall,
}
