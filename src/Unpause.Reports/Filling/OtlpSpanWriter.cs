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

/// <summary>Inserted spans in Zipkin v2 JSON: tags are strings, and an internal span has no kind.</summary>
internal sealed class ZipkinSpanWriter : ISpanWriter
{
    public void Write(Utf8JsonWriter writer, JsonMembers parent, Service? service, in FilledPause filled, PauseTags tags)
    {
        var (start, duration) = Microseconds.Round(filled);
        writer.WriteStartObject();
        parent.Copy(writer, "traceId", "traceId");
        parent.Copy(writer, "parentId", "id");
        writer.WriteString("id", SpanIds.Write(filled.Id, base64: false));
        writer.WriteString("name", tags.Name(filled));
        writer.WriteNumber("timestamp", start);
        writer.WriteNumber("duration", duration);
        parent.Copy(writer, "localEndpoint", "localEndpoint");
        writer.WriteStartObject("tags");
        if (service?.ProcessId is { } pid) writer.WriteString("process.pid", pid.ToString(CultureInfo.InvariantCulture));
        foreach (var (key, value) in tags.Words(filled)) writer.WriteString(key, value);
        writer.WriteString(PauseTags.CollectionKey, tags.Number(filled).ToString(CultureInfo.InvariantCulture));
        writer.WriteString(PauseTags.OverlapKey, PauseTags.OverlapMilliseconds(filled).ToString(CultureInfo.InvariantCulture));
        writer.WriteString(PauseTags.GeneratedKey, "true");
        writer.WriteEndObject();
        writer.WriteEndObject();
    }
}

/// <summary>Writes an inserted span in one JSON format, based on its parent in the input.</summary>
internal interface ISpanWriter
{
    /// <summary>Writes one object.</summary>
    /// <param name="writer">The writer to write to.</param>
    /// <param name="parent">The parent's members in the input.</param>
    /// <param name="service">The parent's service; null when unknown.</param>
    /// <param name="filled">The span to insert.</param>
    /// <param name="tags">The name and attributes of the span.</param>
    void Write(Utf8JsonWriter writer, JsonMembers parent, Service? service, in FilledPause filled, PauseTags tags);
}

/// <summary>Inserted spans in the JSON of Jaeger's UI and API.</summary>
internal sealed class JaegerSpanWriter : ISpanWriter
{
    public void Write(Utf8JsonWriter writer, JsonMembers parent, Service? service, in FilledPause filled, PauseTags tags)
    {
        var (start, duration) = Microseconds.Round(filled);
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

/// <summary>Times of inserted spans in formats with microseconds: rounded to the nearest, and never outside of the hole.</summary>
internal static class Microseconds
{
    private const long Microsecond = 1_000;

    /// <summary>The start and duration. Holes start and end at whole microseconds, so rounding both ends stays inside.</summary>
    public static (long Start, long Duration) Round(in FilledPause filled)
    {
        var start = (filled.StartUnixNanoseconds + (Microsecond / 2)) / Microsecond;
        var end = (filled.StartUnixNanoseconds + filled.DurationNanoseconds + (Microsecond / 2)) / Microsecond;
        return (start, end - start);
    }
}
