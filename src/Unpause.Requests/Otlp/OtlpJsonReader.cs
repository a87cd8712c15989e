using System.Text.Json;
using Unpause.Requests.Json;

namespace Unpause.Requests.Otlp;

/// <summary>
/// OTLP traces as JSON: the collector's file exporter (a document a line), wrapped in arrays, or one large document.
/// Reads resource attributes, spans' ids, names, kinds and times; skips logs, metrics, events and links.
/// Ids are hex as the OTLP specification requires; base64 (proto3's mapping, Tempo) is read too.
/// Source: opentelemetry-proto 1.x, docs/specification.md, "JSON Protobuf Encoding"; the file exporter's specification.
/// </summary>
internal sealed class OtlpJsonReader(RequestSetBuilder builder) : IRequestReader, IJsonSink
{
    private const int Root =
        0, ResourceSpans = 1, Resource = 2, ResourceAttribute = 3, Key = 4, StringValue = 5, ScopeSpans = 6, SpanObject = 7;
    private const int TraceId = 8, SpanId = 9, ParentId = 10, Name = 11, Kind = 12, Start = 13, End = 14, SpanAttribute = 15, Retainer = 16;
    private const int TraceState = 17;

    private static readonly JsonShape Shape = MakeShape();
    private readonly byte[] _scratch = new byte[Limits.NameBytes * 4];
    private readonly OtlpAttribute _attribute = new();
    private SpanDraft _span;
    private Service _service = new(null, null, null);
    private int _firstSpan;
    private long _malformed;

    /// <summary>Also lines of metrics or logs: they come first in many a collector's file, and its traces come later.</summary>
    public static bool Recognises(ReadOnlySpan<byte> block) =>
        JsonRecognition.MayBeJson(block)
        && (JsonRecognition.HasAny(block, "\"resourceSpans\""u8, "\"resource_spans\""u8, "\"scopeSpans\""u8)
            || JsonRecognition.HasAny(block, "\"resourceLogs\""u8, "\"resourceMetrics\""u8, "\"instrumentationLibrarySpans\""u8));

    public void Read(Stream stream, long linesBefore)
    {
        new JsonWalker(Shape, this, builder.Coverage).Run(stream, linesBefore);
        if (_malformed > 0) builder.Coverage.Add($"{_malformed:N0} spans have no readable id or start and are left out");
    }

    public void Begin(int field, long offset, bool element)
    {
        switch (field)
        {
            case ResourceSpans:
                _service = Service.Unknown;
                _firstSpan = builder.Set.Spans.Count;
                break;
            case ResourceAttribute or SpanAttribute:
                _attribute.Begin();
                break;
            case SpanObject:
                _span = SpanDraft.At(offset, element);
                break;
        }
    }

    void IJsonSink.End(int field, long endOffset)
    {
        switch (field)
        {
            case ResourceSpans:
                AssignService();
                break;
            case ResourceAttribute:
                _service = _attribute.ApplyTo(_service);
                break;
            case SpanAttribute:
                _attribute.ApplyTo(ref _span);
                _attribute.ApplyTo(builder.Set.Sampling);
                break;
            case SpanObject:
                if (!_span.TryAddTo(builder, endOffset)) _malformed++;
                break;
        }
    }

    public void Abandon() => AssignService();

    void IJsonSink.Key(int field, ReadOnlySpan<byte> name)
    {
    }

    public void Value(int field, in Utf8JsonReader value)
    {
        switch (field)
        {
            case TraceId:
                _span.TakeTraceId(JsonText.Utf8(in value, _scratch));
                break;
            case SpanId:
                _span.TakeId(JsonText.Utf8(in value, _scratch));
                break;
            case ParentId:
                if (value.TokenType == JsonTokenType.String) _span.TakeParentId(JsonText.Utf8(in value, _scratch));
                break;
            case TraceState:
                if (value.TokenType == JsonTokenType.String) builder.Set.Sampling.TakeTraceState(JsonText.Utf8(in value, _scratch));
                break;
            case Name:
                _span.Name = builder.Name(JsonText.Utf8(in value, _scratch));
                break;
            case Kind:
                _span.Kind = KindOf(in value);
                break;
            case Start:
                if (JsonText.TryInteger(in value, out var start)) _span.StartUnixNanoseconds = start;
                break;
            case End:
                if (JsonText.TryInteger(in value, out var end)) _span.EndUnixNanoseconds = end;
                break;
            case Key:
                _attribute.Key = OtlpAttribute.KeyOf(JsonText.Utf8(in value, _scratch));
                break;
            case StringValue:
                _attribute.SetValue(value.TokenType == JsonTokenType.True ? "true"u8 : JsonText.Utf8(in value, _scratch));
                break;
        }
    }

    /// <summary>The resource may come before or after its spans, so they learn their service when both are read.</summary>
    private void AssignService()
    {
        var service = builder.Service(_service);
        for (var i = _firstSpan; i < builder.Set.Spans.Count; i++)
        {
            ref var span = ref builder.Set.Spans.ItemRef(i);
            span = span with { Service = service };
        }

        _firstSpan = builder.Set.Spans.Count;
    }

    private SpanKind KindOf(in Utf8JsonReader value)
    {
        if (JsonText.TryInteger(in value, out var number)) return number is >= 0 and <= 5 ? (SpanKind)number : SpanKind.Unspecified;
        return SpanKinds.Parse(JsonText.Utf8(in value, _scratch));
    }

    private static JsonShape MakeShape()
    {
        var attribute = (int field) => new JsonShape(field)
            .With("key"u8, Key)
            .With(
                "value"u8,
                new JsonShape(Retainer).With("stringValue"u8, StringValue).With("intValue"u8, StringValue).With("boolValue"u8, StringValue)
                    // Headers are lists: the last value counts.
                    .With("arrayValue"u8, new JsonShape(Retainer)
                        .With("values"u8, new JsonShape(Retainer).With("stringValue"u8, StringValue))));
        var span = new JsonShape(SpanObject)
            .With("traceId"u8, TraceId).With("spanId"u8, SpanId).With("parentSpanId"u8, ParentId).With("name"u8, Name).With("kind"u8, Kind)
            .With("startTimeUnixNano"u8, Start).With("endTimeUnixNano"u8, End).With("attributes"u8, attribute(SpanAttribute))
            .With("traceState"u8, TraceState).With("trace_state"u8, TraceState)
            .With("trace_id"u8, TraceId).With("span_id"u8, SpanId).With("parent_span_id"u8, ParentId)
            .With("start_time_unix_nano"u8, Start).With("end_time_unix_nano"u8, End);
        var scope = new JsonShape(ScopeSpans).With("spans"u8, span);
        var resourceSpans = new JsonShape(ResourceSpans)
            .With("resource"u8, new JsonShape(Resource).With("attributes"u8, attribute(ResourceAttribute)))
            // instrumentationLibrarySpans: the name before OTLP 0.15.
            .With("scopeSpans"u8, scope).With("instrumentationLibrarySpans"u8, scope).With("scope_spans"u8, scope);
        var traces = (int field) => new JsonShape(field).With("resourceSpans"u8, resourceSpans).With("resource_spans"u8, resourceSpans)
            // Tempo's API.
            .With("batches"u8, resourceSpans);
        return traces(Root).With("trace"u8, traces(Retainer));
    }
}
