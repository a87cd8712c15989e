using Unpause.Recordings;
using Unpause.Requests;
using Unpause.Services.Watch.Metrics;

namespace Unpause.Services.Watch.Traces;

/// <summary>
/// Stops as spans in OTLP's <c>ExportTraceServiceRequest</c>: children of the requests' spans, in the service's own traces. The numbers of
/// fields are those of https://github.com/open-telemetry/opentelemetry-proto/blob/v1.7.0/opentelemetry/proto/trace/v1/trace.proto.
/// </summary>
internal static class OtlpSpans
{
    private const ulong Internal = 1;

    /// <summary>Writes a message.</summary>
    public static byte[] Write(IEnumerable<DelayedRequest> stops)
    {
        var request = new WireMessage();
        foreach (var process in stops.GroupBy(stop => stop.Process.Key))
            request.Nested(1, OtlpResource.With(OtlpResource.Of(process.First().Process), process.Select(stop => Span(stop))));
        return request.Bytes.ToArray();
    }

    /// <summary>
    /// The id of a span: the same for the same stop and request, also after a restart of the watcher, so that what is sent again is no
    /// other span.
    /// </summary>
    internal static ulong IdOf(in DelayedRequest stop)
    {
        // The clock of all recordings of a process; the wall clock's zero is read anew with each.
        var at = (ulong)(stop.Stop.EndNanoseconds ?? stop.Stop.UnixNanoseconds ?? 0);
        var (trace, parent) = (stop.Trace.TraceId, stop.Trace.SpanId);
        return SpanIds.Derive([(ulong)trace, (ulong)(trace >> 64), parent, at]);
    }

    private static WireMessage Span(in DelayedRequest stop)
    {
        var end = stop.Stop.UnixNanoseconds ?? 0;
        var span = new WireMessage();
        span.TraceId(1, stop.Trace.TraceId);
        span.SpanId(2, IdOf(stop));
        span.SpanId(4, stop.Trace.SpanId);
        var generation = stop.Stop.Generation ?? stop.Pause?.Generation;
        var name = stop.Stop.Collects ? "GC stop" : "Stop of all threads";
        span.Text(5, generation is null ? name : $"{name} ({generation})");
        span.Number(6, Internal);
        span.Fixed(7, (ulong)Math.Max(0, end - stop.Stop.Nanoseconds));
        span.Fixed(8, (ulong)end);
        span.Nested(9, OtlpResource.Attribute(SpanFormats.RuntimeKey, stop.Process.Runtime));
        if (generation is not null) span.Nested(9, OtlpResource.Attribute(SpanFormats.GenerationKey, ProcessLabels.Bounded(generation)));
        if ((stop.Pause?.Cause ?? stop.Stop.Cause) is { } cause)
            span.Nested(9, OtlpResource.Attribute(SpanFormats.CauseKey, ProcessLabels.Bounded(cause)));
        if (stop.Pause is { } pause) span.Nested(9, OtlpResource.Attribute("gc.pause_ms", pause.Nanoseconds / 1e6));
        span.Nested(9, OtlpResource.Attribute(SpanFormats.OverlapKey, stop.OverlapNanoseconds / 1e6));
        span.Nested(9, OtlpResource.Attribute(SpanFormats.GeneratedKey, true));
        return span;
    }
}
