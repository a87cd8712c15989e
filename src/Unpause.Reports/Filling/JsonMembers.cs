using System.Text.Json;
using Unpause.Recordings;
using Unpause.Requests;
using Unpause.Requests.Json;

namespace Unpause.Reports.Filling;

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
