using Unpause.Recordings.Objects;

namespace Unpause.Recordings.Readers.Go.Traces;

/// <summary>
/// Texts and stacks of a trace, or of one generation of it: they are decoded only when they are needed. The bytes stay where they
/// are, so they must not be overwritten before <see cref="Clear"/>.
/// </summary>
/// <param name="names">Where names of functions go.</param>
internal sealed class TraceSymbols(NameTable names)
{
    /// <summary>What calls a function of the program that is worth its name.</summary>
    private const StackMarks EntryMarks = StackMarks.Handler | StackMarks.Finalizers | StackMarks.Cleanups;

    private readonly ChunkedDictionary<ulong, ReadOnlyMemory<byte>> _texts = new();
    private readonly ChunkedDictionary<ulong, ReadOnlyMemory<byte>> _frames = new();
    private readonly ChunkedDictionary<ulong, TraceStack> _known = new();
    private readonly Dictionary<ulong, IReadOnlyList<string>> _callers = [];
    private readonly List<ulong> _functions = [];

    /// <summary>Takes a text; of two with one id the first counts.</summary>
    public void AddText(ulong id, ReadOnlyMemory<byte> text) => _texts.TryAdd(id, text);

    /// <summary>Takes a stack: of each frame address, function, file and line, as varints, the innermost first.</summary>
    public void AddStack(ulong id, ReadOnlyMemory<byte> frames) => _frames.TryAdd(id, frames);

    /// <summary>A text's bytes; empty where there is none.</summary>
    public ReadOnlySpan<byte> Text(ulong id) => _texts.TryGetValue(id, out var text) ? text.Span : default;

    public TraceStack Stack(ulong id)
    {
        if (id == 0) return TraceStack.None;
        if (_known.TryGetValue(id, out var stack)) return stack;
        stack = _frames.TryGetValue(id, out var frames) ? Look(frames.Span) : TraceStack.Lost;
        _known.TryAdd(id, stack);
        return stack;
    }

    public void Clear()
    {
        _texts.Clear();
        _frames.Clear();
        _known.Clear();
        _callers.Clear();
    }

    /// <summary>The functions of a stack outside of the runtime, the innermost first.</summary>
    public IReadOnlyList<string> Callers(ulong id)
    {
        if (_callers.TryGetValue(id, out var known)) return known;
        if (!_frames.TryGetValue(id, out var frames)) return [];
        TakeFunctions(frames.Span);
        var callers = new List<string>();
        foreach (var function in _functions)
        {
            var name = Text(function);
            if (!name.StartsWith("runtime."u8) && !name.IsEmpty) callers.Add(names.Get(name));
        }

        _callers[id] = callers;
        return callers;
    }

    private void TakeFunctions(ReadOnlySpan<byte> frames)
    {
        _functions.Clear();
        while (Varint.TryTake(ref frames, out _) && Varint.TryTake(ref frames, out var function)
            && Varint.TryTake(ref frames, out _) && Varint.TryTake(ref frames, out _))
        {
            _functions.Add(function);
        }
    }

    private TraceStack Look(ReadOnlySpan<byte> frames)
    {
        TakeFunctions(frames);
        var (marks, entry, afterAdapter) = (StackMarks.None, -1, false);
        for (var i = _functions.Count - 1; i >= 0; i--)
        {
            var name = Text(_functions[i]);
            if (name.StartsWith("net/http."u8))
            {
                marks |= MarkOf(name);
                afterAdapter = name.SequenceEqual("net/http.HandlerFunc.ServeHTTP"u8);
            }
            else if (name.StartsWith("runtime."u8))
            {
                marks |= MarkOfRuntime(name);
            }
            else if (entry < 0 ? (marks & EntryMarks) != StackMarks.None : marks.HasFlag(StackMarks.Handler) && afterAdapter)
            {
                // Frames between are wrappers: what the innermost adapter calls is what the program registered.
                (entry, afterAdapter) = (names.IndexOf(name), false);
            }
        }

        if (entry < 0 && (marks & (StackMarks.Finalizers | StackMarks.Cleanups)) != StackMarks.None && IsQueueWait(Text(_functions[0])))
            marks |= StackMarks.Idle;
        return new TraceStack(marks, entry);
    }

    /// <summary>Whether the innermost function is one that waits for the queue, and none in which the goroutine was preempted.</summary>
    private static bool IsQueueWait(ReadOnlySpan<byte> name) =>
        name.SequenceEqual("runtime.gopark"u8) || name.SequenceEqual("runtime.goparkunlock"u8)
        || name.SequenceEqual("runtime.(*cleanupQueue).dequeue"u8)
        || (MarkOfRuntime(name) & (StackMarks.Finalizers | StackMarks.Cleanups)) != StackMarks.None;

