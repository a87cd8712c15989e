using Unpause.Requests.Columns;

namespace Unpause.Requests.Logs;

/// <summary>Lines laid out by a <see cref="LogFormat"/>. A variable reaches up to the text behind it, escaped quotes skipped.</summary>
internal sealed class FormattedLine(LogFormat format, RequestOptions options) : ILogLine
{
    private readonly Row _row = new(options);

    public LineOutcome Read(ReadOnlySpan<byte> line, RequestSetBuilder builder)
    {
        _row.Begin();
        var rest = line;
        var parts = format.Parts;
        if (!rest.StartsWith(parts[0].Before)) return LineOutcome.NotUnderstood;
        rest = rest[parts[0].Before.Length..];
        for (var index = 0; index < parts.Count - 1; index++)
        {
            var behind = parts[index + 1].Before;
            var last = index == parts.Count - 2;
            var end = behind.Length == 0 ? (last ? rest.Length : EndOfToken(rest)) : IndexOfUnescaped(rest, behind, last);
            if (end < 0) return LineOutcome.NotUnderstood;
            if (parts[index].Column is { Role: not ColumnRole.Ignored } column) _row.Take(column, rest[..end], builder);
            rest = rest[(end + behind.Length)..];
        }

        if (!_row.TryAddTo(builder)) return LineOutcome.NotUnderstood;
        Notes.Add(_row, builder);
        return LineOutcome.Request;
    }

    /// <summary>
    /// The end of a value before a blank; nginx's lists of upstream times have blanks after their commas and around their colons.
    /// </summary>
    private static int IndexBehindList(ReadOnlySpan<byte> text, ReadOnlySpan<byte> end)
    {
        for (var from = 0; from < text.Length;)
        {
            var found = text[from..].IndexOf(end);
            if (found < 0) return -1;
            found += from;
            var inList = (found > 0 && text[found - 1] is (byte)',' or (byte)':')
                || (end.Length == 1 && text[(found + 1)..].StartsWith(": "u8));
            if (!inList) return found;
            from = found + 1;
        }

        return -1;
    }

    private static int EndOfToken(ReadOnlySpan<byte> text)
    {
        var blank = text.IndexOf((byte)' ');
        return blank < 0 ? text.Length : blank;
    }

    private static int IndexOfUnescaped(ReadOnlySpan<byte> text, ReadOnlySpan<byte> end, bool last)
    {
        if (last) return text.EndsWith(end) ? text.Length - end.Length : text.IndexOf(end);
        if (end[0] == ' ') return IndexBehindList(text, end);
        if (end[0] != '"') return text.IndexOf(end);
        for (var from = 0; from < text.Length;)
        {
            var quote = LogText.EndOfQuoted(text[from..]);
            if (quote < 0) return -1;
            if (text[(from + quote)..].StartsWith(end)) return from + quote;
            from += quote + 1;
        }

        return -1;
    }
}
