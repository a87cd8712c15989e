using Unpause.Requests.Columns;

namespace Unpause.Requests.Logs;

/// <summary>
/// How each line of an access log is laid out, in the words of the server's own configuration: nginx's <c>log_format</c>
/// (<c>$remote_addr [$time_local] "$request" $request_time</c>) or Apache's <c>LogFormat</c> (<c>%h %t "%r" %>s %D</c>) or gunicorn's
/// <c>access_log_format</c> (<c>%(h)s %(t)s "%(r)s" %(s)s %(M)s</c>). Tomcat's patterns look like Apache's, but its %t is the end, and its
/// %D in milliseconds up to 10.0: only what Tomcat can't write (<c>%&gt;s</c>) shows that a format is Apache's.
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

    private static readonly (string Directive, ColumnRole Role, TimeUnit? Unit)[] GunicornAtoms =
    [
        ("t", ColumnRole.End, null), ("r", ColumnRole.Request, null), ("m", ColumnRole.Method, null), ("U", ColumnRole.Name, null),
        ("M", ColumnRole.Duration, TimeUnit.Milliseconds), ("D", ColumnRole.Duration, TimeUnit.Microseconds),
        ("L", ColumnRole.Duration, TimeUnit.Seconds), ("T", ColumnRole.Duration, TimeUnit.Seconds),
    ];

    private LogFormat(List<LogFormatPart> parts) => Parts = parts;

    /// <summary>Variables in order, each with the text before it; last, the text at the line's end.</summary>
    internal IReadOnlyList<LogFormatPart> Parts { get; }

    /// <summary>Reads a layout.</summary>
    /// <exception cref="FormatException">It has no time or no duration; the message explains what to add.</exception>
    public static LogFormat Parse(string text)
    {
        var parts = new List<LogFormatPart>();
        var literal = new StringBuilder();
        var apache = !text.Contains('$', StringComparison.Ordinal);
        var gunicorn = apache && text.Contains("%(", StringComparison.Ordinal);
        var modified = text.Contains("%>", StringComparison.Ordinal) || text.Contains("%<", StringComparison.Ordinal);
        var tomcat = apache && !gunicorn && !modified;
        for (var index = 0; index < text.Length;)
        {
            var length = gunicorn ? GunicornLength(text, index) : apache ? ApacheLength(text, index) : NginxLength(text, index);
            if (length == 0)
            {
                literal.Append(text[index++]);
                continue;
            }

            var column = gunicorn
                ? Find(GunicornAtoms, text.Substring(index + 2, length - 4))
                : apache
                ? ApacheColumn(text.Substring(index + 1, length - 1), tomcat)
                : TableColumn.Parse(Encoding.UTF8.GetBytes(text.Substring(index + 1, length - 1).Trim('{', '}')));
            // %t brings its own brackets.
            var bracketed = apache && text.AsSpan(index, length) is "%t" or "%(t)s";
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

    /// <summary>Length of an atom: <c>%(name)s</c>.</summary>
    private static int GunicornLength(string text, int index)
    {
        if (!text.AsSpan(index).StartsWith("%(")) return 0;
        var end = text.IndexOf(")s", index, StringComparison.Ordinal);
        return end < 0 ? 0 : end + 2 - index;
    }

    private static TableColumn ApacheColumn(string directive, bool tomcat)
    {
        directive = directive.TrimStart('<', '>', '!', ',', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9');
        return (directive, tomcat) switch
        {
            ("D", true) => new TableColumn(ColumnRole.Duration, null),
            ("F", true) => new TableColumn(ColumnRole.Duration, TimeUnit.Milliseconds),
            ("t" or "{msec}t" or "{sec}t", true) => Find(ApacheDirectives, directive) with { Ambiguous = true },
            _ => Find(ApacheDirectives, directive),
        };
    }

    private static TableColumn Find((string Directive, ColumnRole Role, TimeUnit? Unit)[] table, string directive)
    {
        foreach (var row in table)
        {
            if (row.Directive == directive) return new TableColumn(row.Role, row.Unit);
        }

        return default;
    }
}

/// <summary>A variable of a log format.</summary>
/// <param name="Before">The text before it.</param>
/// <param name="Column">What it contains; null for the line's end, which is no variable.</param>
internal sealed record LogFormatPart(byte[] Before, TableColumn? Column);
