using Unpause.Requests.Columns;
using Unpause.Requests.Logs;

namespace Unpause.Requests.Csv;

/// <summary>
/// CSV with a request a line: <c>start,duration[,name]</c> without a header, or columns named in one (JMeter's, Locust
/// listeners', one's own). Comma, semicolon, tab or bar; quoted fields may not contain line ends.
/// </summary>
internal sealed class CsvLine(RequestOptions options) : ILogLine
{
    private const int MostColumns = 256;
    private static readonly TableColumn[] Headless =
        [new(ColumnRole.Start, null, Ambiguous: true), new(ColumnRole.Duration, null), new(ColumnRole.Name, null)];
    private TableColumn[]? _columns;
    private Row _row = new(options);
    private byte _separator;

    /// <summary>The product whose header it is; <c>csv</c> when it is unknown.</summary>
    public string Format { get; private set; } = "csv";

    public LineOutcome Read(ReadOnlySpan<byte> line, RequestSetBuilder builder)
    {
        if (line.StartsWith("\uFEFF"u8)) line = line[3..];
        if (line.IsEmpty || line[0] == '#') return LineOutcome.Other;
        if (_columns is null && Begin(line)) return LineOutcome.Other;
        return ReadRow(line, builder) ? LineOutcome.Request : LineOutcome.NotUnderstood;
    }

    /// <summary>Takes the first line: true when it is a header.</summary>
    private bool Begin(ReadOnlySpan<byte> line)
    {
        _separator = CsvFields.SeparatorOf(line);
        var names = new List<byte[]>();
        for (var fields = new CsvFields(line, _separator); fields.MoveNext() && names.Count < MostColumns;)
        {
            names.Add(fields.Field.ToArray());
        }

        if (Known.FirstOrDefault(layout => layout.Heads(names)) is { } known)
        {
            Format = known.Format;
            _columns = [.. names.Select(name => known.ColumnOf(name))];
            return true;
        }

        TableColumn[] columns = [.. names.Select(name => TableColumn.Parse(name))];
        var header = Array.Exists(columns, column => column.Role is ColumnRole.Duration or ColumnRole.End)
            && Array.Exists(columns, column => column.Role is ColumnRole.Start or ColumnRole.End);
        _columns = header ? columns : Headless;
        if (header && IsLocust(names)) BeginLocust(names);
        return header;
    }

    private IEnumerable<NamedLayout> Known =>
        options.BeganUnixNanoseconds is null ? NamedLayouts.Tables : NamedLayouts.Tables.Concat(NamedLayouts.OwnClocks);

    /// <summary>A Locust listener's header: it runs when a request has ended, and its response_time is in milliseconds.</summary>
    private static bool IsLocust(List<byte[]> names) => Has(names, "response_time"u8)
        && (Has(names, "request_type"u8) || Has(names, "response_length"u8));

    private static bool Has(List<byte[]> names, ReadOnlySpan<byte> sought)
    {
        foreach (var name in names)
        {
            if (sought.SequenceEqual(name)) return true;
        }

        return false;
    }

    private void BeginLocust(List<byte[]> names)
    {
        Format = "locust";
        var time = names.FindIndex(name => name.AsSpan().SequenceEqual("response_time"u8));
        _columns![time] = new TableColumn(ColumnRole.Duration, TimeUnit.Milliseconds);
        var hasStart = Array.Exists(_columns, column => column is { Role: ColumnRole.Start, Ambiguous: false });
        _row = new Row(options) { StampsAreEnds = !hasStart };
    }

    private bool ReadRow(ReadOnlySpan<byte> line, RequestSetBuilder builder)
    {
        _row.Begin();
        var index = 0;
        for (var fields = new CsvFields(line, _separator); index < _columns!.Length && fields.MoveNext(); index++)
        {
            if (_columns[index].Role != ColumnRole.Ignored) _row.Take(_columns[index], fields.Field, builder);
        }

        var added = _row.TryAddTo(builder);
        if (added) Notes.Add(_row, builder);
        return added;
    }
}

/// <summary>Walks over a line's fields; a quoted one is given without its quotes (doubled quotes inside are left doubled).</summary>
internal ref struct CsvFields(ReadOnlySpan<byte> line, byte separator)
{
    private ReadOnlySpan<byte> _rest = line;
    private bool _more = true;

    /// <summary>The current field, without blanks around it.</summary>
    public ReadOnlySpan<byte> Field { get; private set; }

    /// <summary>Goes to the next field; false at the end.</summary>
    public bool MoveNext()
    {
        if (!_more) return false;
        var start = _rest.TrimStart((byte)' ');
        var length = start.Length > 0 && start[0] == '"' ? EndOfQuoted(start) : 0;
        var quoted = length > 0;
        if (quoted) _rest = start;
        var end = _rest[length..].IndexOf(separator);
        _more = end >= 0;
        end = end < 0 ? _rest.Length : end + length;
        Field = quoted ? _rest[1..(length - 1)] : _rest[..end].Trim(" \t"u8);
        _rest = _more ? _rest[(end + 1)..] : default;
        return true;
    }

    /// <summary>Length of a quoted text with its quotes; 0 when it doesn't end.</summary>
    private static int EndOfQuoted(ReadOnlySpan<byte> text)
    {
        for (var index = 1; index < text.Length; index++)
        {
            if (text[index] != '"') continue;
            if (index + 1 >= text.Length || text[index + 1] != '"') return index + 1;
            index++;
        }

        return 0;
    }

    /// <summary>Which of comma, semicolon, tab and bar a header uses most.</summary>
    public static byte SeparatorOf(ReadOnlySpan<byte> header)
    {
        var best = (byte)',';
        foreach (var candidate in ",;\t|"u8)
        {
            if (header.Count(candidate) > header.Count(best)) best = candidate;
        }

        return best;
    }
}
