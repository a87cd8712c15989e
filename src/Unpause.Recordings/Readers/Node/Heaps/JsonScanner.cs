namespace Unpause.Recordings.Readers.Node.Heaps;

/// <summary>What a <see cref="JsonScanner"/> came to.</summary>
internal enum JsonMark
{
    /// <summary>The end of the input, or something that is no JSON.</summary>
    End,

    ObjectStart,
    ObjectEnd,
    ArrayStart,
    ArrayEnd,

    /// <summary>A text in front of a colon.</summary>
    Key,

    Text,
    Number,

    /// <summary>true, false or null.</summary>
    Word,
}

/// <summary>
/// Reads JSON of any size from a stream, mark by mark, with the memory of one block. Whole numbers only; of a text its beginning is kept.
/// Brackets are not matched here: a reader counts those that it needs.
/// </summary>
internal sealed class JsonScanner(Stream stream)
{
    /// <summary>Digits that fit into a long whatever they are.</summary>
    private const int MostDigits = 18;

    /// <summary>Bytes of an escape: <c>\u0041</c>.</summary>
    private const int EscapeBytes = 6;

    private readonly byte[] _block = new byte[Limits.BlockBytes];
    private readonly byte[] _text = new byte[Limits.NameBytes];
    private int _at, _end, _length;

    /// <summary>The error that ended reading early; null when there was none.</summary>
    public Exception? Failure { get; private set; }

    /// <summary>The number that was read last.</summary>
    public long Number { get; private set; }

    /// <summary>The beginning of the text that was read last, with its escapes.</summary>
    public ReadOnlySpan<byte> Raw => _text.AsSpan(0, _length);

    /// <summary>Goes to the next mark; commas and blanks are passed over.</summary>
    public JsonMark Next()
    {
        if (!PassBlanks()) return JsonMark.End;
        var first = _block[_at];
        switch (first)
        {
            case (byte)'{': _at++; return JsonMark.ObjectStart;
            case (byte)'}': _at++; return JsonMark.ObjectEnd;
            case (byte)'[': _at++; return JsonMark.ArrayStart;
            case (byte)']': _at++; return JsonMark.ArrayEnd;
            case (byte)'"': _at++; return ReadText();
            case (byte)'-' or >= (byte)'0' and <= (byte)'9': return ReadNumber() ? JsonMark.Number : JsonMark.End;
            case >= (byte)'a' and <= (byte)'z': return ReadWord();
            default: return JsonMark.End;
        }
    }

    /// <summary>The text that was read last, with what stands for its escapes.</summary>
    public string Text()
    {
        if (Raw.IndexOf((byte)'\\') < 0) return Encoding.UTF8.GetString(Raw);
        var text = new StringBuilder(_length);
        var plain = 0;
        for (var i = 0; i < _length; i++)
        {
            if (_text[i] != '\\') continue;
            text.Append(Encoding.UTF8.GetString(_text.AsSpan(plain, i - plain)));
            if (++i >= _length) return text.ToString();
            if (_text[i] != 'u')
            {
                text.Append(_text[i] switch { (byte)'n' => '\n', (byte)'t' => '\t', (byte)'r' => '\r', var other => (char)other });
            }
            else
            {
                if (i + EscapeBytes - 1 > _length || !ushort.TryParse(
                    _text.AsSpan(i + 1, EscapeBytes - 2), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var unit))
                {
                    return text.ToString();
                }

                text.Append((char)unit);
                i += EscapeBytes - 2;
            }

            plain = i + 1;
        }

        return text.Append(Encoding.UTF8.GetString(_text.AsSpan(plain, _length - plain))).ToString();
    }

    private JsonMark ReadText()
    {
        _length = 0;
        while (true)
        {
            if (_at == _end && !Fill()) return JsonMark.End;
            var rest = _block.AsSpan(_at, _end - _at);
            var stop = rest.IndexOfAny((byte)'"', (byte)'\\');
            Keep(stop < 0 ? rest : rest[..stop]);
            _at = stop < 0 ? _end : _at + stop + 1;
            if (stop < 0) continue;
            if (rest[stop] == '"') break;
            if (_at == _end && !Fill()) return JsonMark.End;
            Keep([(byte)'\\', _block[_at]]);
            _at++;
        }

        // A text at the end of the input is no key.
        if (!PassBlanks() || _block[_at] != ':') return JsonMark.Text;
        _at++;
        return JsonMark.Key;
    }

    private void Keep(ReadOnlySpan<byte> bytes)
    {
        bytes = bytes[..Math.Min(bytes.Length, _text.Length - _length)];
        bytes.CopyTo(_text.AsSpan(_length));
        _length += bytes.Length;
    }

    private bool ReadNumber()
    {
        var negative = _block[_at] == '-';
        if (negative) _at++;
        long number = 0;
        var digits = 0;
        while (_at < _end || Fill())
        {
            var digit = _block[_at] - '0';
            if (digit is < 0 or > 9) break;
            if (++digits > MostDigits) return false;
            number = (number * 10) + digit;
            _at++;
        }

        Number = negative ? -number : number;
        return digits > 0;
    }

    private JsonMark ReadWord()
    {
        while ((_at < _end || Fill()) && _block[_at] is >= (byte)'a' and <= (byte)'z') _at++;
        return JsonMark.Word;
    }

    private bool PassBlanks()
    {
        while (true)
        {
            while (_at < _end && _block[_at] is (byte)' ' or (byte)',' or (byte)'\n' or (byte)'\r' or (byte)'\t') _at++;
            if (_at < _end) return true;
            if (!Fill()) return false;
        }
    }

    private bool Fill()
    {
        (_at, _end) = (0, 0);
        if (Failure is not null) return false;
        try
        {
            _end = stream.Read(_block);
        }
        catch (Exception exception) when (exception is IOException or InvalidDataException)
        {
            Failure = exception;
        }

        return _end > 0;
    }
}
