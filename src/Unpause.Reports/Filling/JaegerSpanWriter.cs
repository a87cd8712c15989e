using System.Text.Json;
using Unpause.Requests;

namespace Unpause.Reports.Filling;

/// <summary>Inserted spans in the JSON of Jaeger's UI and API.</summary>
internal sealed class JaegerSpanWriter : ISpanWriter
{
    public void Write(Utf8JsonWriter writer, JsonMembers parent, Service? service, in FilledPause filled, PauseTags tags)
    {
        var (start, duration) = Microseconds.Of(filled);
        writer.WriteStartObject();
        parent.Copy(writer, "traceID", "traceID");
        writer.WriteString("spanID", SpanIds.Write(filled.Id, base64: false));
        parent.Copy(writer, "flags", "flags");
        writer.WriteString("operationName", tags.Name(filled));
        writer.WriteStartArray("references");
        writer.WriteStartObject();
        writer.WriteString("refType", "CHILD_OF");
        parent.Copy(writer, "traceID", "traceID");
        parent.Copy(writer, "spanID", "spanID");
        writer.WriteEndObject();
        writer.WriteEndArray();
        writer.WriteNumber("startTime", start);
        writer.WriteNumber("duration", duration);
        writer.WriteStartArray("tags");
        WriteTag(writer, "span.kind", "string").WriteStringValue("internal");
        writer.WriteEndObject();
        foreach (var (key, value) in tags.Words(filled))
        {
            WriteTag(writer, key, "string").WriteStringValue(value);
            writer.WriteEndObject();
        }

        WriteTag(writer, PauseTags.CollectionKey, "int64").WriteNumberValue(tags.Number(filled));
        writer.WriteEndObject();
        WriteTag(writer, PauseTags.OverlapKey, "float64").WriteNumberValue(PauseTags.OverlapMilliseconds(filled));
        writer.WriteEndObject();
        WriteTag(writer, PauseTags.GeneratedKey, "bool").WriteBooleanValue(true);
        writer.WriteEndObject();
        writer.WriteEndArray();
        writer.WriteStartArray("logs");
        writer.WriteEndArray();
        parent.Copy(writer, "processID", "processID");
        parent.Copy(writer, "process", "process");
        writer.WriteNull("warnings");
        writer.WriteEndObject();
    }

    private static Utf8JsonWriter WriteTag(Utf8JsonWriter writer, string key, string type)
    {
        writer.WriteStartObject();
        writer.WriteString("key", key);
        writer.WriteString("type", type);
        writer.WritePropertyName("value");
        return writer;
    }
}
