using Unpause.Recordings.Readers.Go;

namespace Unpause.Recorder.Stderr;

/// <summary>
/// Lines that a line of another process has interrupted, and the lines after them, in order. The process of an interrupted line may
/// continue to write, or may have ended within the line.
/// </summary>
/// <remarks>
/// A piece that fits two lines is added to the later one, because usually the earlier one's process has ended. If the earlier one
/// continues, both may contain each other's numbers, and neither is recorded. Until that is known they wait here.
/// If the pieces of two processes alternate, a piece may fit neither line and stays in stderr.
/// </remarks>
internal sealed class InterruptedGcLines
{
    /// <summary>Maximum number of waiting lines, including those after an interrupted one.</summary>
    private const int MostLines = 4_096;

    /// <summary>
    /// Maximum number of interrupted lines, because every piece is compared with each. So many processes do not write a line at the same
    /// time: most of them have ended.
    /// </summary>
    private const int MostInterrupted = 32;

    /// <summary>A process that has written nothing for this long within a line has ended.</summary>
    private const long LongestSilenceNanoseconds = 3_000_000_000;

    private static readonly List<Line> None = [];

    private readonly Queue<Line> _lines = new();
    private readonly List<Line> _open = [], _doubtful = [];
    private long _added;

    public enum LineState
    {
        /// <summary>It was interrupted; more of it may come.</summary>
        Interrupted,

        /// <summary>It is complete, unless one of the interrupted lines before it continues.</summary>
        Doubtful,

        /// <summary>It is complete.</summary>
        Whole,

        /// <summary>It was never completed, or contains a piece of another.</summary>
        Cut,
    }

    /// <summary>Whether no line waits.</summary>
    public bool IsEmpty => _lines.Count == 0;

    /// <summary>Adds the start of a line.</summary>
    public void Interrupt(ReadOnlySpan<byte> line, long started, long now, bool isMixed)
    {
        if (_open.Count == MostInterrupted) Close(_open[0], LineState.Cut);
        _open.Add(Wait(line, started, now, LineState.Interrupted));
        _open[^1].IsMixed = isMixed;
    }

    /// <summary>Adds a line after those that wait.</summary>
    public void Add(ReadOnlySpan<byte> line, long started, LineState state)
    {
        var added = Wait(line, started, started, state);
        if (state == LineState.Doubtful) _doubtful.Add(added);
    }

    /// <summary>Whether a piece continues one of them. Each such line may lack the piece from now on.</summary>
    public bool MayTake(ReadOnlySpan<byte> piece)
    {
        var found = false;
        foreach (var line in _open)
        {
            if (Continue(line, piece) < 0) continue;
            found = line.IsMixed = true;
        }

        return found;
    }

    /// <summary>Adds a piece to the line that it continues. Returns whether there is one.</summary>
    /// <param name="now">When it arrived, in Unix nanoseconds.</param>
    public bool Take(ReadOnlySpan<byte> piece, long now)
    {
        Line? latest = null;
        var isWhole = false;
        for (var i = _open.Count - 1; i >= 0; i--)
        {
            var length = Continue(_open[i], piece);
            if (length < 0) continue;
            if (latest is null) (latest, isWhole) = (_open[i], length > 0);
            else latest.IsMixed = _open[i].IsMixed = true;
        }

        if (latest is null) return false;
        latest.Bytes = [.. latest.Bytes, .. piece];
        latest.LastPiece = now;
        if (isWhole) Close(latest, latest.IsMixed ? LineState.Cut : LineState.Whole);
        if (latest.IsMixed) CutDoubtful(latest);
        return true;
    }

    /// <summary>Removes and returns the first lines whose state is final.</summary>
    /// <param name="now">The time, in Unix nanoseconds; <see cref="long.MaxValue"/> when nothing more comes.</param>
    public List<Line> Settle(long now)
    {
        for (var i = _open.Count - 1; i >= 0; i--)
        {
            var isOver = now - _open[i].LastPiece > LongestSilenceNanoseconds || _lines.Count > MostLines;
            if (isOver) Close(_open[i], LineState.Cut);
        }

        if (!_lines.TryPeek(out var oldest) || oldest.State == LineState.Interrupted) return None;
        var settled = new List<Line>();
        while (_lines.TryPeek(out var first) && first.State != LineState.Interrupted) settled.Add(_lines.Dequeue());
        _doubtful.RemoveRange(0, settled.Count(line => line.State == LineState.Doubtful));
        return settled;
    }

    private Line Wait(ReadOnlySpan<byte> bytes, long started, long lastPiece, LineState state)
    {
        var line = new Line(_added++, started) { Bytes = bytes.ToArray(), LastPiece = lastPiece, State = state };
        _lines.Enqueue(line);
        return line;
    }

    private void Close(Line line, LineState state)
    {
        line.State = state;
        _open.Remove(line);
    }

    /// <summary>The line before them continues: lines that looked complete may contain its pieces.</summary>
    private void CutDoubtful(Line before)
    {
        for (; _doubtful.Count > 0 && _doubtful[^1].Number > before.Number; _doubtful.RemoveAt(_doubtful.Count - 1))
            _doubtful[^1].State = LineState.Cut;
    }

    /// <summary>Result of <see cref="GctraceGrammar.Match"/> for the line with the piece; a complete line ends with the piece.</summary>
    private static int Continue(Line line, ReadOnlySpan<byte> piece)
    {
        var length = line.Bytes.Length + piece.Length;
        if (length > GctraceGrammar.MaxLength) return -1;
        // The runtime writes a number in one piece.
        if (char.IsAsciiDigit((char)line.Bytes[^1]) && char.IsAsciiDigit((char)piece[0])) return -1;
        Span<byte> joined = stackalloc byte[GctraceGrammar.MaxLength];
        line.Bytes.CopyTo(joined);
        piece.CopyTo(joined[line.Bytes.Length..]);
        var matching = GctraceGrammar.Match(joined[..length]);
        return matching <= 0 || matching == length ? matching : -1;
    }

    /// <summary>A line or its start.</summary>
    /// <param name="number">How many lines waited before it.</param>
    /// <param name="started">When its first bytes arrived, in Unix nanoseconds.</param>
    public sealed class Line(long number, long started)
    {
        /// <summary>How many lines waited before it.</summary>
        public long Number => number;

        /// <summary>When its first bytes arrived, in Unix nanoseconds.</summary>
        public long Started => started;

        public required byte[] Bytes { get; set; }

        /// <summary>When its last piece arrived.</summary>
        public required long LastPiece { get; set; }

        public required LineState State { get; set; }

        /// <summary>Whether one of its pieces may belong to another line.</summary>
        public bool IsMixed { get; set; }
    }
}
