using Unpause.Reports.TraceEvents;

namespace Unpause.Reports;

/// <summary>
/// Chrome trace event JSON, for Perfetto, the Firefox Profiler and Speedscope: pauses, background collections and heap
/// sizes of each process, then its slow requests with their spans and a sample of the others.
/// </summary>
/// <remarks>
/// Format: "Trace Event Format", docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU. It uses complete
/// events (X) for pauses, begin and end (B, E) for requests and spans, counters (C) and metadata (M). Perfetto requires the events of
/// one thread to nest (perfetto.dev/docs/faq, "overlapping events"), and Speedscope reads no asynchronous events
/// (src/import/trace-event.ts, 1.25). Overlapping events therefore get lanes, one thread each. Speedscope also requires <c>ts</c> in
/// metadata.
/// </remarks>
public sealed class PerfettoReportWriter : IReportWriter
{
    /// <inheritdoc/>
    public void Write(ReportDocument document, Timeline timeline, Stream output)
    {
        using var json = new Utf8JsonWriter(output);
        var events = new TraceEventWriter(json);
        json.WriteStartObject();
        json.WriteString("displayTimeUnit", "ms");
        json.WriteStartObject("otherData");
        json.WriteString("tool", $"unpause {ToolVersion.Text}");
        json.WriteString("verdict", document.Verdict);
        if (document.Requests is { } judged) json.WriteString("requests", judged.Verdict);
        json.WriteEndObject();
        json.WriteStartArray("traceEvents");
        var axis = TimeAxis.Align(timeline);
        for (var index = 0; index < timeline.Processes.Count; index++)
        {
            ProcessEvents.Write(events, ProcessName.Format(document.Processes[index]), timeline.Processes[index], index, axis);
        }

        if (timeline.Requests is { } requests) RequestEvents.Write(events, document, timeline, requests, axis);
        json.WriteEndArray();
        json.WriteEndObject();
        json.Flush();
        output.WriteByte((byte)'\n');
    }
}