    private static StackMarks MarkOfRuntime(ReadOnlySpan<byte> name)
    {
        if (name.SequenceEqual("runtime.GC"u8)) return StackMarks.Forced;
        if (name.SequenceEqual("runtime.forcegchelper"u8)) return StackMarks.Periodic;
        // mfinal.go: runfinq until Go 1.24, runFinalizers since; mcleanup.go: since Go 1.25.
        if (name.SequenceEqual("runtime.runfinq"u8) || name.SequenceEqual("runtime.runFinalizers"u8)) return StackMarks.Finalizers;
        if (name.SequenceEqual("runtime.runCleanups"u8)) return StackMarks.Cleanups;
        return StackMarks.None;
    }

    private static StackMarks MarkOf(ReadOnlySpan<byte> name)
    {
        if (name.SequenceEqual("net/http.(*conn).serve"u8)) return StackMarks.Connection;
        if (name.SequenceEqual("net/http.serverHandler.ServeHTTP"u8)) return StackMarks.Handler;
        if (name.SequenceEqual("net/http.checkConnErrorWriter.Write"u8)) return StackMarks.Answer;
        if (name.SequenceEqual("net/http.(*http2serverConn).runHandler"u8)) return StackMarks.OwnGoroutine | StackMarks.Handler;
        return StackMarks.None;
    }
}

/// <summary>What is taken of a stack.</summary>
/// <param name="Marks">What its frames show.</param>
/// <param name="Entry">The program's function that answers or finalizes, as an index into the names; -1 where none is in it.</param>
internal readonly record struct TraceStack(StackMarks Marks, int Entry)
{
    /// <summary>No stack was written.</summary>
    public static TraceStack None { get; } = new(StackMarks.None, -1);

    /// <summary>One was written, and isn't in the trace.</summary>
    public static TraceStack Lost { get; } = new(StackMarks.Lost, -1);
}

/// <summary>What the frames of a stack show.</summary>
[Flags]
internal enum StackMarks : ushort
{
    None = 0,

    /// <summary>net/http serves a connection.</summary>
    Connection = 1,

    /// <summary>A handler runs.</summary>
    Handler = 2,

    /// <summary>net/http writes an answer to the connection (HTTP/1).</summary>
    Answer = 4,

    /// <summary>A goroutine for one request (HTTP/2).</summary>
    OwnGoroutine = 8,

    /// <summary>The application forces a collection: runtime.GC, which debug.FreeOSMemory calls, too.</summary>
    Forced = 16,

    /// <summary>The runtime's timer forces one, after two minutes without.</summary>
    Periodic = 32,

    /// <summary>The runtime's one goroutine for finalizers, which up to Go 1.24 runs cleanups, too.</summary>
    Finalizers = 64,

    /// <summary>One of the runtime's goroutines for cleanups alone (Go 1.25 and later).</summary>
    Cleanups = 128,

    /// <summary>Such a goroutine waits for something to come into its queue.</summary>
    Idle = 256,

    /// <summary>The stack was written, but what it is isn't in the trace: it is cut.</summary>
    Lost = 512,
}

/// <summary>The goroutines of a trace that run finalizers and cleanups, found by the runtime's functions in their stacks.</summary>
/// <param name="goroutines">All goroutines.</param>
internal sealed class TracedFinalizers(GoroutineTable goroutines)
{
    /// <summary>The runtime has one for finalizers and one for cleanups for each four processors.</summary>
    private const int MostGoroutines = 1024;

    private readonly Dictionary<int, FinalizingGoroutine> _live = [];
    private readonly List<FinalizingGoroutine> _all = [];
    private long _collections;

    /// <summary>A collection ended.</summary>
    public void Collected() => _collections++;

    /// <summary>A goroutine was created, and runs this function.</summary>
    public void Created(int place, long time, TraceStack function) => Find(place, time, function.Marks);

    /// <summary>A goroutine will do something else.</summary>
    public void Advance(int place, long time)
    {
        if (_live.TryGetValue(place, out var goroutine)) goroutine.Advance(goroutines[place].State, time, _collections);
    }

    /// <summary>A goroutine shows its stack.</summary>
    public void Seen(int place, long time, TraceStack stack, bool waits) =>
        Find(place, time, stack.Marks)?.Seen(stack, time, waits, _collections);

    public void Ended(int place) => _live.Remove(place);

    /// <summary>What they did; only those whose waits are in the trace.</summary>
    /// <param name="time">When the trace ends.</param>
    /// <param name="names">Names of functions.</param>
    public IReadOnlyList<FinalizerGoroutine> Finish(long time, List<string> names)
    {
        foreach (var place in _live.Keys) Advance(place, time);
        return [.. _all.Where(goroutine => goroutine.IsKnown).Select(goroutine => goroutine.Build(names, _collections))];
    }

    private FinalizingGoroutine? Find(int place, long time, StackMarks marks)
    {
        if (goroutines[place].Finalizes) return _live.GetValueOrDefault(place);
        if ((marks & (StackMarks.Finalizers | StackMarks.Cleanups)) == StackMarks.None || _all.Count >= MostGoroutines) return null;
        goroutines[place].Finalizes = true;
        var goroutine = new FinalizingGoroutine(marks.HasFlag(StackMarks.Cleanups), time);
        _live.Add(place, goroutine);
        _all.Add(goroutine);
        return goroutine;
    }
}
