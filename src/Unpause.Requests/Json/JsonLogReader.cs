using System.Text.Json;
using Unpause.Requests.Columns;

namespace Unpause.Requests.Json;

/// <summary>
/// Access logs and the like as JSON objects, one a request, alone or in a list called <c>records</c>: those of a known product by its
/// <see cref="NamedLayout"/>, others with the column names of CSV as property names: nginx with escape=json (time_iso8601 or msec,
/// request_time), one's own.
/// </summary>
/// <param name="builder">Takes the requests.</param>
/// <param name="layout">The product; null to go by the words.</param>
internal sealed class JsonLogReader(RequestSetBuilder builder, RequestOptions options, NamedLayout? layout = null)
    : IRequestReader, IJsonSink
{
    private const int Entry = 0, Property = 1, Inner = 2;
    private const int KnownColumns = 256;
    private const int LongestName = 128;
    private const int SlogProperties = 3;
    private const int RecognitionBrokenValues = 8;
    private static readonly JsonShape Shape = MakeShape();
    private readonly List<(byte[] Name, TableColumn Column)> _columns = [];
    private readonly byte[] _scratch = new byte[Limits.NameBytes * 4];
    private readonly byte[] _name = new byte[LongestName];
    private readonly Row _row = new(options);
    private TableColumn _column;
    private int _holderLength;
    private int _nextColumn;
    private int _properties;
    private int _slogProperties;
    private bool _open;
    private long _others;

    /// <summary>Whether a block contains objects that are requests.</summary>
    public static bool Recognises(ReadOnlySpan<byte> block, NamedLayout? layout = null)
    {
        if (!JsonRecognition.MayBeJson(block) || layout?.MayBeIn(block) == false) return false;
        var scratch = new RequestSetBuilder("recognition");
        using var stream = new MemoryStream(block.ToArray());
        var reader = new JsonLogReader(scratch, RequestOptions.Default, layout);
        new JsonWalker(Shape, reader, scratch.Coverage, RecognitionBrokenValues).Run(stream, 0);
        var found = scratch.Set.Requests.Count + scratch.UnitsUnknown;
        return found > 0 && found >= scratch.Coverage.LinesUnparsed;
    }

    public void Read(Stream stream, long linesBefore)
    {
        new JsonWalker(Shape, this, builder.Coverage).Run(stream, linesBefore);
        if (_others > 0) builder.Coverage.Add($"{_others:N0} JSON objects have no readable time and duration and do not count as requests");
    }

    public void Begin(int field, long offset, bool element)
    {
        if (field == Entry)
        {
            _row.Begin();
            _open = true;
            (_nextColumn, _properties, _slogProperties) = (0, 0, 0);
        }

        // Values in a list inside a request are not of the request itself.
        if (field == Property && element) _holderLength = 0;
        _column = default;
    }

    public void End(int field, long endOffset)
    {
        if (field != Entry || !_open) return;
        _open = false;
        builder.IsOfSlog |= _slogProperties == SlogProperties;
        if (_row.TryAddTo(builder)) Notes.Add(_row, builder);
        else _others++;
    }

    public void Abandon() => _open = false;

    public void Key(int field, ReadOnlySpan<byte> name)
    {
        if (field == Inner)
        {
            _column = layout is null || _holderLength == 0 ? default : InnerColumn(name);
            return;
        }

        if (_properties++ < SlogProperties && name.SequenceEqual(SlogProperty(_properties))) _slogProperties++;
        _column = Column(name);
        _holderLength = name.Length < LongestName ? name.Length : 0;
        name[.._holderLength].CopyTo(_name);
    }

    public void Value(int field, in Utf8JsonReader value)
    {
        if (!_open || _column.Role == ColumnRole.Ignored) return;
        _row.Take(_column, JsonText.Utf8(in value, _scratch), builder);
    }

    /// <summary>The names with which Go's slog.JSONHandler begins each record, in this order (log/slog/handler.go, handle).</summary>
    private static ReadOnlySpan<byte> SlogProperty(int number) => number switch
    {
        1 => "time"u8,
        2 => "level"u8,
        _ => "msg"u8,
    };

    private static JsonShape MakeShape()
    {
        var entry = new JsonShape(Entry) { Any = new JsonShape(Property) { Any = new JsonShape(Inner) } };
        return entry.With("records"u8, entry);
    }

    private TableColumn InnerColumn(ReadOnlySpan<byte> name)
    {
        if (_holderLength + 1 + name.Length > LongestName) return default;
        _name[_holderLength] = (byte)'.';
        name.CopyTo(_name.AsSpan(_holderLength + 1));
        return Column(_name.AsSpan(0, _holderLength + 1 + name.Length));
    }

    /// <summary>What a name contains. Objects of one file mostly have the same names in the same order.</summary>
    private TableColumn Column(ReadOnlySpan<byte> name)
    {
        if (_nextColumn < _columns.Count && name.SequenceEqual(_columns[_nextColumn].Name)) return _columns[_nextColumn++].Column;
        for (var i = 0; i < _columns.Count; i++)
        {
            if (!name.SequenceEqual(_columns[i].Name)) continue;
            _nextColumn = i + 1;
            return _columns[i].Column;
        }

        var column = layout?.ColumnOf(name) ?? TableColumn.Parse(name);
        if (_columns.Count < KnownColumns) _columns.Add((name.ToArray(), column));
        return column;
    }
}

/// <summary>Distinguishes JSON formats by the property names in a block.</summary>
internal static class JsonRecognition
{
    /// <summary>Whether a block begins with a bracket, or contains a line that does.</summary>
    public static bool MayBeJson(ReadOnlySpan<byte> block)
    {
        var start = block.TrimStart("\uFEFF \t\r\n"u8);
        return (start.Length > 0 && start[0] is (byte)'{' or (byte)'[') || block.IndexOf("\n{"u8) >= 0 || block.IndexOf("\n["u8) >= 0;
    }

    /// <summary>Whether a block contains any of three texts.</summary>
    public static bool HasAny(ReadOnlySpan<byte> block, ReadOnlySpan<byte> a, ReadOnlySpan<byte> b, ReadOnlySpan<byte> c) =>
        block.IndexOf(a) >= 0 || block.IndexOf(b) >= 0 || block.IndexOf(c) >= 0;
}
