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
    /// <summary>Lines that wait, with those behind an interrupted one.</summary>
    private const int MostLines = 4_096;

    /// <summary>
    /// Interrupted lines, each of which every piece is compared with. So many processes don't write a line at once: most of them have
    /// ended.
    /// </summary>
    private const int MostInterrupted = 32;

    /// <summary>A process that has written nothing for so long in the middle of a line has ended.</summary>
    private const long LongestSilenceNanoseconds = 3_000_000_000;

    private static readonly List<Line> None = [];

    private readonly Queue<Line> _lines = new();
    private readonly List<Line> _open = [], _doubtful = [];
    private long _added;

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

    /// <summary>Whether no line waits.</summary>
    public bool IsEmpty => _lines.Count == 0;

    /// <summary>Adds the beginning of a line.</summary>
    public void Interrupt(ReadOnlySpan<byte> line, long started, long now, bool isMixed)
    {
        if (_open.Count == MostInterrupted) Close(_open[0], LineState.Cut);
        _open.Add(Wait(line, started, now, LineState.Interrupted));
        _open[^1].IsMixed = isMixed;
    }

    /// <summary>Adds a line behind those that wait.</summary>
    public void Add(ReadOnlySpan<byte> line, long started, LineState state)
    {
        var added = Wait(line, started, started, state);
        if (state == LineState.Doubtful) _doubtful.Add(added);
    }

    /// <summary>Whether a piece continues one of them; each that it does may lack it from now on.</summary>
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

    /// <summary>Takes a piece, if it continues one of them. Whether it does.</summary>
    /// <param name="piece">The piece.</param>
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

    /// <summary>Takes out the first lines, as far as it is known what they are.</summary>
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

    /// <summary>The line before them goes on: what looked whole may have its pieces.</summary>
    private void CutDoubtful(Line before)
    {
        for (; _doubtful.Count > 0 && _doubtful[^1].Number > before.Number; _doubtful.RemoveAt(_doubtful.Count - 1))
            _doubtful[^1].State = LineState.Cut;
    }

    /// <summary>What <see cref="GctraceGrammar.Match"/> returns for the line with the piece; a whole line ends with the piece.</summary>
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

    /// <summary>One line or its beginning.</summary>
    /// <param name="number">How many waited before it.</param>
    /// <param name="started">When it began to arrive, in Unix nanoseconds.</param>
    public sealed class Line(long number, long started)
    {
        /// <summary>How many waited before it.</summary>
        public long Number => number;

        /// <summary>When it began to arrive, in Unix nanoseconds.</summary>
        public long Started => started;

        /// <summary>The bytes.</summary>
        public required byte[] Bytes { get; set; }

        /// <summary>When its last piece arrived.</summary>
        public required long LastPiece { get; set; }

        /// <summary>What is known of it.</summary>
        public required LineState State { get; set; }

        /// <summary>One of its pieces may be another line's.</summary>
        public bool IsMixed { get; set; }
    }
}
