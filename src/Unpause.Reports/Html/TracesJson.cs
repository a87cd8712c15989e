using System.Text.Json;
using Unpause.Analysis.Holes;

namespace Unpause.Reports.Html;

/// <summary>
/// The traces in the page's timeline element; times in microseconds, <c>start</c> of a trace since the zero of its process's
/// recording, all others since the trace's start.
/// </summary>
internal static class TracesJson
{
    /// <summary>Writes the property <c>traces</c>.</summary>
    public static void Write(Utf8JsonWriter json, Timeline timeline)
    {
        json.WriteStartArray("traces");
        foreach (var trace in timeline.Requests?.Traces ?? []) Write(json, timeline, trace);
        json.WriteEndArray();
    }

    private static void Write(Utf8JsonWriter json, Timeline timeline, ShownTrace trace)
    {
        var clock = RequestClock.Of(timeline.Requests!.Attribution, trace.Recording, timeline.Processes[trace.Recording].Recording);
        json.WriteStartObject();
        json.WriteString("id", trace.TraceId);
        json.WriteNumber("process", trace.Recording);
        ColumnJson.WriteValue(json, "start", ColumnJson.Microseconds(clock?.SinceZero(trace.StartUnixNanoseconds)));
        ColumnJson.WriteValue(json, "duration", ColumnJson.Microseconds(trace.EndUnixNanoseconds - trace.StartUnixNanoseconds));
        json.WriteNumber("span_count", trace.SpansInAll);
        WriteSpans(json, trace);
        WriteHoles(json, trace);
        WritePauses(json, trace);
        json.WriteEndObject();
    }

    private static void WriteSpans(Utf8JsonWriter json, ShownTrace trace)
    {
        var spans = trace.Spans;
        var names = new NameColumn(spans.Count, i => spans[i].Name);
        var services = new NameColumn(spans.Count, i => spans[i].Service);
        names.WriteTable(json, "names");
        services.WriteTable(json, "services");
        json.WriteStartObject("spans");
        ColumnJson.Write(json, "depth", spans.Count, i => spans[i].Depth);
        ColumnJson.Write(json, "process", spans.Count, i => spans[i].Recording);
        ColumnJson.Write(json, "name", spans.Count, i => names.IndexOf(spans[i].Name));
        ColumnJson.Write(json, "service", spans.Count, i => services.IndexOf(spans[i].Service));
        ColumnJson.Write(
            json, "start", spans.Count, i => ColumnJson.Microseconds(spans[i].StartUnixNanoseconds - trace.StartUnixNanoseconds));
        ColumnJson.Write(json, "duration", spans.Count, i => ColumnJson.Microseconds(spans[i].DurationNanoseconds));
        json.WriteEndObject();
    }

    private static void WriteHoles(Utf8JsonWriter json, ShownTrace trace)
    {
        (int Span, ShownHole Hole)[] holes = [.. trace.Spans.SelectMany((span, index) => span.Holes.Select(hole => (index, hole)))];
        json.WriteStartObject("holes");
        ColumnJson.Write(json, "span", holes.Length, i => holes[i].Span);
        ColumnJson.Write(
            json, "start", holes.Length, i => ColumnJson.Microseconds(holes[i].Hole.StartUnixNanoseconds - trace.StartUnixNanoseconds));
        ColumnJson.Write(json, "duration", holes.Length, i => ColumnJson.Microseconds(holes[i].Hole.DurationNanoseconds));
        ColumnJson.Write(json, "explained", holes.Length, i => ColumnJson.Microseconds(holes[i].Hole.ExplainedNanoseconds));
        json.WriteEndObject();
    }

    private static void WritePauses(Utf8JsonWriter json, ShownTrace trace)
    {
        var pauses = trace.Pauses;
        var generations = new NameColumn(pauses.Count, i => pauses[i].Generation);
        generations.WriteTable(json, "generations");
        json.WriteStartObject("pauses");
        ColumnJson.Write(json, "process", pauses.Count, i => pauses[i].Recording);
        ColumnJson.Write(
            json, "start", pauses.Count, i => ColumnJson.Microseconds(pauses[i].StartUnixNanoseconds - trace.StartUnixNanoseconds));
        ColumnJson.Write(json, "duration", pauses.Count, i => ColumnJson.Microseconds(pauses[i].DurationNanoseconds));
        ColumnJson.Write(json, "generation", pauses.Count, i => generations.IndexOf(pauses[i].Generation));
        json.WriteEndObject();
    }
}
