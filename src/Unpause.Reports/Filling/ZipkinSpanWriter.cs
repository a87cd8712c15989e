using System.Globalization;
using System.Text.Json;
using Unpause.Requests;

namespace Unpause.Reports.Filling;

/// <summary>Inserted spans in Zipkin v2 JSON: tags are strings, and an internal span has no kind.</summary>
internal sealed class ZipkinSpanWriter : ISpanWriter
{
    public void Write(Utf8JsonWriter writer, JsonMembers parent, Service? service, in FilledPause filled, PauseTags tags)
    {
        var (start, duration) = Microseconds.Of(filled);
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
