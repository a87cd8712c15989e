using System.Text.Json;
using Unpause.Reports.TraceEvents;

namespace Unpause.Reports;

/// <summary>
/// Chrome trace event JSON, which Perfetto, the Firefox Profiler and Speedscope open: pauses, background collections and heap
/// sizes of each process, then its slow requests with their spans and a sample of the others.
/// </summary>
/// <remarks>
/// Format: "Trace Event Format", docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU. Used of it: complete
/// events (X) for pauses, begin and end (B, E) for requests and spans, counters (C) and metadata (M). Perfetto wants the events of
/// one thread to nest (perfetto.dev/docs/faq, "overlapping events"), and Speedscope reads no asynchronous events
/// (src/import/trace-event.ts, 1.25): so what overlaps stands on lanes, one thread each. Speedscope also wants <c>ts</c> in
/// metadata.
/// </remarks>
public sealed class PerfettoReportWriter : IReportWriter
{
    /// <inheritdoc/>
    public void Write(Report report, Stream output)
    {
        using var json = new Utf8JsonWriter(output);
        var events = new TraceEventWriter(json);
        json.WriteStartObject();
        json.WriteString("displayTimeUnit", "ms");
        json.WriteStartObject("otherData");
        json.WriteString("tool", $"unpause {ToolVersion.Text}");
        json.WriteString("verdict", report.Verdict);
        if (report.Requests is { } judged) json.WriteString("requests", RequestTables.Verdict(judged.Attribution));
        json.WriteEndObject();
        json.WriteStartArray("traceEvents");
        var axis = TimeAxis.Of(report);
        for (var index = 0; index < report.Processes.Count; index++) ProcessEvents.Write(events, report.Processes[index], index, axis);
        if (report.Requests is { } requests) RequestEvents.Write(events, report, requests, axis);
        json.WriteEndArray();
        json.WriteEndObject();
        json.Flush();
        output.WriteByte((byte)'\n');
    }
}
