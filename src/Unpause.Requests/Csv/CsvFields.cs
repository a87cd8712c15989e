namespace Unpause.Requests.Csv;

/// <summary>Walks over a line's fields; a quoted one is given without its quotes (doubled quotes inside are left doubled).</summary>
internal ref struct CsvFields(ReadOnlySpan<byte> line, byte separator)
{
    private ReadOnlySpan<byte> _rest = line;
    private bool _more = true;

    /// <summary>The current field, without blanks around it.</summary>
    public ReadOnlySpan<byte> Field { get; private set; }

    /// <summary>Goes to the next field; false at the end.</summary>
    public bool MoveNext()
    {
        if (!_more) return false;
        var start = _rest.TrimStart((byte)' ');
        var length = start.Length > 0 && start[0] == '"' ? EndOfQuoted(start) : 0;
        var quoted = length > 0;
        if (quoted) _rest = start;
        var end = _rest[length..].IndexOf(separator);
        _more = end >= 0;
        end = end < 0 ? _rest.Length : end + length;
        Field = quoted ? _rest[1..(length - 1)] : _rest[..end].Trim(" \t"u8);
        _rest = _more ? _rest[(end + 1)..] : default;
        return true;
    }

    /// <summary>Length of a quoted text with its quotes; 0 when it doesn't end.</summary>
    private static int EndOfQuoted(ReadOnlySpan<byte> text)
    {
        for (var index = 1; index < text.Length; index++)
        {
            if (text[index] != '"') continue;
            if (index + 1 >= text.Length || text[index + 1] != '"') return index + 1;
            index++;
        }

        return 0;
    }

    /// <summary>Which of comma, semicolon, tab and bar a header uses most.</summary>
    public static byte SeparatorOf(ReadOnlySpan<byte> header)
    {
        var best = (byte)',';
        foreach (var candidate in ",;\t|"u8)
        {
            if (header.Count(candidate) > header.Count(best)) best = candidate;
        }

        return best;
    }
}
