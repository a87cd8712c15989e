using System.IO.Compression;
using Unpause.Recordings.Readers;
using Unpause.Recordings.Secrets;

namespace Unpause.Reports;

/// <summary>Redacts the names of requests, spans and threads in a page's stored timeline; everything else is copied.</summary>
internal static class RedactedTimeline
{
    /// <summary>The compressed timeline; null when it is damaged or longer than <see cref="Limits.StoredReportBytes"/>.</summary>
    public static byte[]? Redact(byte[] packed)
    {
        try
        {
            using var unpacked = new MemoryStream();
            using (var gzip = new GZipStream(new MemoryStream(packed), CompressionMode.Decompress))
            using (var bounded = new BoundedStream(gzip, Limits.StoredReportBytes))
            {
                bounded.CopyTo(unpacked);
            }

            using var output = new MemoryStream();
            using (var gzip = new GZipStream(output, CompressionLevel.Optimal, leaveOpen: true))
            using (var json = new Utf8JsonWriter(gzip))
            {
                Copy(new Utf8JsonReader(unpacked.GetBuffer().AsSpan(0, (int)unpacked.Length)), json);
            }

            return output.ToArray();
        }
        catch (Exception damage) when (damage is InvalidDataException or JsonException or InvalidOperationException)
        {
            return null;
        }
    }

    private static void Copy(Utf8JsonReader reader, Utf8JsonWriter json)
    {
        var named = int.MaxValue;
        var isId = false;
        while (reader.Read())
        {
            // Names are in "requests" of a process, in "traces", and in the sentences on whom a stop delayed and who caused it; the first
            // token that is no deeper ends them.
            if (reader.CurrentDepth < named || (reader.TokenType == JsonTokenType.PropertyName && reader.CurrentDepth == named))
            {
                named = int.MaxValue;
            }

            switch (reader.TokenType)
            {
                case JsonTokenType.StartObject: json.WriteStartObject(); break;
                case JsonTokenType.EndObject: json.WriteEndObject(); break;
                case JsonTokenType.StartArray: json.WriteStartArray(); break;
                case JsonTokenType.EndArray: json.WriteEndArray(); break;
                case JsonTokenType.PropertyName:
                    if (reader.ValueTextEquals("requests"u8) || reader.ValueTextEquals("traces"u8)
                        || reader.ValueTextEquals("cost"u8) || reader.ValueTextEquals("who"u8))
                    {
                        named = Math.Min(named, reader.CurrentDepth);
                    }

                    isId = reader.ValueTextEquals("id"u8);
                    json.WritePropertyName(reader.GetString()!);
                    break;
                case JsonTokenType.String:
                    var text = reader.GetString()!;
                    json.WriteStringValue(named < int.MaxValue && !isId ? Redaction.RequestName(text) : text);
                    break;
                default: json.WriteRawValue(reader.ValueSpan, skipInputValidation: true); break;
            }
        }
    }
}
