namespace Unpause.Fleet.Stores.ClickHouse;

/// <summary>Text that others wrote, as part of a query or a row.</summary>
internal static class ClickHouseText
{
    /// <summary>
    /// A string literal. Server 18.16 has no query parameters, so quotes and backslashes are escaped (ClickHouse, Syntax, String literals);
    /// control characters too, so that a query is one line of a log.
    /// </summary>
    public static string Literal(string text)
    {
        var literal = new StringBuilder(text.Length + 2).Append('\'');
        foreach (var character in text)
        {
            switch (character)
            {
                case '\'' or '\\':
                    literal.Append('\\').Append(character);
                    break;
                case < ' ' or '\u007F':
                    literal.Append("\\x").Append(((int)character).ToString("X2"));
                    break;
                default:
                    literal.Append(character);
                    break;
            }
        }

        return literal.Append('\'').ToString();
    }

    /// <summary>The UTF-8 of a text, at most so many bytes of it. What is no Unicode becomes U+FFFD.</summary>
    public static byte[] Utf8(string text, int mostBytes)
    {
        // No character needs more than three bytes for each of its UTF-16 units.
        if (text.Length <= mostBytes / 3) return Encoding.UTF8.GetBytes(text);
        var bytes = Encoding.UTF8.GetBytes(text.Length > mostBytes ? text[..mostBytes] : text);
        if (bytes.Length <= mostBytes) return bytes;
        var end = mostBytes;
        while (end > 0 && (bytes[end] & 0xC0) == 0x80) end--;
        return bytes[..end];
    }
}
