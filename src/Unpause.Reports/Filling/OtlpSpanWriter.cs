using System.Globalization;
using System.Text.Json;
using Unpause.Requests;

namespace Unpause.Reports.Filling;

/// <summary>Inserted spans in OTLP JSON.</summary>
internal sealed class OtlpSpanWriter : ISpanWriter
{
    public void Write(Utf8JsonWriter writer, JsonMembers parent, Service? service, in FilledPause filled, PauseTags tags)
    {
        // Input in proto3's own field names keeps them.
        var snake = parent.Raw("traceId").IsEmpty;
        writer.WriteStartObject();
        parent.Copy(writer, snake ? "trace_id" : "traceId", "traceId", "trace_id");
        writer.WriteString(snake ? "span_id" : "spanId", SpanIds.Write(filled.Id, parent.IsBase64("spanId", "span_id")));
        parent.Copy(writer, snake ? "parent_span_id" : "parentSpanId", "spanId", "span_id");
        writer.WriteString("name", tags.Name(filled));
        writer.WriteNumber("kind", (int)SpanKind.Internal);
        writer.WriteString(snake ? "start_time_unix_nano" : "startTimeUnixNano", Digits(filled.StartUnixNanoseconds));
        writer.WriteString(
            snake ? "end_time_unix_nano" : "endTimeUnixNano", Digits(filled.StartUnixNanoseconds + filled.DurationNanoseconds));
        writer.WriteStartArray("attributes");
        foreach (var (key, value) in tags.Words(filled)) WriteAttribute(writer, key, value);
        Begin(writer, PauseTags.CollectionKey).WriteString("intValue", Digits(tags.Number(filled)));
        End(writer);
        Begin(writer, PauseTags.OverlapKey).WriteNumber("doubleValue", PauseTags.OverlapMilliseconds(filled));
        End(writer);
        Begin(writer, PauseTags.GeneratedKey).WriteBoolean("boolValue", true);
        End(writer);
        writer.WriteEndArray();
        writer.WriteStartObject("status");
        writer.WriteEndObject();
        writer.WriteEndObject();
    }

    private static void WriteAttribute(Utf8JsonWriter writer, string key, string value)
    {
        Begin(writer, key).WriteString("stringValue", value);
        End(writer);
    }

    private static Utf8JsonWriter Begin(Utf8JsonWriter writer, string key)
    {
        writer.WriteStartObject();
        writer.WriteString("key", key);
        writer.WriteStartObject("value");
        return writer;
    }

    private static void End(Utf8JsonWriter writer)
    {
        writer.WriteEndObject();
        writer.WriteEndObject();
    }

    private static string Digits(long number) => number.ToString(CultureInfo.InvariantCulture);
}
