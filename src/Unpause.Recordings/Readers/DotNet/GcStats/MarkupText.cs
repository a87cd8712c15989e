namespace Unpause.Recordings.Readers.DotNet.GcStats;

/// <summary>
/// Goes through HTML or XML tag by tag, without nesting. A tag ends at its first <c>&gt;</c>: PerfView leaves a quotation mark open in
/// one element. Of longer tags and texts than the buffers, the rest is skipped.
/// </summary>
internal sealed class MarkupText(Stream stream)
{
    /// <summary>Longest text that is kept: a command line.</summary>
    private const int MostText = Limits.TextBytes;

    private readonly byte[] _buffer = new byte[Limits.BlockBytes];
    private readonly byte[] _text = new byte[MostText], _tag = new byte[Limits.TextBytes];
    private int _at, _end, _textLength, _tagLength, _nameLength;

    /// <summary>Line ends so far.</summary>
    public long LineEnds { get; private set; }

    /// <summary>The error that ended reading early; null when the end was reached.</summary>
    public Exception? Failure { get; private set; }

    /// <summary>The text in front of the tag, without blanks around it.</summary>
    public ReadOnlySpan<byte> Text => _text.AsSpan(0, _textLength).Trim(" \t\r\n"u8);

    /// <summary>The tag's name in small letters, with the slash of an end tag.</summary>
    public ReadOnlySpan<byte> Name => _tag.AsSpan(0, _nameLength);

    /// <summary>What follows the name in the tag.</summary>
    public ReadOnlySpan<byte> Attributes => _tag.AsSpan(_nameLength, _tagLength - _nameLength);

    /// <summary>Goes to the next tag; false at the end.</summary>
    public bool MoveNext()
    {
        (_textLength, _tagLength, _nameLength) = (0, 0, 0);
        int each;
        while ((each = Next()) >= 0 && each != '<')
        {
            if (_textLength < _text.Length) _text[_textLength++] = (byte)each;
        }

        if (each < 0) return false;
        while ((each = Next()) >= 0 && each != '>')
        {
            if (_tagLength < _tag.Length) _tag[_tagLength++] = (byte)each;
        }

        while (_nameLength < _tagLength && IsOfName(_tag[_nameLength], _nameLength))
        {
            if (char.IsAsciiLetterUpper((char)_tag[_nameLength])) _tag[_nameLength] |= 0x20;
            _nameLength++;
        }

        return each >= 0;
    }

    /// <summary>Takes the next <c>name="value"</c> of a tag; blanks may be on both sides of the equals sign.</summary>
    public static bool TryAttribute(ref ReadOnlySpan<byte> rest, out ReadOnlySpan<byte> name, out ReadOnlySpan<byte> value)
    {
        name = value = default;
        var equals = rest.IndexOf((byte)'=');
        if (equals < 0) return false;
        name = rest[..equals].Trim(" \t\r\n"u8);
        if (name.LastIndexOf((byte)' ') is var blank and >= 0) name = name[(blank + 1)..];
        rest = rest[(equals + 1)..].TrimStart(" \t\r\n"u8);
        if (rest is not [(byte)'"', ..]) return true;
        rest = rest[1..];
        var end = rest.IndexOf((byte)'"');
        value = end < 0 ? rest : rest[..end];
        rest = end < 0 ? default : rest[(end + 1)..];
        return true;
    }

    private static bool IsOfName(byte letter, int at) => char.IsAsciiLetterOrDigit((char)letter) || (at == 0 && letter == '/');

    private int Next()
    {
        if (_at == _end && !Fill()) return -1;
        var each = _buffer[_at++];
        if (each == '\n') LineEnds++;
        return each;
    }

    private bool Fill()
    {
        try
        {
            (_at, _end) = (0, stream.Read(_buffer));
        }
        catch (Exception exception) when (exception is IOException or InvalidDataException)
        {
            Failure = exception;
            _end = 0;
        }

        return _end > 0;
    }
}
