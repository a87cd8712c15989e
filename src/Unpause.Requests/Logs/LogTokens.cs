namespace Unpause.Requests.Logs;

/// <summary>Walks over blank-separated tokens; a quoted or bracketed text is one token, given without its marks.</summary>
internal ref struct LogTokens(ReadOnlySpan<byte> text)
{
    private ReadOnlySpan<byte> _rest = text;

    public ReadOnlySpan<byte> Token { get; private set; }

    /// <summary>Whether the current token was quoted.</summary>
    public bool Quoted { get; private set; }

    /// <summary>Goes to the next token; false at the end.</summary>
    public bool MoveNext()
    {
        _rest = _rest.TrimStart(" \t"u8);
        if (_rest.IsEmpty) return false;
        Quoted = _rest[0] == '"';
        if (Quoted || _rest[0] == '[')
        {
            var end = Quoted ? LogText.EndOfQuoted(_rest[1..]) : _rest[1..].IndexOf((byte)']');
            if (end >= 0) return Take(1, end, end + 2);
        }

        var blank = _rest.IndexOfAny((byte)' ', (byte)'\t');
        return blank < 0 ? Take(0, _rest.Length, _rest.Length) : Take(0, blank, blank + 1);
    }

    private bool Take(int start, int length, int consumed)
    {
        Token = _rest.Slice(start, length);
        _rest = _rest[consumed..];
        return true;
    }
}
