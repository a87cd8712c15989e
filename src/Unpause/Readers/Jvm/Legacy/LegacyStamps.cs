namespace Unpause.Readers.Jvm.Legacy;

/// <summary>
/// Stamps of legacy logs: <c>2019-05-07T22:04:29.977+0800: 729.479: [GC</c>, either part alone (PrintGCDateStamps,
/// PrintGCTimeStamps), or none. Some locales print a comma in the seconds.
/// </summary>
internal static class LegacyStamps
{
    private const int LongestSeconds = 24;

    /// <summary>Reads the stamp that stands directly before a position.</summary>
    public static JvmStamp? Before(ReadOnlySpan<byte> line, int position)
    {
        var text = TrimSeparator(line[..position]);
        if (text.Length == position) return null;
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

    /// <summary>Reads the stamp at a line's beginning and gives where the text after it begins.</summary>
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
            return new JvmStamp(uptime, true, date);
        }

        return date is { } wall ? new JvmStamp(wall, false, wall) : null;
    }

    private static long? DateAtEnd(ReadOnlySpan<byte> text) =>
        text.Length >= JvmDate.Length && JvmDate.TryRead(text[^JvmDate.Length..], out var unix) ? unix : null;

    private static ReadOnlySpan<byte> TrimSeparator(ReadOnlySpan<byte> text)
    {
        while (text.Length > 0 && text[^1] is (byte)' ' or (byte)':') text = text[..^1];
        return text;
    }
}
