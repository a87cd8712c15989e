using System.Text.Json;
using Unpause.Requests.Columns;

namespace Unpause.Requests.Json;

/// <summary>
/// Access logs and the like as JSON objects, one a request, with the column names of CSV as property names: nginx with
/// escape=json (time_iso8601 or msec, request_time), Envoy's JSON format (start_time, duration in ms), one's own.
/// </summary>
internal sealed class JsonLogReader(RequestSetBuilder builder, RequestOptions options) : IRequestReader, IJsonSink
{
    private const int Entry = 0, Property = 1;
    private const int KnownColumns = 256;
    private const int RecognitionBrokenValues = 8;
    private static readonly JsonShape Shape = new(Entry) { Any = new JsonShape(Property) };
    private readonly List<(byte[] Name, TableColumn Column)> _columns = [];
    private readonly byte[] _scratch = new byte[Limits.NameBytes * 4];
    private readonly Row _row = new(options);
    private TableColumn _column;
    private int _depth;
    private long _others;

    public static bool Recognises(ReadOnlySpan<byte> block)
    {
        if (!JsonRecognition.MayBeJson(block)) return false;
        var scratch = new RequestSetBuilder("recognition");
        using var stream = new MemoryStream(block.ToArray());
        var reader = new JsonLogReader(scratch, RequestOptions.Default);
        new JsonWalker(Shape, reader, scratch.Coverage, RecognitionBrokenValues).Run(stream, 0);
        return scratch.Set.Requests.Count > 0 && scratch.Set.Requests.Count >= scratch.Coverage.LinesNotUnderstood;
    }

    public void Read(Stream stream, long linesBefore)
    {
        new JsonWalker(Shape, this, builder.Coverage).Run(stream, linesBefore);
        if (_others > 0) builder.Coverage.Add($"{_others:N0} JSON objects have no readable time and duration; they are no requests");
    }

    public void Begin(int field, long offset, bool element)
    {
        if (_depth++ == 0) _row.Begin();
        _column = default;
    }

    public void End(int field, long endOffset)
    {
        if (--_depth > 0) return;
        if (_row.TryAddTo(builder)) Notes.Add(_row, builder);
        else _others++;
    }

    public void Abandon() => _depth = 0;

    public void Key(int field, ReadOnlySpan<byte> name)
    {
        foreach (var (known, column) in _columns)
        {
            if (!name.SequenceEqual(known)) continue;
            _column = column;
            return;
        }

        _column = TableColumn.Parse(name);
        if (_columns.Count < KnownColumns) _columns.Add((name.ToArray(), _column));
    }

    public void Value(int field, in Utf8JsonReader value)
    {
        if (field != Property || _depth != 1 || _column.Role == ColumnRole.Ignored) return;
        _row.Take(_column, JsonText.Utf8(in value, _scratch), builder);
    }
}
