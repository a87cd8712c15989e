using Unpause.Collections;

namespace Unpause.Readers.Go.Traces;

/// <summary>
/// Texts and stacks of a trace, or of one generation of it: they are looked at only where they are asked for. The bytes stay where they
/// are, so they must not be overwritten before <see cref="Clear"/>.
/// </summary>
/// <param name="names">Where names of functions go.</param>
internal sealed class TraceSymbols(NameTable names)
{
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

    /// <summary>A stack.</summary>
    public TraceStack Stack(ulong id)
    {
        if (id == 0) return TraceStack.None;
        if (_known.TryGetValue(id, out var stack)) return stack;
        stack = _frames.TryGetValue(id, out var frames) ? Look(frames.Span) : TraceStack.None;
        _known.TryAdd(id, stack);
        return stack;
    }

    /// <summary>Forgets all.</summary>
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
        var (marks, handler, afterAdapter) = (StackMarks.None, -1, false);
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
                if (name.SequenceEqual("runtime.GC"u8)) marks |= StackMarks.Forced;
                if (name.SequenceEqual("runtime.forcegchelper"u8)) marks |= StackMarks.Periodic;
            }
            else if (marks.HasFlag(StackMarks.Handler) && (handler < 0 || afterAdapter))
            {
                // Frames between are wrappers: what the innermost adapter calls is what the program registered.
                (handler, afterAdapter) = (names.IndexOf(name), false);
            }
        }

        return new TraceStack(marks, handler);
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
