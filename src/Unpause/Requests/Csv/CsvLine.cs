using Unpause.Requests.Columns;
using Unpause.Requests.Logs;

namespace Unpause.Requests.Csv;

/// <summary>
/// CSV with a request a line: <c>start,duration[,name]</c> without a header, or columns named in one (JMeter's, Locust
/// listeners', one's own). Comma, semicolon, tab or bar; quoted fields may not hold line ends.
/// </summary>
internal sealed class CsvLine(RequestOptions options) : ILogLine
{
    private static readonly TableColumn[] Headless =
        [new(ColumnRole.Start, null), new(ColumnRole.Duration, null), new(ColumnRole.Name, null)];
    private TableColumn[]? _columns;
    private Row _row = new(options);
    private byte _separator;

    /// <summary>Whether the header is a Locust listener's, which runs when a request has ended.</summary>
    public bool IsLocust { get; private set; }

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
        var columns = new List<TableColumn>();
        var locust = 0;
        for (var fields = new CsvFields(line, _separator); fields.MoveNext() && columns.Count < 256;)
        {
            columns.Add(TableColumn.Parse(fields.Field));
            if (fields.Field.SequenceEqual("response_time"u8)) locust |= 1;
            if (fields.Field.SequenceEqual("request_type"u8) || fields.Field.SequenceEqual("response_length"u8)) locust |= 2;
        }

        var header = columns.Exists(column => column.Role is ColumnRole.Duration or ColumnRole.End)
            && columns.Exists(column => column.Role is ColumnRole.Start or ColumnRole.End);
        _columns = header ? [.. columns] : Headless;
        IsLocust = header && locust == 3;
        if (IsLocust)
        {
            _row = new Row(options) { StampsAreEnds = !columns.Exists(column => column is { Role: ColumnRole.Start, Ambiguous: false }) };
        }

        return header;
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
