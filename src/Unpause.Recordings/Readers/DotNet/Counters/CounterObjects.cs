namespace Unpause.Recordings.Readers.DotNet.Counters;

/// <summary>
/// Gives the innermost objects of a JSON text one by one, however the text is broken: dotnet-counters writes all of its file as one line,
/// and does not end it when it is killed. One buffer of <see cref="Limits.BlockBytes"/>; larger objects are skipped.
/// </summary>
internal sealed class CounterObjects(Stream stream)
{
    private readonly byte[] _buffer = new byte[Limits.BlockBytes];
    private int _end, _at, _open = -1;
    private bool _isText, _isEscaped, _ended;
    private (int Start, int Length) _current;

    /// <summary>The current object with its braces; valid until the next <see cref="MoveNext"/>.</summary>
    public ReadOnlySpan<byte> Current => _buffer.AsSpan(_current.Start, _current.Length);

    /// <summary>Line ends so far.</summary>
    public long LineEnds { get; private set; }

    /// <summary>The error that ended reading early; null when the end was reached.</summary>
    public Exception? Failure { get; private set; }

    /// <summary>Goes to the next object; false at the end.</summary>
    public bool MoveNext()
    {
        while (true)
        {
            for (; _at < _end; _at++)
            {
                if (!Take(_buffer[_at])) continue;
                _current = (_open, _at + 1 - _open);
                _open = -1;
                _at++;
                return true;
            }

            if (_ended) return false;
            Fill();
        }
    }

    /// <summary>Takes a byte; true where an object ends.</summary>
    private bool Take(byte each)
    {
        if (each == '\n') LineEnds++;
        if (_isText)
        {
            // A text does not reach over a line's end: after a broken one, the next line is read again.
            if (each == '\n' || (each == '"' && !_isEscaped)) _isText = false;
            _isEscaped = each == '\\' && !_isEscaped;
            return false;
        }

        if (each == '"') (_isText, _isEscaped) = (true, false);
        else if (each == '{') _open = _at;
        else if (each == '}') return _open >= 0;
        return false;
    }

    private void Fill()
    {
        // An object longer than the buffer is no counter.
        if (_open == 0 && _end == _buffer.Length) _open = -1;
        var kept = _open < 0 ? 0 : _end - _open;
        _buffer.AsSpan(_end - kept, kept).CopyTo(_buffer);
        (_open, _at, _end) = (_open < 0 ? -1 : 0, kept, kept);
        try
        {
            var read = stream.Read(_buffer.AsSpan(_end));
            if (read == 0) _ended = true;
            _end += read;
        }
        catch (Exception exception) when (exception is IOException or InvalidDataException)
        {
            Failure = exception;
            _ended = true;
        }
    }
}

/// <summary>One event of dotnet-counters' JSON (JSONExporter.cs). Its texts are taken as they are: names have no escapes.</summary>
internal ref struct CounterObject
{
    public ReadOnlySpan<byte> Timestamp, Provider, Name, Tags, Value;

    /// <summary>Reads an object; false when it is no event of a counter.</summary>
    public bool TryRead(ReadOnlySpan<byte> text)
    {
        text = text[1..^1];
        while (true)
        {
            text = text.TrimStart(" \t\r\n,"u8);
            if (text.IsEmpty) return !Timestamp.IsEmpty && !Provider.IsEmpty && !Name.IsEmpty && !Value.IsEmpty;
            if (!TryTakeText(ref text, out var key)) return false;
            text = text.TrimStart(" \t\r\n"u8);
            if (text.IsEmpty || text[0] != ':') return false;
            text = text[1..].TrimStart(" \t\r\n"u8);
            if (text.IsEmpty) return false;
            ReadOnlySpan<byte> value;
            if (text[0] == '"')
            {
                if (!TryTakeText(ref text, out value)) return false;
            }
            else
            {
                var end = text.IndexOf((byte)',');
                value = (end < 0 ? text : text[..end]).TrimEnd(" \t\r\n"u8);
                text = end < 0 ? default : text[end..];
            }

            Set(key, value);
        }
    }

    private static bool TryTakeText(scoped ref ReadOnlySpan<byte> rest, out ReadOnlySpan<byte> text)
    {
        text = default;
        if (rest.IsEmpty || rest[0] != '"') return false;
        for (var at = 1; at < rest.Length; at++)
        {
            if (rest[at] == '\\')
            {
                at++;
            }
            else if (rest[at] == '"')
            {
                text = rest[1..at];
                rest = rest[(at + 1)..];
                return true;
            }
        }

        return false;
    }

    private void Set(ReadOnlySpan<byte> key, ReadOnlySpan<byte> value)
    {
        if (key.SequenceEqual("timestamp"u8)) Timestamp = value;
        else if (key.SequenceEqual("provider"u8)) Provider = value;
        else if (key.SequenceEqual("name"u8)) Name = value;
        else if (key.SequenceEqual("tags"u8)) Tags = value;
        else if (key.SequenceEqual("value"u8)) Value = value;
    }
}
