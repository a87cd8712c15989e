namespace Unpause.Recordings.Readers;

/// <summary>
/// Splits a stream into lines without allocating for each: one buffer of <see cref="Limits.BlockBytes"/> for the
/// whole input. Line ends are LF or CRLF; a last line without an end is given too, and is marked.
/// </summary>
/// <remarks>Lines longer than the buffer are cut to it and counted; the rest of such a line is skipped.</remarks>
/// <param name="stream">The bytes.</param>
/// <param name="linesBefore">Lines of the file before the stream's position.</param>
public sealed class LineReader(Stream stream, long linesBefore = 0)
{
    private readonly byte[] _buffer = new byte[Limits.BlockBytes];
    private readonly ushort[] _lineEnds = new ushort[LineEnds.StretchBytes];
    private int _lineEndCount;
    private int _nextLineEnd;
    private int _searched;
    private int _searchedTo;
    private int _start;
    private int _end;
    private int _lineStart;
    private int _lineLength;
    private bool _ended;

    /// <summary>The current line without its end; valid until the next <see cref="MoveNext"/>.</summary>
    public ReadOnlySpan<byte> Line => _buffer.AsSpan(_lineStart, _lineLength);

    /// <summary>1-based number of the current line; after the end, the number of lines.</summary>
    public long Number { get; private set; } = linesBefore;

    /// <summary>Whether the current line is the last and has no line end: it may be torn.</summary>
    public bool Torn { get; private set; }

    /// <summary>Lines that were longer than the buffer.</summary>
    public long CutLines { get; private set; }

    /// <summary>The error that ended reading early (a damaged gzip file, a disk error); null when the end was reached.</summary>
    public Exception? Failure { get; private set; }

    /// <summary>Goes to the next line; false at the end.</summary>
    public bool MoveNext()
    {
        while (_nextLineEnd == _lineEndCount)
        {
            if (_searchedTo < _end)
            {
                SearchStretch();
                continue;
            }

            if (_ended)
            {
                if (_start == _end) return false;
                Torn = true;
                return Give(_end, _end);
            }

            if (_end - _start == _buffer.Length) return GiveCut();
            Fill();
        }

        var end = _searched + _lineEnds[_nextLineEnd++];
        return Give(end, end + 1);
    }

    private bool Give(int end, int next)
    {
        _lineStart = _start;
        _lineLength = end - _start;
        if (_lineLength > 0 && _buffer[end - 1] == '\r') _lineLength--;
        _start = next;
        Number++;
        return true;
    }

    /// <summary>Finds the line ends of the next stretch.</summary>
    private void SearchStretch()
    {
        _searched = _searchedTo;
        _searchedTo = Math.Min(_end, _searched + LineEnds.StretchBytes);
        _nextLineEnd = 0;
        _lineEndCount = LineEnds.Find(_buffer.AsSpan(_searched, _searchedTo - _searched), _lineEnds);
    }

    /// <summary>Gives the full buffer as the line, after skipping the line's rest.</summary>
    private bool GiveCut()
    {
        CutLines++;
        Number++;
        // The kept beginning must stay in the buffer, so only its second half is used to look for the line's end.
        var half = _buffer.Length / 2;
        _lineStart = 0;
        _lineLength = half;
        while (true)
        {
            var read = ReadInto(_buffer.AsSpan(half));
            if (read == 0)
            {
                _start = _end = _searchedTo = 0;
                return true;
            }

            var newline = _buffer.AsSpan(half, read).IndexOf((byte)'\n');
            if (newline < 0) continue;
            _start = _searchedTo = half + newline + 1;
            _end = half + read;
            return true;
        }
    }

    private void Fill()
    {
        if (_start > 0)
        {
            _buffer.AsSpan(_start, _end - _start).CopyTo(_buffer);
            _end -= _start;
            _searchedTo -= _start;
            _start = 0;
        }

        var read = ReadInto(_buffer.AsSpan(_end));
        _end += read;
    }

    private int ReadInto(Span<byte> target)
    {
        try
        {
            var read = stream.Read(target);
            if (read == 0) _ended = true;
            return read;
        }
        catch (Exception exception) when (exception is IOException or InvalidDataException)
        {
            Failure = exception;
            _ended = true;
            return 0;
        }
    }
}
