namespace Unpause.Recordings.Readers.Jvm.Legacy;

/// <summary>
/// Timestamps of legacy logs: <c>2019-05-07T22:04:29.977+0800: 729.479: [GC</c>, either part alone (PrintGCDateStamps,
/// PrintGCTimeStamps), or none. Some locales print a comma in the seconds.
/// </summary>
internal static class LegacyStamps
{
    /// <summary>A date, an uptime and a collection's number take less.</summary>
    public const int LongestBytes = 80;

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
        int? zone = null;
        if (line.Length > JvmDate.Length + 1 && line[JvmDate.Length] == ':' && JvmDate.TryRead(line[..JvmDate.Length], out var unix))
        {
            date = unix;
            zone = JvmDate.ZoneMinutes(line[..JvmDate.Length]);
            end = JvmDate.Length + 1;
            if (end < line.Length && line[end] == ' ') end++;
        }

        var cursor = new Utf8Cursor(line) { Position = end };
        if (cursor.TryTakeSeconds(out var uptime) && cursor.TryTake(": "u8))
        {
            end = cursor.Position;
            TakeNumber(line, ref end);
            return new JvmStamp(uptime, true, date) { ZoneMinutes = zone };
        }

        if (date is not null) TakeNumber(line, ref end);
        return date is { } wall ? new JvmStamp(wall, false, wall) { ZoneMinutes = zone } : null;
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

/// <summary>Recognises logs of JDK 1.4-8.</summary>
internal static class LegacyFormat
{
    private static readonly byte[][] Openings =
    [
        "[GC"u8.ToArray(), "[Full GC"u8.ToArray(), "[ParNew"u8.ToArray(), "[PSYoungGen: "u8.ToArray(), "[CMS-concurrent-"u8.ToArray(),
        "[Pause "u8.ToArray(), "[Incremental GC"u8.ToArray(),
    ];

    /// <summary>Whether a block of text contains collections or stops of a legacy log.</summary>
    public static bool Recognises(ReadOnlySpan<byte> block)
    {
        foreach (var opening in Openings)
        {
            if (HasOpening(block, opening)) return true;
        }

        return block.IndexOf(LegacyScanner.StoppedText) >= 0 || NativeStamp.IsIn(block);
    }

    /// <summary>Where a collector's line begins behind a prefix; 0 when it has none, -1 when the line is no collector's.</summary>
    public static int StartOf(ReadOnlySpan<byte> line)
    {
        var index = line.IndexOf(LegacyScanner.StoppedText);
        foreach (var opening in Openings)
        {
            var at = (index < 0 ? line : line[..index]).IndexOf(opening);
            if (at >= 0) index = at;
        }

        if (index <= 0) return index;
        // Stamps belong to the line.
        for (var start = Math.Max(0, index - LegacyStamps.LongestBytes); start < index; start++)
        {
            if (!char.IsAsciiDigit((char)line[start]) || (start > 0 && char.IsAsciiDigit((char)line[start - 1]))) continue;
            if (LegacyStamps.AtStart(line[start..], out var end) is not null && start + end == index) return start;
        }

        return IsUnstamped(line[index..]) ? index : -1;
    }

    /// <summary>Whether a text is a whole collection without a timestamp: <c>[GC (Allocation Failure)  24M-&gt;4M(64M), …</c>.</summary>
    private static bool IsUnstamped(ReadOnlySpan<byte> text)
    {
        var name = text.StartsWith("[Full GC "u8) ? 9 : text.StartsWith("[GC pause "u8) ? 10 : text.StartsWith("[GC "u8) ? 4
            : text.StartsWith("[Incremental GC "u8) ? 16 : text.Length;
        return name < text.Length && text[name] is (byte)'(' or (byte)'[' or (>= (byte)'0' and <= (byte)'9')
            && text.IndexOf("->"u8) >= 0 && text.EndsWith("]"u8);
    }

    /// <summary>The first timestamp at a line's beginning; null for a log without times.</summary>
    public static PartStamp? FirstStamp(ReadOnlySpan<byte> block)
    {
        foreach (var range in block.Split((byte)'\n'))
        {
            if (LegacyStamps.AtStart(block[range], out _) is { } stamp) return stamp.ToPartStamp();
        }

        return null;
    }

    /// <summary>The opening, after a timestamp or at a line's beginning, and on the same line the beginning of what follows it.</summary>
    private static bool HasOpening(ReadOnlySpan<byte> block, ReadOnlySpan<byte> opening)
    {
        while (true)
        {
            var index = block.IndexOf(opening);
            if (index < 0) return false;
            var before = block[..index].TrimEnd((byte)' ');
            var atStart = before.IsEmpty || before[^1] is (byte)'\n' or (byte)':';
            var next = index + opening.Length < block.Length ? block[index + opening.Length] : (byte)' ';
            if (atStart && opening is [(byte)'[', (byte)'P', (byte)'a', ..])
            {
                // Shenandoah's pauses by name: an application may print other brackets with that word.
                if (ShenandoahLines.NameOf(block[(index + 1)..]) is not null) return true;
            }
            else if (atStart && (next is not ((byte)']' or >= (byte)'A' and <= (byte)'Z' or (byte)',' or (byte)'_')
                || block[(index + opening.Length)..].StartsWith("AdaptiveSize"u8)))
            {
                return true;
            }

            block = block[(index + opening.Length)..];
        }
    }
}

/// <summary>
/// The time in lines of native images up to GraalVM 22.1, <c>[1234 msec: Incremental GC (</c>: of the end, since the first allocation
/// (GCImpl.java, printGCAfter, with PrintGCTimeStamps).
/// </summary>
internal static class NativeStamp
{
    private const long NanosecondsAMillisecond = 1_000_000;

    private static ReadOnlySpan<byte> Unit => " msec: "u8;

    /// <summary>Whether a block of text has such a line.</summary>
    public static bool IsIn(ReadOnlySpan<byte> block) =>
        block.IndexOf(" msec: Incremental GC ("u8) >= 0 || block.IndexOf(" msec: Full GC ("u8) >= 0;

    /// <summary>Reads the time with which the content of a bracket begins.</summary>
    /// <param name="length">Its bytes with the blank behind it; 0 without one.</param>
    public static long? AtStart(ReadOnlySpan<byte> content, out int length)
    {
        length = 0;
        if (content.IsEmpty || !char.IsAsciiDigit((char)content[0])) return null;
        var cursor = new Utf8Cursor(content);
        if (!cursor.TryTakeFixed(0, out var milliseconds) || !cursor.TryTake(Unit)) return null;
        if (milliseconds > Limits.LongestNanoseconds / NanosecondsAMillisecond) return null;
        length = cursor.Position;
        return milliseconds * NanosecondsAMillisecond;
    }
}
