namespace Unpause.Fleet.Annotations;

/// <summary>
/// An answer of Grafana to <c>GET /api/annotations</c>: <c>[{"id", "time", "timeEnd", "text", "tags", …}]</c>, times in milliseconds since
/// 1970 (https://grafana.com/docs/grafana/latest/developers/http_api/annotations/). Entries of another form are left out.
/// </summary>
internal sealed class GrafanaAnswer
{
    private const int MostTextChars = 1_000, MostTags = 20, MostTagChars = 200;

    // An annotation's "data" has what its writer put there.
    private const int MostDepth = 64;

    private static readonly char[] Brackets = ['<', '>'];

    private static readonly long LatestMs = new DateTimeOffset(9000, 1, 1, 0, 0, 0, TimeSpan.Zero).ToUnixTimeMilliseconds();

    /// <summary>The annotations with their IDs, in the server's order.</summary>
    public List<(long Id, DeployAnnotation Annotation)> Annotations { get; } = [];

    /// <summary>Reads an answer; null where it is no JSON of this form.</summary>
    /// <param name="most">More annotations are not read.</param>
    public static GrafanaAnswer? Read(ReadOnlySpan<byte> json, int most)
    {
        var answer = new GrafanaAnswer();
        var reader = new Utf8JsonReader(json, new JsonReaderOptions { MaxDepth = MostDepth });
        try
        {
            if (!reader.Read() || reader.TokenType != JsonTokenType.StartArray) return null;
            while (reader.Read() && reader.TokenType != JsonTokenType.EndArray)
            {
                if (reader.TokenType == JsonTokenType.StartObject && answer.Annotations.Count < most) answer.ReadOne(ref reader);
                else reader.Skip();
            }

            return answer;
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException)
        {
            // Not JSON, too deep, or half a surrogate pair.
            return null;
        }
    }

    private void ReadOne(ref Utf8JsonReader reader)
    {
        var (id, at, end, text) = (0L, 0L, 0L, "");
        List<string> tags = [];
        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            if (reader.ValueTextEquals("id"u8)) id = Number(ref reader);
            else if (reader.ValueTextEquals("time"u8)) at = Number(ref reader);
            else if (reader.ValueTextEquals("timeEnd"u8)) end = Number(ref reader);
            else if (reader.ValueTextEquals("text"u8)) text = Text(ref reader);
            else if (reader.ValueTextEquals("tags"u8)) tags = TagsOf(ref reader);
            else SkipValue(ref reader);
        }

        if (at <= 0 || at >= LatestMs) return;
        end = end >= LatestMs ? at : Math.Max(at, end);
        Annotations.Add((id, new(DateTimeOffset.FromUnixTimeMilliseconds(at), DateTimeOffset.FromUnixTimeMilliseconds(end), text, tags)));
    }

    private static List<string> TagsOf(ref Utf8JsonReader reader)
    {
        List<string> tags = [];
        reader.Read();
        if (reader.TokenType != JsonTokenType.StartArray)
        {
            reader.Skip();
            return tags;
        }

        while (reader.Read() && reader.TokenType != JsonTokenType.EndArray)
        {
            if (reader.TokenType != JsonTokenType.String) reader.Skip();
            else if (tags.Count < MostTags) tags.Add(Cut(reader.GetString() ?? "", MostTagChars));
        }

        return tags;
    }

    private static long Number(ref Utf8JsonReader reader)
    {
        reader.Read();
        if (reader.TokenType == JsonTokenType.Number) return reader.TryGetInt64(out var number) ? number : 0;
        reader.Skip();
        return 0;
    }

    /// <summary>A text without its markup: Grafana shows it as HTML.</summary>
    private static string Text(ref Utf8JsonReader reader)
    {
        reader.Read();
        if (reader.TokenType != JsonTokenType.String)
        {
            reader.Skip();
            return "";
        }

        var text = Cut(reader.GetString() ?? "", MostTextChars);
        var plain = new StringBuilder(text.Length);
        for (var i = 0; i < text.Length; i++)
        {
            var name = i + 1 < text.Length && text[i + 1] == '/' ? i + 2 : i + 1;
            var end = text[i] == '<' && name < text.Length && char.IsAsciiLetter(text[name]) ? text.IndexOfAny(Brackets, name) : -1;
            if (end < 0 || text[end] == '<') plain.Append(text[i]);
            else i = end;
        }

        return plain.ToString();
    }

    private static void SkipValue(ref Utf8JsonReader reader)
    {
        reader.Read();
        reader.Skip();
    }

    private static string Cut(string text, int most) => text.Length <= most ? text : text[..most];
}
