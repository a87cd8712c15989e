namespace Unpause.Requests.Json;

/// <summary>
/// The part of a stream that is being examined: one buffer that slides, and grows only while a single token is
/// longer than it, up to <see cref="Limits.JsonTokenBytes"/>. Counts lines as it goes.
/// </summary>
internal sealed class JsonWindow(Stream stream, long linesBefore)
{
    private byte[] _buffer = new byte[Limits.BlockBytes];
    private int _start;
    private int _end;

    /// <summary>Whether all of the stream is in the window or behind it.</summary>
    public bool Ended { get; private set; }

    /// <summary>The error that ended reading early; null when the end was reached.</summary>
    public Exception? Failure { get; private set; }

    /// <summary>Offset of the window's first byte in the input.</summary>
    public long Offset { get; private set; }

    /// <summary>Line ends before the window.</summary>
    public long Lines { get; private set; } = linesBefore;

    /// <summary>What is in memory.</summary>
    public ReadOnlySpan<byte> Bytes => _buffer.AsSpan(_start, _end - _start);

    public void Advance(int count)
    {
        Lines += _buffer.AsSpan(_start, count).Count((byte)'\n');
        _start += count;
        Offset += count;
    }

    /// <summary>Gets more bytes behind those in the window; false at the end, or when the window may not grow further.</summary>
    public bool Grow()
    {
        if (Ended) return false;
        if (_start > 0)
        {
            Bytes.CopyTo(_buffer);
            _end -= _start;
            _start = 0;
        }

        if (_end == _buffer.Length)
        {
            if (_buffer.Length >= Limits.JsonTokenBytes) return false;
            Array.Resize(ref _buffer, _buffer.Length * 2);
        }

        // Filled whole, even from a pipe that gives little at a time: a token that is cut is examined again from its start.
        var before = _end;
        while (_end < _buffer.Length && Fill())
        {
        }

        return _end > before;
    }

    /// <summary>Goes past the next line end, without keeping what is passed.</summary>
    public void SkipLine()
    {
        while (true)
        {
            var newline = Bytes.IndexOf((byte)'\n');
            Advance(newline < 0 ? _end - _start : newline + 1);
            if (newline >= 0 || !Grow()) return;
        }
    }

    private bool Fill()
    {
        try
        {
            var read = stream.Read(_buffer, _end, _buffer.Length - _end);
            _end += read;
            Ended = read == 0;
        }
        catch (Exception exception) when (exception is IOException or InvalidDataException)
        {
            Failure = exception;
            Ended = true;
        }

        return !Ended;
    }
}
