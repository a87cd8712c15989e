using System.Text.Json;

namespace Unpause.Requests.Json;

/// <summary>
/// Walks over JSON of any size and passes what matches a shape to a sink: one document, several, or one per line. A
/// broken document is counted and skipped: up to the line's end if there is one document per line, else up to the
/// next line that begins with a bracket. Nothing recurses, and memory does not depend on the input's size.
/// </summary>
/// <param name="sink">Receives what is found.</param>
/// <param name="coverage">Counts what is not understood.</param>
/// <param name="brokenValues">Broken values after which the rest is given up.</param>
internal sealed class JsonWalker(JsonShape root, IJsonSink sink, CoverageBuilder coverage, int brokenValues = Limits.BrokenJsonValues)
{
    private const int ShapeDepth = 64;
    private static readonly JsonReaderOptions ReaderOptions = new() { MaxDepth = Limits.JsonDepth };
    private readonly (JsonShape Shape, bool IsArray)[] _open = new (JsonShape, bool)[ShapeDepth];
    private readonly byte[] _head = new byte[Limits.KeptExampleBytes];
    private readonly byte[] _scratch = new byte[Limits.NameBytes];
    private int _depth;
    private int _passed;
    private JsonShape? _next;
    private bool _lineByLine;
    private int _headLength;
    private bool _inRemains;

    /// <summary>Walks to the end of a stream.</summary>
    public void Run(Stream stream, long linesBefore)
    {
        var window = new JsonWindow(stream, linesBefore);
        var broken = 0;
        SkipByteOrderMark(window);
        while (FindValue(window))
        {
            var line = window.Lines;
            Remember(window);
            if (ReadValue(window))
            {
                _lineByLine |= window.Lines == line && EndsLine(window);
                continue;
            }

            sink.Abandon();
            coverage.NotUnderstood(line + 1, _head.AsSpan(0, _headLength));
            window.SkipLine();
            _inRemains = !_lineByLine;
            if (++broken < brokenValues) continue;
            coverage.Add($"more than {broken:N0} broken JSON values: the rest of the input is not read", unreadable: true);
            break;
        }

        Close(window);
    }

    private static void SkipByteOrderMark(JsonWindow window)
    {
        while (window.Bytes.Length < 3 && window.Grow())
        {
        }

        if (window.Bytes.StartsWith("\uFEFF"u8)) window.Advance(3);
    }

    /// <summary>Goes to the next bracket that begins a line or follows a value; other lines are counted.</summary>
    private bool FindValue(JsonWindow window)
    {
        while (true)
        {
            var bytes = window.Bytes;
            var blank = bytes.IndexOfAnyExcept(" \t\r\n"u8);
            if (blank < 0)
            {
                window.Advance(bytes.Length);
                if (!window.Grow()) return false;
                continue;
            }

            if (_inRemains)
            {
                // What a broken document left behind is already counted; only a bracket at a line's very start begins another.
                _inRemains = blank > 0 && bytes[blank - 1] != '\n' || !IsBracket(bytes[blank]);
                if (_inRemains) window.SkipLine();
                continue;
            }

            window.Advance(blank);
            if (IsBracket(window.Bytes[0])) return true;
            PassLine(window);
        }
    }

    private static bool IsBracket(byte b) => b is (byte)'{' or (byte)'[';

    private void PassLine(JsonWindow window)
    {
        while (window.Bytes.Length < Limits.KeptExampleBytes && window.Grow())
        {
        }

        var line = window.Bytes;
        var end = line.IndexOf((byte)'\n');
        coverage.NotUnderstood(window.Lines + 1, end < 0 ? line : line[..end].TrimEnd((byte)'\r'));
        window.SkipLine();
    }

    private void Remember(JsonWindow window)
    {
        var head = window.Bytes[..Math.Min(window.Bytes.Length, _head.Length)];
        var end = head.IndexOf((byte)'\n');
        if (end >= 0) head = head[..end];
        head.CopyTo(_head);
        _headLength = head.Length;
    }

    /// <summary>Whether only blanks are between the value and the line's end.</summary>
    private static bool EndsLine(JsonWindow window)
    {
        var rest = window.Bytes.TrimStart(" \t\r"u8);
        return rest.Length > 0 && rest[0] == '\n';
    }

