using Unpause.Requests.Columns;

namespace Unpause.Requests.Logs;

/// <summary>What the lines of web frameworks have in common.</summary>
internal static class FrameworkText
{
    /// <summary>Longest line that colours are removed from, without them.</summary>
    public const int PlainBytes = 1024;

    /// <summary>Longest time that is kept.</summary>
    public const int StampBytes = 64;

    private const int ZonedStampBlanks = 3;

    public static readonly TableColumn End = new(ColumnRole.End, null);
    public static readonly TableColumn Start = new(ColumnRole.Start, null);
    public static readonly TableColumn Request = new(ColumnRole.Request, null);
    public static readonly TableColumn Status = new(ColumnRole.Status, null);
    public static readonly TableColumn Milliseconds = new(ColumnRole.Duration, TimeUnit.Milliseconds);
    private static readonly TableColumn Duration = new(ColumnRole.Duration, null);
    private static readonly TableColumn Method = new(ColumnRole.Method, null);
    private static readonly TableColumn Path = new(ColumnRole.Name, null);

    /// <summary>Gives a row its status and its duration, which has its unit behind it.</summary>
    public static void TakeAnswer(Row row, ReadOnlySpan<byte> status, ReadOnlySpan<byte> duration, RequestSetBuilder builder)
    {
        row.Take(Status, status, builder);
        row.Take(Duration, duration, builder);
    }

    /// <summary>Gives a row its name.</summary>
    public static void TakeName(Row row, ReadOnlySpan<byte> method, ReadOnlySpan<byte> path, RequestSetBuilder builder)
    {
        row.Take(Path, path, builder);
        row.Take(Method, method, builder);
    }

    /// <summary>The path of an absolute URL; anything else as it is.</summary>
    public static ReadOnlySpan<byte> PathOf(ReadOnlySpan<byte> url)
    {
        var scheme = url.IndexOf("://"u8);
        if (scheme < 0) return url;
        var path = url[(scheme + 3)..].IndexOf((byte)'/');
        return path < 0 ? "/"u8 : url[(scheme + 3 + path)..];
    }

    /// <summary>The text up to the next blank.</summary>
    public static ReadOnlySpan<byte> Word(ReadOnlySpan<byte> text)
    {
        var end = text.IndexOf((byte)' ');
        return end < 0 ? text.TrimEnd((byte)'\r') : text[..end];
    }

    /// <summary>
    /// The ISO time at a line's beginning, of up to three words (<c>2024-05-01 12:00:02.123 +00:00</c>), also in a bracket and behind the
    /// letter of Ruby's logger (<c>I, [2024-05-01T12:00:00.123456 #123]</c>). Empty without one.
    /// </summary>
    public static ReadOnlySpan<byte> LeadingStamp(ReadOnlySpan<byte> line)
    {
        if (line.Length > 4 && line[1] == ',' && line[3] == '[') line = line[4..];
        else if (line is [(byte)'[', ..]) line = line[1..];
        if (line.Length < 10 || !char.IsAsciiDigit((char)line[0])) return default;
        ReadOnlySpan<byte> longest = default;
        var end = 0;
        for (var words = 0; words < ZonedStampBlanks && end < line.Length; words++)
        {
            var next = line[end..].IndexOfAny(" ]"u8);
            end = next < 0 ? line.Length : end + next;
            if (WallTime.TryParseIso(line[..end], out _, out _, out _)) longest = line[..end];
            if (end < line.Length && line[end] == ']') break;
            end++;
        }

        return longest;
    }

    /// <summary>Takes the local time that Go's loggers begin a line with: <c>2021/03/04 12:00:00</c>.</summary>
    /// <param name="text">The line; afterwards what follows the time.</param>
    /// <param name="between">What stands between date and time.</param>
    public static bool TryTakeStamp(ref ReadOnlySpan<byte> text, ReadOnlySpan<byte> between, Row row, RequestSetBuilder builder)
    {
        const int Date = 10, Longest = 32;
        if (text.Length < Date + between.Length || text[4] != '/' || text[7] != '/' || !text[Date..].StartsWith(between)) return false;
        var time = Word(text[(Date + between.Length)..]);
        if (time.Length is < 8 or > Longest - Date - 1) return false;
        Span<byte> iso = stackalloc byte[Longest];
        text[..Date].CopyTo(iso);
        iso[4] = iso[7] = (byte)'-';
        iso[Date] = (byte)'T';
        time.CopyTo(iso[(Date + 1)..]);
        text = text[(Date + between.Length + time.Length)..];
        row.Take(End, iso[..(Date + 1 + time.Length)], builder);
        return true;
    }

    /// <summary>A line without the escape sequences that colour it; beyond the buffer's length it is cut.</summary>
    public static ReadOnlySpan<byte> WithoutColours(ReadOnlySpan<byte> line, byte[] buffer)
    {
        if (line.IndexOf((byte)0x1b) < 0) return line;
        var length = 0;
        while (!line.IsEmpty)
        {
            var escape = line.IndexOf((byte)0x1b);
            var plain = escape < 0 ? line : line[..escape];
            plain = plain[..Math.Min(plain.Length, buffer.Length - length)];
            plain.CopyTo(buffer.AsSpan(length));
            length += plain.Length;
            if (escape < 0) break;
            var end = line[escape..].IndexOf((byte)'m');
            line = end < 0 ? default : line[(escape + end + 1)..];
        }

        return buffer.AsSpan(0, length);
    }
}

/// <summary>The fields of a line, without the blanks around them.</summary>
internal ref struct FrameworkFields(ReadOnlySpan<byte> text, byte separator)
{
    /// <summary>What is left.</summary>
    public ReadOnlySpan<byte> Rest { get; private set; } = text;

    /// <summary>Takes the next field; false where no separator follows it.</summary>
    public bool TryTake(out ReadOnlySpan<byte> field)
    {
        field = default;
        var end = Rest.IndexOf(separator);
        if (end < 0) return false;
        field = Rest[..end].Trim((byte)' ');
        Rest = Rest[(end + 1)..];
        return true;
    }
}
