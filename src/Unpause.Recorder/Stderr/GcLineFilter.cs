using System.Buffers;
using Unpause.Recordings.Readers.Go;

namespace Unpause.Recorder.Stderr;

/// <summary>
/// Removes the Go runtime's gctrace lines from a stream of bytes and passes everything else on unchanged.
/// </summary>
/// <remarks>
/// The runtime writes one line in about 35 calls of write(2) (printlock and gwrite in src/runtime/print.go), and other threads or
/// processes may write in between. If every chunk is one write (a packet pipe), a line is certain from its second or third piece on. From
/// then on no other output is delayed, and the line's pieces never become output, because its process may be starved of CPU for any
/// time, or end. Before that, a chunk that does not continue the line is kept and passed on after it.
/// </remarks>
/// <param name="onLine">Receives each line.</param>
/// <param name="keepLines">Whether the lines stay in the output too, because the user enabled them.</param>
/// <param name="chunksAreWrites">Whether each chunk is exactly one write(2); otherwise chunks and writes are unrelated.</param>
/// <param name="onCutLine">Receives each line that was cut, with a line end; null: they are only counted.</param>
internal sealed class GcLineFilter(
    GcLineHandler onLine, bool keepLines = false, bool chunksAreWrites = true, GcLineHandler? onCutLine = null)
{
    /// <summary>How long a possible start of a gctrace line may be delayed. Short, because it may be a prompt.</summary>
    public const int PatienceMilliseconds = 30;

    /// <summary>The same once it can only be a gctrace line; its writer may have lost the CPU.</summary>
    public const int PatienceInLineMilliseconds = 1_000;

    /// <summary>Maximum delay while one of the writers is running or runnable.</summary>
    public const int LongestMilliseconds = 2_000;

    /// <inheritdoc cref="LongestMilliseconds"/>
    public const int LongestInLineMilliseconds = 10_000;

    private const int MaxHeld = 64 * 1024, MaxHeldPackets = 1024 * 1024;
    private readonly GcLineNumbers _numbers = new();
    private readonly InterruptedGcLines _interrupted = new();
    private readonly ArrayBufferWriter<byte> _line = new(), _between = new(), _original = new(), _unused = new();
    private byte _lastByte = (byte)'\n';
    private long _lineStart;
    private bool _isKnown, _isDoubtful, _startsWithPacket, _gaveUpStart;
    private int _pieces, _startsBefore;

    /// <summary>Lines that other output interrupted, which stay in the stream and are not recorded.</summary>
    public int TornLines { get; private set; }

    /// <summary>
    /// Incomplete lines, because their process ended while it wrote, or because they can't be distinguished from another process's.
    /// They are not passed on.
    /// </summary>
    public int LinesCut { get; private set; }

    /// <summary>Complete lines so far.</summary>
    public int Lines { get; private set; }

    /// <summary>Whether bytes are being delayed: call <see cref="Release"/> when that has lasted <see cref="Patience"/> ms.</summary>
    public bool IsHolding => IsInside && !keepLines && !(chunksAreWrites && _isKnown);

    /// <summary>Whether the last bytes started a possible line.</summary>
    public bool IsInside => _line.WrittenCount > 0;

    /// <summary>How often a delay has started; with <see cref="IsHolding"/> it distinguishes delays.</summary>
    public int Holds { get; private set; }

    /// <summary>Milliseconds for which bytes may be delayed.</summary>
    public int Patience =>
        _isKnown && _between.WrittenCount == 0 ? PatienceInLineMilliseconds : PatienceMilliseconds;

    /// <summary>The same while one of the writers is working: it may have lost the CPU just before it would continue.</summary>
    public int LongestPatience => _isKnown ? LongestInLineMilliseconds : LongestMilliseconds;

    /// <summary>Takes the next bytes of the stream and writes everything except gctrace lines to <paramref name="output"/>.</summary>
    public void Push(ReadOnlySpan<byte> chunk, long unixNanoseconds, ArrayBufferWriter<byte> output)
    {
        if (chunk.IsEmpty) return;
        if (keepLines)
        {
            output.Write(chunk);
            _unused.ResetWrittenCount();
            output = _unused;
        }

        if (!_interrupted.IsEmpty) Settle(unixNanoseconds);
        var startWasGivenUp = _gaveUpStart;
        _gaveUpStart = false;
        if (IsInside) chunk = Continue(chunk, unixNanoseconds, output);
        else if (TakeForInterrupted(chunk, unixNanoseconds)) return;
        else if (startWasGivenUp && _numbers.IsExpected(chunk))
        {
            // The start was mistaken for a prompt and is already output; the rest of the line need not be.
            Hold(GctraceGrammar.Start, unixNanoseconds, isWholeChunk: true);
            Append(chunk, output);
            return;
        }

        Scan(chunk, unixNanoseconds, output);
    }

    /// <summary>Stops waiting: the delayed bytes were no gctrace line, or will never be complete.</summary>
    public void Release(ArrayBufferWriter<byte> output)
    {
        if (GctraceGrammar.HasHeader(_line.WrittenSpan)) TornLines++;
        _gaveUpStart = chunksAreWrites && IsBareStart;
        if (!keepLines) output.Write(_original.WrittenSpan);
        Forget();
    }

    /// <summary>The stream has ended. A line cut by the program's end is not output; what came between its pieces is.</summary>
    public void End(ArrayBufferWriter<byte> output)
    {
        // Only the runtime writes this alone and then ends at once; a prompt is not the last of several.
        var isStartOfLine = chunksAreWrites && IsBareStart && _startsBefore == 0 && _between.WrittenCount == 0 && Lines > 0;
        if (!_isKnown && !isStartOfLine)
        {
            Release(output);
        }
        else
        {
            Cut(_lineStart, _line.WrittenSpan);
            if (!keepLines) output.Write(_between.WrittenSpan);
            Forget();
        }

        Settle(long.MaxValue);
    }

    /// <summary>Whether this is exactly the line's first piece, received as one write.</summary>
    private bool IsBareStart => _startsWithPacket && _line.WrittenSpan.SequenceEqual(GctraceGrammar.Start);

    /// <summary>
    /// Whether the delayed bytes can only be a gctrace line: by its header, by the number that comes next, or because three writes were
    /// those of the runtime.
    /// </summary>
    private bool HoldsLine()
    {
        var line = _line.WrittenSpan;
        if (GctraceGrammar.HasHeader(line)) return true;
        if (!chunksAreWrites) return _numbers.Follows(GctraceGrammar.Number(line));
        return _startsWithPacket && (_pieces > 2 || _numbers.IsExpected(GctraceGrammar.Number(line)));
    }

    private void Hold(ReadOnlySpan<byte> chunk, long unixNanoseconds, bool isWholeChunk)
    {
        Holds++;
        _lineStart = unixNanoseconds;
        _startsWithPacket = isWholeChunk && chunk.SequenceEqual(GctraceGrammar.Start);
        _pieces = 1;
        _line.Write(chunk);
        _original.Write(chunk);
        _isKnown = HoldsLine();
    }

    private void Append(ReadOnlySpan<byte> chunk, ArrayBufferWriter<byte> output)
    {
        _line.Write(chunk);
        _original.Write(chunk);
        _pieces++;
        var wasKnown = _isKnown;
        _isKnown = HoldsLine();
        if (!chunksAreWrites || wasKnown || !_isKnown) return;
        CutStarts(_startsBefore);
        _startsBefore = 0;
        Pass(_between.WrittenSpan, output);
        _between.ResetWrittenCount();
    }

    private void CutStarts(int count)
    {
        while (count-- > 0) Cut(_lineStart, GctraceGrammar.Start);
    }

    private void Cut(long started, ReadOnlySpan<byte> line)
    {
        if (_interrupted.IsEmpty) WriteCut(started, line);
        else _interrupted.Add(line, started, InterruptedGcLines.LineState.Cut);
    }

    private void WriteCut(long started, ReadOnlySpan<byte> line)
    {
        LinesCut++;
        if (onCutLine is null) return;
        Span<byte> ended = stackalloc byte[GctraceGrammar.MaxLength];
        var text = line[..Math.Min(line.Length, ended.Length - 1)].TrimEnd((byte)'\n');
        text.CopyTo(ended);
        ended[text.Length] = (byte)'\n';
        onCutLine(started, ended[..(text.Length + 1)]);
    }

    private void Forget()
    {
        _line.ResetWrittenCount();
        _between.ResetWrittenCount();
        _original.ResetWrittenCount();
        (_isKnown, _isDoubtful, _startsBefore) = (false, false, 0);
    }

    /// <summary>Continues the line. Returns the part of the chunk that still has to be searched.</summary>
    private ReadOnlySpan<byte> Continue(ReadOnlySpan<byte> chunk, long unixNanoseconds, ArrayBufferWriter<byte> output)
    {
        Span<byte> joined = stackalloc byte[GctraceGrammar.MaxLength];
        var before = _line.WrittenCount;
        var taken = Math.Min(chunk.Length, GctraceGrammar.MaxLength - before);
        _line.WrittenSpan.CopyTo(joined);
        chunk[..taken].CopyTo(joined[before..]);
        var length = GctraceGrammar.Match(joined[..(before + taken)]);
        // The runtime writes a number in one piece, so this piece belongs to the other line.
        if (!_interrupted.IsEmpty && char.IsAsciiDigit((char)joined[before - 1]) && char.IsAsciiDigit((char)chunk[0])) length = -1;
        if (length < 0 && TakeForInterrupted(chunk, unixNanoseconds)) return [];
        if (length < 0 && GctraceGrammar.HasNumber(_line.WrittenSpan) && Mend(chunk, output) is { } mended) return chunk[mended..];
        if (length < 0 && chunksAreWrites && _isKnown) return PassBy(chunk, unixNanoseconds, output);
        if (length < 0) return SetAside(chunk, output);
        // It fits another process's line as well, whose process may or may not have ended.
        _isDoubtful |= _interrupted.MayTake(chunk);
        if (length == 0)
        {
            Append(chunk, output);
            return [];
        }

        Emit(joined[..length]);
        PassBetween(output);
        return chunk[(length - before)..];
    }

    /// <summary>
    /// Finds complete lines of other writers between the parts of the current line (or of one that starts with the chunk). Returns how much
    /// of the chunk was processed, or null.
    /// </summary>
    private int? Mend(ReadOnlySpan<byte> chunk, ArrayBufferWriter<byte> output)
    {
        var before = _line.WrittenCount;
        if (chunksAreWrites || _original.WrittenCount + chunk.Length > MaxHeld) return null;
        // A chunk may contain many starts: it is joined with the current line once, and never copied for one of them.
        var text = before == 0 ? chunk : [.. _line.WrittenSpan, .. chunk];
        if (!GcLineTear.Find(text, before, out var foreign, out var length)) return null;
        var own = text[..foreign.Start.Value];
        var rest = text[foreign.End.Value..];
        _between.Write(text[foreign]);
        if (length == 0)
        {
            if (before == 0) Holds++;
            _line.Write(own[before..]);
            _line.Write(rest);
            _original.Write(chunk);
            _isKnown = HoldsLine();
            return chunk.Length;
        }

        Span<byte> line = stackalloc byte[GctraceGrammar.MaxLength];
        own.CopyTo(line);
        rest[..(length - own.Length)].CopyTo(line[own.Length..]);
        var taken = foreign.End.Value + length - own.Length - before;
        Emit(line[..length]);
        PassBetween(output);
        return taken;
    }

    private void PassBetween(ArrayBufferWriter<byte> output)
    {
        Pass(_between.WrittenSpan, output);
        Forget();
    }

    /// <summary>The chunk does not belong to the known line. Returns the part that still has to be searched.</summary>
    private ReadOnlySpan<byte> PassBy(ReadOnlySpan<byte> chunk, long unixNanoseconds, ArrayBufferWriter<byte> output)
    {
        if (chunk.IndexOf(GctraceGrammar.Start) < 0)
        {
            Pass(chunk, output);
            return [];
        }

        // Another process writes a line, or this line's process has ended and its line stays incomplete.
        _interrupted.Interrupt(_line.WrittenSpan, _lineStart, unixNanoseconds, _isDoubtful);
        Forget();
        return chunk;
    }

    /// <summary>Adds a chunk to a line of another process, if it continues one.</summary>
    private bool TakeForInterrupted(ReadOnlySpan<byte> chunk, long unixNanoseconds)
    {
        if (_interrupted.IsEmpty || !_interrupted.Take(chunk, unixNanoseconds)) return false;
        Settle(unixNanoseconds);
        return true;
    }

    private void Settle(long unixNanoseconds)
    {
        foreach (var line in _interrupted.Settle(unixNanoseconds))
        {
            if (line.State == InterruptedGcLines.LineState.Cut) WriteCut(line.Started, line.Bytes);
            else Write(line.Started, line.Bytes);
        }
    }

    /// <summary>The chunk is from another writer: it is kept until the line is complete, unless it starts a line itself.</summary>
    private ReadOnlySpan<byte> SetAside(ReadOnlySpan<byte> chunk, ArrayBufferWriter<byte> output)
    {
        var wholeWrites = _line.WrittenCount >= GctraceGrammar.Start.Length && _line.WrittenSpan[0] == GctraceGrammar.Start[0];
        var mostHeld = chunksAreWrites ? MaxHeldPackets : MaxHeld;
        var isBareStart = chunksAreWrites && IsBareStart;
        if (isBareStart && Lines > 0 && chunk.StartsWith(GctraceGrammar.Start) && GctraceGrammar.Match(chunk) > 0)
        {
            CutStarts(_startsBefore + 1);
            PassBetween(output);
            return chunk;
        }

        var isSecondStart = isBareStart && chunk.SequenceEqual(GctraceGrammar.Start);
        if (!wholeWrites || _original.WrittenCount + chunk.Length > mostHeld
            || (chunk.IndexOf(GctraceGrammar.Start) >= 0 && !isSecondStart))
        {
            _lastByte = _original.WrittenSpan[^1];
            Release(output);
            return chunk;
        }

        // Two prompts, or two processes of which one ended after its first piece: the next piece decides.
        if (isSecondStart) _startsBefore++;
        else _between.Write(chunk);
        _original.Write(chunk);
        return [];
    }

    private void Scan(ReadOnlySpan<byte> chunk, long unixNanoseconds, ArrayBufferWriter<byte> output)
    {
        var (whole, startAndRest) = (chunk.Length, int.MaxValue);
        while (!chunk.IsEmpty)
        {
            var start = FindStart(chunk, ref startAndRest);
            Pass(chunk[..start], output);
            chunk = chunk[start..];
            if (chunk.IsEmpty) return;
            var length = GctraceGrammar.Match(chunk);
            if (length == 0)
            {
                Hold(chunk, unixNanoseconds, chunk.Length == whole);
                return;
            }

            _lineStart = unixNanoseconds;
            if (length > 0) Emit(chunk[..length]);
            else if (GctraceGrammar.HasNumber(chunk) && Mend(chunk, output) is { } mended) length = mended;
            else Refuse(chunk, output);
            chunk = chunk[Math.Max(length, 1)..];
        }
    }

    private void Refuse(ReadOnlySpan<byte> text, ArrayBufferWriter<byte> output)
    {
        if (GctraceGrammar.HasHeader(text)) TornLines++;
        Pass(text[..1], output);
    }

    /// <summary>Offset of the start of a line, or at the chunk's end of its first bytes; the chunk's length if there is none.</summary>
    /// <param name="chunk">The rest of the chunk.</param>
    /// <param name="startAndRest">Length of the chunk from the next start on; it is searched for again once it was passed.</param>
    private int FindStart(ReadOnlySpan<byte> chunk, ref int startAndRest)
    {
        if (startAndRest > chunk.Length) startAndRest = chunk.Length - NextStart(chunk);
        var start = chunk.Length - startAndRest;
        var forced = Lines > 0 ? FindForced(chunk[..start]) : -1;
        return forced >= 0 ? forced : start;
    }

    private static int NextStart(ReadOnlySpan<byte> chunk)
    {
        var start = chunk.IndexOf(GctraceGrammar.Start);
        return start >= 0 ? start : chunk.Length - (chunk.EndsWith("gc"u8) ? 2 : chunk[^1] == (byte)'g' ? 1 : 0);
    }

    /// <summary>`GC forced` counts only as a complete line after other gctrace lines: a program may print the same words.</summary>
    private int FindForced(ReadOnlySpan<byte> text)
    {
        var word = GctraceGrammar.Forced;
        for (var from = 0; from < text.Length;)
        {
            var found = text[from..].IndexOf(word);
            if (found < 0) return -1;
            found += from;
            if ((found == 0 ? _lastByte : text[found - 1]) == (byte)'\n') return found;
            from = found + 1;
        }

        return -1;
    }

    private void Emit(ReadOnlySpan<byte> line)
    {
        _numbers.Take(GctraceGrammar.Number(line));
        _lastByte = (byte)'\n';
        if (_interrupted.IsEmpty) Write(_lineStart, line);
        else _interrupted.Add(line, _lineStart, _isDoubtful ? InterruptedGcLines.LineState.Doubtful : InterruptedGcLines.LineState.Whole);
    }

    private void Write(long started, ReadOnlySpan<byte> line)
    {
        Lines++;
        onLine(started, line);
    }

    private void Pass(ReadOnlySpan<byte> bytes, ArrayBufferWriter<byte> output)
    {
        if (bytes.IsEmpty) return;
        output.Write(bytes);
        _lastByte = bytes[^1];
    }
}
