using System.Text.Json;
using Unpause.Requests.Json;
using Unpause.Requests.Otlp;

namespace Unpause.Requests.Zipkin;

/// <summary>
/// Zipkin v2 JSON: a list of spans, a list of lists (traces), or a span a line. Times are microseconds. Client and
/// server of one call may share an id; timestamp and duration may be missing. Source: zipkin-api, zipkin2-api.yaml.
/// </summary>
internal sealed class ZipkinReader(RequestSetBuilder builder) : IRequestReader, IJsonSink
{
    private const int SpanObject =
        0, TraceId = 1, Id = 2, ParentId = 3, Name = 4, Kind = 5, Start = 6, Duration = 7, Endpoint = 8, ServiceName = 9;
    private const int Tags = 10, Tag = 11, Address = 12, Microsecond = 1000;

    private static readonly JsonShape Shape = new JsonShape(SpanObject)
        .With("traceId"u8, TraceId).With("id"u8, Id).With("parentId"u8, ParentId).With("name"u8, Name).With("kind"u8, Kind)
        .With("timestamp"u8, Start).With("duration"u8, Duration)
        .With("localEndpoint"u8, new JsonShape(Endpoint)
            .With("serviceName"u8, ServiceName).With("ipv4"u8, Address).With("ipv6"u8, Address))
        // OpenTelemetry's exporter puts resource attributes among the tags.
        .With("tags"u8, new JsonShape(Tags) { Any = new JsonShape(Tag) });

    private readonly byte[] _scratch = new byte[Limits.NameBytes * 4];
    private readonly NameTable _services = new();
    private readonly OtlpAttribute _tag = new();
    private SpanDraft _span;
    private Service _service = Service.Unknown;
    private long _malformed;

    public static bool Recognises(ReadOnlySpan<byte> block) =>
        JsonRecognition.MayBeJson(block) && block.IndexOf("\"traceId\""u8) >= 0
        && JsonRecognition.HasAny(block, "\"localEndpoint\""u8, "\"timestamp\""u8, "\"parentId\""u8);

    public void Read(Stream stream, long linesBefore)
    {
        builder.Resolution(Microsecond);
        new JsonWalker(Shape, this, builder.Coverage).Run(stream, linesBefore);
        if (_malformed > 0) builder.Coverage.Add($"{_malformed:N0} spans have no readable id or timestamp and are left out");
    }

    public void Begin(int field, long offset, bool element)
    {
        if (field != SpanObject) return;
        _span = SpanDraft.At(offset, element);
        _service = Service.Unknown;
    }

    public void End(int field, long endOffset)
    {
        if (field != SpanObject) return;
        _span.Service = builder.Service(_service);
        if (!_span.TryAddTo(builder, endOffset)) _malformed++;
    }

    public void Abandon()
    {
    }

    public void Key(int field, ReadOnlySpan<byte> name)
    {
        if (field != Tag) return;
        _tag.Begin();
        _tag.Key = OtlpAttribute.KeyOf(name);
    }

    public void Value(int field, in Utf8JsonReader value)
    {
        switch (field)
        {
            case TraceId:
                _span.TakeTraceId(JsonText.Utf8(in value, _scratch));
                break;
            case Id:
                _span.TakeId(JsonText.Utf8(in value, _scratch));
                break;
            case ParentId:
                if (value.TokenType == JsonTokenType.String) _span.TakeParentId(JsonText.Utf8(in value, _scratch));
                break;
            case Name:
                _span.Name = builder.Name(JsonText.Utf8(in value, _scratch));
                break;
            case Kind:
                _span.Kind = SpanKinds.Parse(JsonText.Utf8(in value, _scratch));
                break;
            case Start:
                _span.StartUnixNanoseconds = JsonText.Microseconds(in value);
                break;
            case Duration:
                _span.DurationNanoseconds = JsonText.Microseconds(in value);
                break;
            case ServiceName:
                var name = JsonText.Utf8(in value, _scratch);
                _service = _service with { Name = name.IsEmpty ? null : _services.Get(name) };
                break;
            case Address:
                var address = JsonText.Utf8(in value, _scratch);
                if (!address.IsEmpty) _service = _service with { Address = _services.Get(address) };
                break;
            case Tag when _tag.Key != OtlpKey.Other:
                _tag.SetValue(value.TokenType == JsonTokenType.True ? "true"u8 : JsonText.Utf8(in value, _scratch));
                _tag.ApplyTo(ref _span);
                // The name is in the endpoint.
                if (_tag.Key != OtlpKey.ServiceName) _service = _tag.ApplyTo(_service);
                break;
        }
    }
}
