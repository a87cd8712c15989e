using Unpause.Requests.Columns;

namespace Unpause.Requests.Logs;

/// <summary>
/// Lines of <c>key=value</c> with the column names of CSV as keys (<c>start_ms=… duration_us=…</c>), as in logfmt and in the lines
/// that unpause recommends for servers; other words and texts may be between them. A quoted request line is the name, and an ISO 8601
/// time at the line's beginning, which loggers put there, a timestamp.
/// </summary>
/// <param name="layout">The product; null to go by the words.</param>
internal sealed class KeyValueLine(RequestOptions options, NamedLayout? layout = null) : ILogLine
{
    private const int KnownColumns = 256;
    private static readonly TableColumn LeadingStamp = new(ColumnRole.Start, null, Ambiguous: true);
    private readonly List<(byte[] Name, TableColumn Column)> _columns = [];
    private readonly Row _row = new(options);

    public LineOutcome Read(ReadOnlySpan<byte> line, RequestSetBuilder builder)
    {
        if (line.IndexOf((byte)'=') < 0 || IsElement(line)) return LineOutcome.NotUnderstood;
        if (layout?.MayBeIn(line) == false) return LineOutcome.Other;
        _row.Begin();
        TakeLeadingStamp(line, builder);
        for (var rest = line; TakeValue(ref rest, builder);)
        {
        }

        if (!_row.TryAddTo(builder)) return LineOutcome.NotUnderstood;
        Notes.Add(_row, builder);
        return LineOutcome.Request;
    }

    /// <summary>Whether a line is an element of XML, as in OpenJ9's GC log; syslog's priority (<c>&lt;134&gt;</c>) is none.</summary>
    private static bool IsElement(ReadOnlySpan<byte> line) =>
        line.TrimStart((byte)' ') is [(byte)'<', (byte)'?' or (byte)'!' or (byte)'/' or >= (byte)'A', ..];

    /// <summary>Ruby's logger begins its lines with <c>I, [2023-01-15T08:23:45.123456 #1234]</c>, others with the time itself.</summary>
    private void TakeLeadingStamp(ReadOnlySpan<byte> line, RequestSetBuilder builder)
    {
        if (line.Length > 4 && line[1] == ',' && line[3] == '[') line = line[4..];
        else if (line[0] == '[') line = line[1..];
        var end = line.IndexOfAny(" ]"u8);
        if (end < 0 || !WallTime.TryParseIso(line[..end], out _, out _, out _)) return;
        _row.Take(layout is null ? LeadingStamp : new TableColumn(ColumnRole.End, null), line[..end], builder);
    }

    private bool TakeValue(ref ReadOnlySpan<byte> rest, RequestSetBuilder builder)
    {
        rest = rest.TrimStart(" \t"u8);
        if (rest.IsEmpty) return false;
        var keyEnd = rest.IndexOfAny("= \""u8);
        var key = keyEnd > 0 && rest[keyEnd] == '=' ? rest[..keyEnd] : default;
        if (key.Length > 0) rest = rest[(keyEnd + 1)..];
        var value = ValueOf(ref rest);
        if (key.Length > 0) Take(key, value, builder);
        else if (value.IndexOf(" HTTP"u8) > 0) _row.Take(new TableColumn(ColumnRole.Request, null), value, builder);
        return true;
    }

    private static ReadOnlySpan<byte> ValueOf(scoped ref ReadOnlySpan<byte> rest)
    {
        if (rest.Length > 0 && rest[0] == '"' && LogText.EndOfQuoted(rest[1..]) is var quote and >= 0)
        {
            var quoted = rest.Slice(1, quote);
            rest = rest[(quote + 2)..];
            return quoted;
        }

        var blank = rest.IndexOfAny((byte)' ', (byte)'\t');
        var value = blank < 0 ? rest : rest[..blank];
        rest = blank < 0 ? default : rest[(blank + 1)..];
        return value;
    }

    private void Take(ReadOnlySpan<byte> key, ReadOnlySpan<byte> value, RequestSetBuilder builder)
    {
        var column = Column(key);
        if (column.Role != ColumnRole.Ignored) _row.Take(column, value, builder);
    }

    private TableColumn Column(ReadOnlySpan<byte> key)
    {
        foreach (var (known, column) in _columns)
        {
            if (key.SequenceEqual(known)) return column;
        }

        // The name that nginx's own documentation gives to $request_time.
        var parsed = layout?.ColumnOf(key)
            ?? (key.SequenceEqual("rt"u8)
                ? new TableColumn(ColumnRole.Duration, TimeUnit.Seconds) { WholeUnknown = true }
                : TableColumn.Parse(key));
        if (_columns.Count < KnownColumns) _columns.Add((key.ToArray(), parsed));
        return parsed;
    }
}
