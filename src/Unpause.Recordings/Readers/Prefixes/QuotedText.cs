namespace Unpause.Recordings.Readers.Prefixes;

/// <summary>Strings of JSON (RFC 8259) and CSV (RFC 4180), in which lines are stored.</summary>
internal static class QuotedText
{
    /// <summary>Where a string ends; -1 when its closing quote is missing.</summary>
    /// <param name="line">The line.</param>
    /// <param name="start">Behind its opening quote.</param>
    public static int End(ReadOnlySpan<byte> line, int start)
    {
        for (var i = start; i < line.Length; i++)
        {
            if (line[i] == '\\') i++;
            else if (line[i] == '"' && (i == start || i + 1 == line.Length || line[i + 1] != '"')) return i;
            // In CSV a quote is doubled.
            else if (line[i] == '"') i++;
        }

        return -1;
    }

    /// <summary>Undoes the escapes; the line's own end, which is one of them, is left out.</summary>
    /// <param name="text">Between the quotes.</param>
    /// <param name="decoded">As long as the text at least.</param>
    /// <returns>Bytes written.</returns>
    public static int Decode(ReadOnlySpan<byte> text, Span<byte> decoded)
    {
        var written = 0;
        for (var i = 0; i < text.Length; i++)
        {
            if (text[i] == '"' && i + 1 < text.Length && text[i + 1] == '"') i++;
            if (text[i] != '\\' || i + 1 == text.Length)
            {
                decoded[written++] = text[i];
                continue;
            }

            switch (text[++i])
            {
                case (byte)'n' or (byte)'r': break;
                case (byte)'t': decoded[written++] = (byte)'\t'; break;
                case (byte)'u' when TryReadUnit(text[(i + 1)..], out var unit):
                    // Never longer than the six bytes of its escape.
                    written += new Rune(char.IsSurrogate(unit) ? '\uFFFD' : unit).EncodeToUtf8(decoded[written..]);
                    i += 4;
                    break;
                default: decoded[written++] = text[i]; break;
            }
        }

        return written;
    }

    private static bool TryReadUnit(ReadOnlySpan<byte> digits, out char unit)
    {
        unit = default;
        if (digits.Length < 4 || !ushort.TryParse(digits[..4], NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var value))
        {
            return false;
        }

        unit = (char)value;
        return true;
    }
}
