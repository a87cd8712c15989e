using System.Buffers;
using Unpause.Readers.Go;

namespace Unpause.Recorder.Stderr;

/// <summary>
/// Takes the Go runtime's gc lines out of a stream of bytes: what goes in comes out unchanged, except for whole gc lines.
/// </summary>
/// <remarks>
/// The runtime writes one line in some 35 calls of write(2), and other threads or processes may write in between. Where every
/// chunk is one write (a packet pipe), a chunk that doesn't continue the line is kept aside and passed on after the line.
/// </remarks>
/// <param name="onLine">Takes each line.</param>
/// <param name="keepLines">The lines stay in the output too: the user asked for them.</param>
/// <param name="chunksAreWrites">Each chunk is one write(2), whole; else several may come as one chunk, or one as several.</param>
internal sealed class GcLineFilter(GcLineHandler onLine, bool keepLines = false, bool chunksAreWrites = true)
{
    /// <summary>How long something that could become a gc line may be held back: short, it may be a prompt.</summary>
    public const int PatienceMilliseconds = 30;

    /// <summary>The same once nothing but a gc line looks so; its writer may have lost the processor.</summary>
    public const int PatienceInLineMilliseconds = 1_000;

    private const int MaxHeld = 64 * 1024;
    private readonly ArrayBufferWriter<byte> _line = new(), _between = new(), _original = new(), _unused = new();
    private byte _lastByte = (byte)'\n';
    private long? _lastNumber;
    private long _lineStart;

    /// <summary>Lines that were cut by other output and so stayed in the stream, not recorded.</summary>
    public int TornLines { get; private set; }

    /// <summary>Lines that were not whole when the stream was over: the program ended while it wrote. Not passed on.</summary>
    public int LinesCutByEnd { get; private set; }

    /// <summary>Whole lines so far.</summary>
    public int Lines { get; private set; }

    /// <summary>Bytes are held back: call <see cref="Release"/> when that has lasted for <see cref="Patience"/> milliseconds.</summary>
    public bool IsHolding => _line.WrittenCount > 0 && !keepLines;

    /// <summary>How often holding back began; with <see cref="IsHolding"/> it tells one wait from the next.</summary>
    public int Holds { get; private set; }

    /// <summary>Milliseconds that held bytes may wait.</summary>
    public int Patience =>
        IsInLine && _between.WrittenCount == 0 ? PatienceInLineMilliseconds : PatienceMilliseconds;

    /// <summary>Takes the next bytes of the stream and writes to <paramref name="output"/> what is no gc line.</summary>
    public void Push(ReadOnlySpan<byte> chunk, long unixNanoseconds, ArrayBufferWriter<byte> output)
    {
        if (chunk.IsEmpty) return;
        if (keepLines)
        {
            output.Write(chunk);
            _unused.ResetWrittenCount();
            output = _unused;
        }

        if (_line.WrittenCount > 0) chunk = Continue(chunk, output);
        Scan(chunk, unixNanoseconds, output);
    }

    /// <summary>Gives up waiting: what is held back was no gc line, or will never be whole.</summary>
    public void Release(ArrayBufferWriter<byte> output)
    {
        if (GctraceGrammar.HasHeader(_line.WrittenSpan)) TornLines++;
        if (!keepLines) output.Write(_original.WrittenSpan);
        Forget();
    }

    /// <summary>
    /// The stream is over. A line that the program's end cut short is not its output: where writes are told apart, what came
    /// between its pieces is passed on without it.
    /// </summary>
    public void End(ArrayBufferWriter<byte> output)
    {
        if (!chunksAreWrites || !IsInLine)
        {
            Release(output);
            return;
        }

        LinesCutByEnd++;
        if (!keepLines) output.Write(_between.WrittenSpan);
        Forget();
    }

    /// <summary>Whether what is held back is a gc line's beginning: by its header, or by the number that comes next.</summary>
    private bool IsInLine => GctraceGrammar.HasHeader(_line.WrittenSpan)
        || (_lastNumber is { } last && GctraceGrammar.Number(_line.WrittenSpan) == last + 1);

    private void Forget()
    {
        _line.ResetWrittenCount();
        _between.ResetWrittenCount();
        _original.ResetWrittenCount();
    }

