using Unpause.Readers.Go;

namespace Unpause.Recorder.Stderr;

/// <summary>
/// Lines that a line of another process has interrupted, and the lines after them, in their order. The process of an interrupted line may
/// go on writing, or may have ended in the middle.
/// </summary>
/// <remarks>
/// A piece that fits two lines goes to the later one, because most often the earlier one's process has ended. Whether that was right is
/// known later: when the earlier one goes on, both may have each other's numbers, and neither is recorded. Until then they wait here.
/// Where the pieces of two processes alternate one by one, a piece may fit neither line and stays in stderr.
/// </remarks>
internal sealed class InterruptedGcLines
{
    private const int MostLines = 4_096;

    /// <summary>A process that has written nothing for so long in the middle of a line has ended.</summary>
    private const long LongestSilenceNanoseconds = 3_000_000_000;

    private readonly List<Line> _lines = [];

    /// <summary>What is known of a line.</summary>
    public enum LineState
    {
        /// <summary>It was interrupted; more of it may come.</summary>
        Interrupted,

        /// <summary>It is whole, unless one of the interrupted lines before it goes on.</summary>
        Doubtful,

        /// <summary>It is whole.</summary>
        Whole,

        /// <summary>It never became whole, or has a piece of another.</summary>
        Cut,
    }

    /// <summary>One line or its beginning.</summary>
    /// <param name="Bytes">The bytes.</param>
    /// <param name="Started">When it began to arrive, in Unix nanoseconds.</param>
    /// <param name="LastPiece">When its last piece arrived.</param>
    /// <param name="State">What is known of it.</param>
    /// <param name="IsMixed">One of its pieces may be another line's.</param>
    public sealed record Line(byte[] Bytes, long Started, long LastPiece, LineState State, bool IsMixed);

    /// <summary>Whether no line waits.</summary>
    public bool IsEmpty => _lines.Count == 0;

    /// <summary>Adds the beginning of a line.</summary>
    public void Interrupt(ReadOnlySpan<byte> line, long started, long now, bool isMixed) =>
        _lines.Add(new Line(line.ToArray(), started, now, LineState.Interrupted, isMixed));

    /// <summary>Adds a line behind those that wait.</summary>
    public void Add(ReadOnlySpan<byte> line, long started, LineState state) =>
        _lines.Add(new Line(line.ToArray(), started, started, state, false));

    /// <summary>Whether a piece continues one of them; each that it does may lack it from now on.</summary>
    public bool MayTake(ReadOnlySpan<byte> piece)
    {
        var found = false;
        for (var i = 0; i < _lines.Count; i++)
        {
            if (Continue(_lines[i], piece) < 0) continue;
            found = true;
            _lines[i] = _lines[i] with { IsMixed = true };
        }

        return found;
    }

    /// <summary>Takes a piece, if it continues one of them. Whether it does.</summary>
    /// <param name="piece">The piece.</param>
    /// <param name="now">When it arrived, in Unix nanoseconds.</param>
    public bool Take(ReadOnlySpan<byte> piece, long now)
    {
        var at = -1;
        for (var i = _lines.Count - 1; i >= 0; i--)
        {
            if (Continue(_lines[i], piece) < 0) continue;
            if (at < 0) at = i;
            else _lines[at] = _lines[at] with { IsMixed = true };
            if (at != i) _lines[i] = _lines[i] with { IsMixed = true };
        }

        if (at < 0) return false;
        var line = _lines[at];
        var isWhole = Continue(line, piece) > 0;
        var state = !isWhole ? LineState.Interrupted : line.IsMixed ? LineState.Cut : LineState.Whole;
        _lines[at] = line with { Bytes = [.. line.Bytes, .. piece], LastPiece = now, State = state };
        if (line.IsMixed) CutDoubtful(at);
        return true;
    }

    /// <summary>Takes out the first lines, as far as it is known what they are.</summary>
    /// <param name="now">The time, in Unix nanoseconds; <see cref="long.MaxValue"/> when nothing more comes.</param>
    public List<Line> Settle(long now)
    {
        for (var i = 0; i < _lines.Count; i++)
        {
            var isOver = now - _lines[i].LastPiece > LongestSilenceNanoseconds || _lines.Count > MostLines;
            if (_lines[i].State == LineState.Interrupted && isOver) _lines[i] = _lines[i] with { State = LineState.Cut };
        }

        var first = _lines.FindIndex(line => line.State == LineState.Interrupted);
        var settled = _lines[..(first < 0 ? _lines.Count : first)];
        _lines.RemoveRange(0, settled.Count);
        return settled;
    }

    /// <summary>The line before them goes on: what looked whole may have its pieces.</summary>
    private void CutDoubtful(int after)
    {
        for (var i = after + 1; i < _lines.Count; i++)
        {
            if (_lines[i].State == LineState.Doubtful) _lines[i] = _lines[i] with { State = LineState.Cut };
        }
    }

    /// <summary>What <see cref="GctraceGrammar.Match"/> returns for the line with the piece; a whole line ends with the piece.</summary>
    private static int Continue(Line line, ReadOnlySpan<byte> piece)
    {
        if (line.State != LineState.Interrupted || line.Bytes.Length + piece.Length > GctraceGrammar.MaxLength) return -1;
        // The runtime writes a number in one piece.
        if (char.IsAsciiDigit((char)line.Bytes[^1]) && char.IsAsciiDigit((char)piece[0])) return -1;
        byte[] joined = [.. line.Bytes, .. piece];
        var length = GctraceGrammar.Match(joined);
        return length <= 0 || length == joined.Length ? length : -1;
    }
}