    private bool ReadValue(JsonWindow window)
    {
        var state = new JsonReaderState(ReaderOptions);
        _depth = _passed = 0;
        _next = root;
        while (true)
        {
            var newline = _lineByLine ? window.Bytes.IndexOf((byte)'\n') : -1;
            var bytes = newline < 0 ? window.Bytes : window.Bytes[..newline];
            var reader = new Utf8JsonReader(bytes, newline >= 0 || window.Ended, state);
            bool complete;
            try
            {
                complete = Walk(ref reader, window.Offset);
            }
            catch (JsonException)
            {
                // What was understood is behind us, wherever the window's borders are: it must not be met again.
                window.Advance((int)reader.BytesConsumed);
                return false;
            }

            state = reader.CurrentState;
            window.Advance((int)reader.BytesConsumed);
            if (complete) return true;
            if (reader.IsFinalBlock || (!window.Grow() && !window.Ended)) return false;
        }
    }

    /// <summary>Takes tokens until the value is complete (true) or the bytes are used up (false).</summary>
    private bool Walk(ref Utf8JsonReader reader, long offset)
    {
        while (reader.Read())
        {
            switch (reader.TokenType)
            {
                case JsonTokenType.StartObject:
                    Open(offset + reader.TokenStartIndex, isArray: false);
                    break;
                case JsonTokenType.StartArray:
                    Open(offset + reader.TokenStartIndex, isArray: true);
                    break;
                case JsonTokenType.EndObject or JsonTokenType.EndArray:
                    Shut(offset + reader.BytesConsumed);
                    if (_depth == 0 && _passed == 0) return true;
                    break;
                case JsonTokenType.PropertyName:
                    if (_passed == 0) TakeName(in reader);
                    break;
                default:
                    if (_passed == 0 && Wanted() is { } shape) sink.Value(shape.Field, in reader);
                    break;
            }
        }

        return false;
    }

    private JsonShape? Wanted() => _depth > 0 && _open[_depth - 1].IsArray ? _open[_depth - 1].Shape : _next;

    private void TakeName(in Utf8JsonReader reader)
    {
        var name = JsonText.Utf8(in reader, _scratch);
        var retainer = _open[_depth - 1].Shape;
        _next = retainer.Find(name);
        if (_next is not null && _next == retainer.Any) sink.Key(_next.Field, name);
    }

    private void Open(long offset, bool isArray)
    {
        if (_passed > 0 || Wanted() is not { } shape || _depth == ShapeDepth)
        {
            _passed++;
            return;
        }

        var element = _depth > 0 && _open[_depth - 1].IsArray;
        _open[_depth++] = (shape, isArray);
        if (!isArray) sink.Begin(shape.Field, offset, element);
    }

    private void Shut(long endOffset)
    {
        if (_passed > 0)
        {
            _passed--;
            return;
        }

        var (shape, isArray) = _open[--_depth];
        if (!isArray) sink.End(shape.Field, endOffset);
    }

    private void Close(JsonWindow window)
    {
        coverage.Lines = (coverage.Lines ?? 0) + window.Lines;
        if (window.Failure is { } failure) coverage.Add($"reading ended early: {failure.Message}", unreadable: true);
    }
}

/// <summary>Takes what a <see cref="JsonWalker"/> finds of a <see cref="JsonShape"/>.</summary>
internal interface IJsonSink
{
    /// <summary>An object begins.</summary>
    /// <param name="offset">Its first byte in the input.</param>
    /// <param name="element">Whether it is an element of an array.</param>
    void Begin(int field, long offset, bool element);

    /// <summary>An object ends.</summary>
    /// <param name="endOffset">The byte after its last in the input.</param>
    void End(int field, long endOffset);

    /// <summary>A property that only <see cref="JsonShape.Any"/> matches.</summary>
    /// <param name="field">The number of the shape that it has.</param>
    void Key(int field, ReadOnlySpan<byte> name);

    /// <summary>A string, number, true, false or null.</summary>
    void Value(int field, in Utf8JsonReader value);

    /// <summary>The document broke off: no more ends of what began will come.</summary>
    void Abandon();
}