    /// <summary>Goes on with the held line. Returns the part of the chunk that still has to be searched.</summary>
    private ReadOnlySpan<byte> Continue(ReadOnlySpan<byte> chunk, ArrayBufferWriter<byte> output)
    {
        Span<byte> joined = stackalloc byte[GctraceGrammar.MaxLength];
        var before = _line.WrittenCount;
        var taken = Math.Min(chunk.Length, GctraceGrammar.MaxLength - before);
        _line.WrittenSpan.CopyTo(joined);
        chunk[..taken].CopyTo(joined[before..]);
        var length = GctraceGrammar.Match(joined[..(before + taken)]);
        if (length < 0 && GctraceGrammar.HasNumber(_line.WrittenSpan) && Mend(chunk, output) is { } mended) return chunk[mended..];
        if (length < 0) return SetAside(chunk, output);
        if (length == 0)
        {
            _line.Write(chunk);
            _original.Write(chunk);
            return [];
        }

        Emit(joined[..length]);
        PassBetween(output);
        return chunk[(length - before)..];
    }

    /// <summary>
    /// Looks for somebody's whole lines between the parts of the held line (or of one that begins the chunk). Returns how much
    /// of the chunk has been dealt with, or null.
    /// </summary>
    private int? Mend(ReadOnlySpan<byte> chunk, ArrayBufferWriter<byte> output)
    {
        var before = _line.WrittenCount;
        if (chunksAreWrites || _original.WrittenCount + chunk.Length > MaxHeld) return null;
        byte[] text = [.. _line.WrittenSpan, .. chunk];
        if (!GcLineTear.Find(text, before, out var foreign, out var length)) return null;
        byte[] line = [.. text.AsSpan(0, foreign.Start.Value), .. text.AsSpan(foreign.End.Value)];
        _between.Write(text.AsSpan(foreign));
        if (length == 0)
        {
            if (before == 0) Holds++;
            _line.Write(line.AsSpan(before));
            _original.Write(chunk);
            return chunk.Length;
        }

        Emit(line.AsSpan(0, length));
        PassBetween(output);
        return length + text.Length - line.Length - before;
    }

    private void PassBetween(ArrayBufferWriter<byte> output)
    {
        Pass(_between.WrittenSpan, output);
        Forget();
    }

    /// <summary>The chunk is somebody else's: keep it until the line is whole, unless it begins a line itself.</summary>
    private ReadOnlySpan<byte> SetAside(ReadOnlySpan<byte> chunk, ArrayBufferWriter<byte> output)
    {
        var wholeWrites = _line.WrittenCount >= GctraceGrammar.Start.Length && _line.WrittenSpan[0] == GctraceGrammar.Start[0];
        if (!wholeWrites || chunk.IndexOf(GctraceGrammar.Start) >= 0 || _original.WrittenCount + chunk.Length > MaxHeld)
        {
            _lastByte = _original.WrittenSpan[^1];
            Release(output);
            return chunk;
        }

        _between.Write(chunk);
        _original.Write(chunk);
        return [];
    }

    private void Scan(ReadOnlySpan<byte> chunk, long unixNanoseconds, ArrayBufferWriter<byte> output)
    {
        while (!chunk.IsEmpty)
        {
            var start = FindStart(chunk);
            Pass(chunk[..start], output);
            chunk = chunk[start..];
            if (chunk.IsEmpty) return;
            var length = GctraceGrammar.Match(chunk);
            if (length == 0)
            {
                Holds++;
                _lineStart = unixNanoseconds;
                _line.Write(chunk);
                _original.Write(chunk);
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

    /// <summary>Where a line, or at the chunk's end the first bytes of one, begins; the chunk's length when nowhere.</summary>
    private int FindStart(ReadOnlySpan<byte> chunk)
    {
        var start = chunk.IndexOf(GctraceGrammar.Start);
        if (start < 0) start = chunk.Length - (chunk.EndsWith("gc"u8) ? 2 : chunk[^1] == (byte)'g' ? 1 : 0);
        var forced = Lines > 0 ? FindForced(chunk[..start]) : -1;
        return forced >= 0 ? forced : start;
    }

    /// <summary>`GC forced` counts only as a line of its own, after other gc lines: a program may print the same words.</summary>
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
        Lines++;
        _lastNumber = GctraceGrammar.Number(line) ?? _lastNumber;
        _lastByte = (byte)'\n';
        onLine(_lineStart, line);
    }

    private void Pass(ReadOnlySpan<byte> bytes, ArrayBufferWriter<byte> output)
    {
        if (bytes.IsEmpty) return;
        output.Write(bytes);
        _lastByte = bytes[^1];
    }
}
