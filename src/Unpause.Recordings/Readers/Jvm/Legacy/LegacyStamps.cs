namespace Unpause.Recordings.Readers.Jvm.Legacy;

/// <summary>
/// Timestamps of legacy logs: <c>2019-05-07T22:04:29.977+0800: 729.479: [GC</c>, either part alone (PrintGCDateStamps,
/// PrintGCTimeStamps), or none. Some locales print a comma in the seconds.
/// </summary>
internal static class LegacyStamps
{
    private const int LongestSeconds = 24;

    /// <summary>Reads the timestamp directly before a position.</summary>
    public static JvmStamp? Before(ReadOnlySpan<byte> line, int position)
    {
        var text = TrimSeparator(line[..position]);
        if (text.Length == position) return null;
        text = WithoutNumber(text);
        if (DateAtEnd(text) is { } only) return new JvmStamp(only, false, only);
        var start = text.Length;
        while (start > 0 && text.Length - start < LongestSeconds
            && text[start - 1] is (>= (byte)'0' and <= (byte)'9') or (byte)'.' or (byte)',')
        {
            start--;
        }

        var cursor = new Utf8Cursor(text[start..]);
        if (!cursor.TryTakeSeconds(out var uptime) || !cursor.AtEnd) return null;
        return new JvmStamp(uptime, true, DateAtEnd(TrimSeparator(text[..start])));
    }

    /// <summary>Reads the timestamp at a line's beginning and gives where the text after it begins.</summary>
    public static JvmStamp? AtStart(ReadOnlySpan<byte> line, out int end)
    {
        end = 0;
        long? date = null;
        if (line.Length > JvmDate.Length + 1 && line[JvmDate.Length] == ':' && JvmDate.TryRead(line[..JvmDate.Length], out var unix))
        {
            date = unix;
            end = JvmDate.Length + 1;
            if (end < line.Length && line[end] == ' ') end++;
        }

        var cursor = new Utf8Cursor(line) { Position = end };
        if (cursor.TryTakeSeconds(out var uptime) && cursor.TryTake(": "u8))
        {
            end = cursor.Position;
            TakeNumber(line, ref end);
            return new JvmStamp(uptime, true, date);
        }

        if (date is not null) TakeNumber(line, ref end);
        return date is { } wall ? new JvmStamp(wall, false, wall) : null;
    }

    /// <summary>Consumes a collection's number, <c>#5: </c> (PrintGCID, JDK 8), which follows the timestamp.</summary>
    private static void TakeNumber(ReadOnlySpan<byte> line, ref int end)
    {
        if (end >= line.Length || line[end] != '#') return;
        var cursor = new Utf8Cursor(line) { Position = end + 1 };
        if (cursor.TryTakeFixed(0, out _) && cursor.TryTake(": "u8)) end = cursor.Position;
    }

    private static ReadOnlySpan<byte> WithoutNumber(ReadOnlySpan<byte> text)
    {
        var digits = text.Length;
        while (digits > 0 && char.IsAsciiDigit((char)text[digits - 1])) digits--;
        return digits > 0 && digits < text.Length && text[digits - 1] == '#' ? TrimSeparator(text[..(digits - 1)]) : text;
    }

    private static long? DateAtEnd(ReadOnlySpan<byte> text) =>
        text.Length >= JvmDate.Length && JvmDate.TryRead(text[^JvmDate.Length..], out var unix) ? unix : null;

    private static ReadOnlySpan<byte> TrimSeparator(ReadOnlySpan<byte> text)
    {
        while (text.Length > 0 && text[^1] is (byte)' ' or (byte)':') text = text[..^1];
        return text;
    }
}
