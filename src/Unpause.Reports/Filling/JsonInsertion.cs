using System.Buffers;
using System.Text.Encodings.Web;
using Unpause.Requests;
using Unpause.Requests.Json;

namespace Unpause.Reports.Filling;

/// <summary>Copies a JSON input and inserts each span right after its parent. All other bytes stay the same.</summary>
internal sealed class JsonInsertion(Stream input, Stream output, RequestSet set, ISpanWriter format, PauseTags tags)
{
    // Escapes as little as JSON allows, because base64 IDs contain a plus.
    private static readonly JsonWriterOptions Options = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };
    private readonly byte[] _block = new byte[Limits.BlockBytes];
    private readonly ArrayBufferWriter<byte> _text = new();
    private long _position;

    public void Run(FillPlan plan, SpanOrigins origins)
    {
        for (var next = 0; next < plan.Added.Count;)
        {
            var parent = plan.Added[next].Parent;
            var (start, end, element) = origins.Places[parent];
            Copy(start - _position, output);
            var json = new MemoryStream();
            Copy(end - start, json);
            var bytes = json.ToArray();
            output.Write(bytes);
            var members = new JsonMembers(bytes);
            for (; next < plan.Added.Count && plan.Added[next].Parent == parent; next++)
            {
                Insert(members, plan.Added[next], element ? (byte)',' : (byte)'\n');
            }
        }

        Copy(long.MaxValue, output);
    }

    private void Insert(JsonMembers parent, in FilledPause filled, byte separator)
    {
        _text.ResetWrittenCount();
        using (var writer = new Utf8JsonWriter(_text, Options)) format.Write(writer, parent, ServiceOf(filled), filled, tags);
        output.WriteByte(separator);
        output.Write(_text.WrittenSpan);
    }

    private Service? ServiceOf(in FilledPause filled)
    {
        var service = set.Spans[filled.Parent].Service;
        return service < 0 ? null : set.Services[service];
    }

    private void Copy(long count, Stream target)
    {
        while (count > 0)
        {
            var read = input.Read(_block, 0, (int)Math.Min(count, _block.Length));
            if (read == 0) return;
            target.Write(_block, 0, read);
            _position += read;
            count -= read;
        }
    }
}

/// <summary>The members of one JSON object in the input, byte for byte.</summary>
internal sealed class JsonMembers
{
    private readonly byte[] _json;
    private readonly List<(string Name, Range Value)> _members = [];

    public JsonMembers(byte[] json)
    {
        _json = json;
        var reader = new Utf8JsonReader(json, new JsonReaderOptions { MaxDepth = Limits.JsonDepth });
        Span<byte> scratch = stackalloc byte[Limits.NameBytes];
        reader.Read();
        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            var name = System.Text.Encoding.UTF8.GetString(JsonText.Utf8(in reader, scratch));
            reader.Read();
            var start = (int)reader.TokenStartIndex;
            reader.Skip();
            _members.Add((name, start..(int)reader.BytesConsumed));
        }
    }

    /// <summary>
    /// A member's value with its quotes; empty when there is none. Of duplicate members the last counts, as in the readers.
    /// </summary>
    public ReadOnlySpan<byte> Raw(params ReadOnlySpan<string> names)
    {
        for (var i = _members.Count - 1; i >= 0; i--)
        {
            if (names.Contains(_members[i].Name)) return _json.AsSpan(_members[i].Value);
        }

        return default;
    }

    /// <summary>Copies a member under a name; does nothing when there is none.</summary>
    public void Copy(Utf8JsonWriter writer, string name, params ReadOnlySpan<string> from)
    {
        var raw = Raw(from);
        if (raw.IsEmpty) return;
        writer.WritePropertyName(name);
        writer.WriteRawValue(raw, skipInputValidation: true);
    }

    /// <summary>Whether an id is in base64.</summary>
    public bool IsBase64(params ReadOnlySpan<string> names) => SpanIds.IsBase64(Raw(names).Trim((byte)'"'));
}
