using System.Text;
using Unpause.Requests.Columns;

namespace Unpause.Requests.Logs;

/// <summary>
/// How each line of an access log is laid out, in the words of the server's own configuration: nginx's <c>log_format</c>
/// (<c>$remote_addr [$time_local] "$request" $request_time</c>) or Apache's <c>LogFormat</c> (<c>%h %t "%r" %>s %D</c>).
/// In nginx's form, names of CSV columns are variables too (<c>$start_ms $duration_us $name</c>).
/// </summary>
public sealed class LogFormat
{
    private static readonly (string Directive, ColumnRole Role, TimeUnit? Unit)[] ApacheDirectives =
    [
        ("t", ColumnRole.Start, null), ("{begin:sec}t", ColumnRole.Start, TimeUnit.Seconds), ("{sec}t", ColumnRole.Start, TimeUnit.Seconds),
        ("{msec}t", ColumnRole.Start, TimeUnit.Milliseconds), ("{begin:msec}t", ColumnRole.Start, TimeUnit.Milliseconds),
        ("{usec}t", ColumnRole.Start, TimeUnit.Microseconds), ("{begin:usec}t", ColumnRole.Start, TimeUnit.Microseconds),
        ("{end:sec}t", ColumnRole.End, TimeUnit.Seconds),
        ("{end:msec}t", ColumnRole.End, TimeUnit.Milliseconds),
        ("{end:usec}t", ColumnRole.End, TimeUnit.Microseconds),
        ("D", ColumnRole.Duration, TimeUnit.Microseconds), ("T", ColumnRole.Duration, TimeUnit.Seconds),
        ("{s}T", ColumnRole.Duration, TimeUnit.Seconds),
        ("{ms}T", ColumnRole.Duration, TimeUnit.Milliseconds),
        ("{us}T", ColumnRole.Duration, TimeUnit.Microseconds),
        ("r", ColumnRole.Request, null), ("m", ColumnRole.Method, null), ("U", ColumnRole.Name, null), ("P", ColumnRole.ProcessId, null),
    ];

    private LogFormat(List<LogFormatPart> parts) => Parts = parts;

    /// <summary>Variables in order, each with the text that stands before it; last, the text at the line's end.</summary>
    internal IReadOnlyList<LogFormatPart> Parts { get; }

    /// <summary>Reads a layout.</summary>
    /// <exception cref="FormatException">It has no time or no duration; the message says what to add.</exception>
    public static LogFormat Parse(string text)
    {
        var parts = new List<LogFormatPart>();
        var literal = new StringBuilder();
        var apache = !text.Contains('$', StringComparison.Ordinal);
        for (var index = 0; index < text.Length;)
        {
            var length = apache ? ApacheLength(text, index) : NginxLength(text, index);
            if (length == 0)
            {
                literal.Append(text[index++]);
                continue;
            }

            var column = apache
                ? ApacheColumn(text.Substring(index + 1, length - 1))
                : TableColumn.Parse(Encoding.UTF8.GetBytes(text.Substring(index + 1, length - 1).Trim('{', '}')));
            // Apache's %t brings its own brackets.
            var bracketed = apache && text.AsSpan(index, length).SequenceEqual("%t");
            parts.Add(new LogFormatPart(Encoding.UTF8.GetBytes(bracketed ? literal + "[" : literal.ToString()), column));
            literal.Clear();
            if (bracketed) literal.Append(']');
            index += length;
        }

        parts.Add(new LogFormatPart(Encoding.UTF8.GetBytes(literal.ToString()), null));
        Check(parts);
        return new LogFormat(parts);
    }

    private static void Check(List<LogFormatPart> parts)
    {
        var stamps = parts.Count(part => part.Column is { Role: ColumnRole.Start or ColumnRole.End });
        if (stamps == 0)
        {
            throw new FormatException("the log format has no time: it needs $msec, $time_local or $time_iso8601 (nginx), or %t (Apache)");
        }

        if (stamps < 2 && !parts.Exists(part => part.Column?.Role == ColumnRole.Duration))
        {
            throw new FormatException("the log format has no request time: it needs $request_time (nginx), or %D (Apache)");
        }
    }

    private static int NginxLength(string text, int index)
    {
        if (text[index] != '$') return 0;
        var end = index + 1;
        if (end < text.Length && text[end] == '{') return Math.Max(0, text.IndexOf('}', end) + 1 - index);
        while (end < text.Length && (char.IsAsciiLetterOrDigit(text[end]) || text[end] == '_')) end++;
        return end - index > 1 ? end - index : 0;
    }

    /// <summary>Length of a directive: %, modifiers, {argument}, letter.</summary>
    private static int ApacheLength(string text, int index)
    {
        if (text[index] != '%') return 0;
        var end = index + 1;
        while (end < text.Length && (text[end] is '<' or '>' or '!' or ',' || char.IsAsciiDigit(text[end]))) end++;
        if (end < text.Length && text[end] == '{') end = text.IndexOf('}', end) + 1;
        return end > index && end < text.Length ? end + 1 - index : 0;
    }

    private static TableColumn ApacheColumn(string directive)
    {
        directive = directive.TrimStart('<', '>', '!', ',', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9');
        foreach (var row in ApacheDirectives)
        {
            if (row.Directive == directive) return new TableColumn(row.Role, row.Unit);
        }

        return default;
    }
}
