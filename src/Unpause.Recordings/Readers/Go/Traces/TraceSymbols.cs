using Unpause.Collections;

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
    }

    /// <summary>The functions of a stack outside of the runtime, the innermost first.</summary>
    public IReadOnlyList<string> Callers(ulong id)
    {
        if (!_frames.TryGetValue(id, out var frames)) return [];
        TakeFunctions(frames.Span);
        var callers = new List<string>();
        foreach (var function in _functions)
        {
            var name = Text(function);
            if (!name.StartsWith("runtime."u8) && !name.IsEmpty) callers.Add(names.Get(name));
        }

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
