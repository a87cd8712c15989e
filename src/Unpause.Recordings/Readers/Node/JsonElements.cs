namespace Unpause.Recordings.Readers.Node;

/// <summary>
/// Gives the objects of the one array in a JSON document that a reader wants, one after the other, from a stream: those of the array with
/// a given name in the root object, or of the root itself where it is an array. The document may lack its end, and one document may
/// follow another. Only an object's brackets are looked at here. Nothing recurses, and memory does not depend on the document's size.
/// </summary>
/// <param name="stream">The bytes.</param>
/// <param name="name">The array's name in the root object.</param>
internal sealed class JsonElements(Stream stream, byte[] name)
{
    private readonly byte[] _block = new byte[Limits.BlockBytes];
    private readonly byte[] _key = new byte[64];
    private byte[] _element = new byte[Limits.BlockBytes];
    private int _at, _end, _length, _keyLength;
    private int _depth, _wanted;
    private bool _inString, _escaped, _isKept, _isTooLong, _rootIsArray;

    /// <summary>The current object with its brackets; valid until the next <see cref="MoveNext"/>.</summary>
    public ReadOnlySpan<byte> Element => _element.AsSpan(0, _length);

    /// <summary>Bytes in front of the first object, and behind the last, each without what does not fit.</summary>
    public List<byte> Around { get; } = [];

    /// <summary>Objects that are longer than <see cref="Limits.TraceEventBytes"/>: left out.</summary>
    public long TooLong { get; private set; }

    /// <summary>Whether the input ends inside of the document.</summary>
    public bool IsCut => _depth > 0 || _inString;

    /// <summary>Ends of lines in what was read.</summary>
    public long LineEnds { get; private set; }

    /// <summary>The error that ended reading early; null when the end was reached.</summary>
    public Exception? Failure { get; private set; }

    /// <summary>A block without the blanks and the mark that JSON may begin with.</summary>
    public static ReadOnlySpan<byte> WithoutBlanks(ReadOnlySpan<byte> block) =>
        (block.StartsWith(Encoding.UTF8.Preamble) ? block[Encoding.UTF8.Preamble.Length..] : block).TrimStart(" \t\r\n"u8);

    /// <summary>Goes to the next object; false at the end.</summary>
    public bool MoveNext()
    {
        _length = 0;
        (_isKept, _isTooLong) = (false, false);
        while (true)
        {
            if (_at == _end && !Fill()) return false;
            if (_inString ? PassString() : PassOutside()) return true;
        }
    }

    /// <summary>Goes on to the string's end, or the block's.</summary>
    private bool PassString()
    {
        var rest = _block.AsSpan(_at, _end - _at);
        if (_escaped)
        {
            _escaped = false;
            Keep(rest[..1]);
            _at++;
            return false;
        }

        var stop = rest.IndexOfAny((byte)'"', (byte)'\\');
        var passed = stop < 0 ? rest : rest[..(stop + 1)];
        if (!_isKept && _depth == 1 && _keyLength < _key.Length)
        {
            var text = stop < 0 ? passed : passed[..^1];
            text = text[..Math.Min(text.Length, _key.Length - _keyLength)];
            text.CopyTo(_key.AsSpan(_keyLength));
            _keyLength += text.Length;
        }

        Keep(passed);
        _at += passed.Length;
        if (stop < 0) return false;
        if (rest[stop] == '\\') _escaped = true;
        else _inString = false;
        return false;
    }

    /// <summary>Goes on to the next bracket or string; true when a bracket ended a wanted object.</summary>
    private bool PassOutside()
    {
        var rest = _block.AsSpan(_at, _end - _at);
        var stop = rest.IndexOfAny(Marks);
        var passed = stop < 0 ? rest : rest[..(stop + 1)];
        _at += passed.Length;
        if (stop < 0)
        {
            Keep(passed);
            return false;
        }

        switch (rest[stop])
        {
            case (byte)'"':
                Keep(passed);
                _inString = true;
                if (!_isKept && _depth == 1) _keyLength = 0;
                return false;
            case (byte)'{' or (byte)'[':
                Open(passed, rest[stop] == '[');
                return false;
            default:
                Keep(passed);
                return Close();
        }
    }

    private void Open(ReadOnlySpan<byte> passed, bool isArray)
    {
        if (_depth == 0) _rootIsArray = isArray;
        // What is wanted are the objects in the root array, or in the array of this name in the root object.
        if (_depth == 0 && isArray) _wanted = 1;
        else if (_depth == 1 && !_rootIsArray && isArray && _key.AsSpan(0, _keyLength).SequenceEqual(name)) _wanted = 2;
        if (!_isKept && !isArray && _depth == _wanted && _wanted > 0)
        {
            _isKept = true;
            passed = passed[^1..];
        }

        Keep(passed);
        if (_depth < int.MaxValue) _depth++;
    }

    private bool Close()
    {
        if (_depth > 0) _depth--;
        if (_depth < _wanted) _wanted = 0;
        if (!_isKept || _depth != _wanted) return false;
        _isKept = false;
        if (!_isTooLong) return true;
        TooLong++;
        _isTooLong = false;
        _length = 0;
        return false;
    }

    private void Keep(ReadOnlySpan<byte> bytes)
    {
        if (!_isKept)
        {
            var room = Limits.NameBytes - Around.Count;
            if (_depth == 1 && room > 0) Around.AddRange(bytes[..Math.Min(room, bytes.Length)]);
            return;
        }

        if (_isTooLong) return;
        if (_length + bytes.Length > _element.Length)
        {
            if (_length + bytes.Length > Limits.TraceEventBytes)
            {
                _isTooLong = true;
                return;
            }

            Array.Resize(ref _element, Math.Min(Limits.TraceEventBytes, Math.Max(_element.Length * 2, _length + bytes.Length)));
        }

        bytes.CopyTo(_element.AsSpan(_length));
        _length += bytes.Length;
    }

    private static ReadOnlySpan<byte> Marks => "\"{}[]"u8;

    private bool Fill()
    {
        (_at, _end) = (0, 0);
        try
        {
            _end = stream.Read(_block);
        }
        catch (Exception exception) when (exception is IOException or InvalidDataException)
        {
            Failure = exception;
        }

        LineEnds += _block.AsSpan(0, _end).Count((byte)'\n');
        return _end > 0;
    }
}
