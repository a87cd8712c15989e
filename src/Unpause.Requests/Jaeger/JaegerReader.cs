using System.Text.Json;
using Unpause.Requests.Json;
using Unpause.Requests.Otlp;

namespace Unpause.Requests.Jaeger;

/// <summary>
/// Traces as Jaeger's UI and API give them: {data:[trace…]}, {data:trace} or a bare trace. Times are microseconds.
/// The parent is a reference (CHILD_OF before FOLLOWS_FROM) or the older parentSpanID; the service is in processes,
/// which may follow the spans, or in each span. Source: jaeger, model/json/model.go (v1.x).
/// </summary>
internal sealed class JaegerReader(RequestSetBuilder builder) : IRequestReader, IJsonSink
{
    private const int Root =
        0, SpanObject = 1, TraceId = 2, SpanId = 3, ParentId = 4, Name = 5, Start = 6, Duration = 7, SpanTag = 8, TagKey = 9;
    private const int TagValue =
        10, Reference = 11, ReferenceType = 12, ReferenceSpan = 13, Processes = 14, Process = 15, ServiceName = 16, ProcessTag = 17;
    private const int ProcessId = 18, InlineProcess = 19, Microsecond = 1000;

    private static readonly JsonShape Shape = MakeShape();
    private readonly byte[] _scratch = new byte[Limits.NameBytes * 4];
    private readonly OtlpAttribute _tag = new();
    private readonly Dictionary<string, int> _processes = new(StringComparer.Ordinal);
    private readonly List<Service?> _services = [];
    private readonly List<int> _processOfSpan = [];
    private SpanDraft _span;
    private int _spanProcess;
    private bool _kindTag;
    private bool _follows;
    private ulong _referenced;
    private ulong _followed;
    private int _process = -1;
    private Service _service = Service.Unknown;
    private int _firstSpan;
    private long _malformed;

    public static bool Recognises(ReadOnlySpan<byte> block) =>
        JsonRecognition.MayBeJson(block) && JsonRecognition.HasAny(block, "\"spanID\""u8, "\"operationName\""u8, "\"traceID\""u8);

    public void Read(Stream stream, long linesBefore)
    {
        builder.Resolution(Microsecond);
        _firstSpan = builder.Set.Spans.Count;
        new JsonWalker(Shape, this, builder.Coverage).Run(stream, linesBefore);
        AssignServices();
        if (_malformed > 0) builder.Coverage.Add($"{_malformed:N0} spans have no readable id or start and are left out");
    }

    public void Begin(int field, long offset, bool element)
    {
        switch (field)
        {
            case SpanObject:
                _span = SpanDraft.At(offset, element);
                _spanProcess = -1;
                _followed = 0;
                break;
            case SpanTag or ProcessTag:
                _tag.Begin();
                _kindTag = false;
                break;
            case Reference:
                _follows = false;
                _referenced = 0;
                break;
            case Process or InlineProcess:
                _service = Service.Unknown;
                break;
        }
    }

    public void End(int field, long endOffset)
    {
        switch (field)
        {
            case SpanObject:
                EndSpan(endOffset);
                break;
            case SpanTag:
                _tag.ApplyTo(ref _span);
                _tag.ApplyTo(builder.Set.Sampling);
                if (_kindTag) _span.Kind = SpanKinds.Parse(_tag.Value);
                break;
            case ProcessTag:
                _service = _tag.ApplyTo(_service);
                break;
            case Process:
                if (_process >= 0) _services[_process] = _service;
                break;
            case InlineProcess:
                _span.Service = builder.Service(_service);
                break;
            case Reference when _follows:
                _followed = _referenced;
                break;
            case Reference:
                if (_span.ParentId == 0) _span.ParentId = _referenced;
                break;
            case Root:
                AssignServices();
                break;
        }
    }

    public void Abandon() => AssignServices();

    public void Key(int field, ReadOnlySpan<byte> name)
    {
        if (field == Process) _process = ProcessIndex(name);
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
            case Name:
                _span.Name = builder.Name(JsonText.Utf8(in value, _scratch));
                break;
            case Start:
                _span.StartUnixNanoseconds = JsonText.Microseconds(in value);
                break;
            case Duration:
                _span.DurationNanoseconds = JsonText.Microseconds(in value);
                break;
            case ReferenceType:
                _follows = value.ValueTextEquals("FOLLOWS_FROM"u8);
                break;
            case ReferenceSpan:
                _span.Malformed |= !SpanIds.TryParse(JsonText.Utf8(in value, _scratch), out _referenced);
                break;
            default:
                ProcessValue(field, in value, JsonText.Utf8(in value, _scratch));
                break;
        }
    }

    private void ProcessValue(int field, in Utf8JsonReader value, ReadOnlySpan<byte> text)
    {
        switch (field)
        {
            case ProcessId:
                _spanProcess = ProcessIndex(text);
                break;
            case ServiceName:
                _service = _service with { Name = Encoding.UTF8.GetString(text[..Math.Min(text.Length, Limits.NameBytes)]) };
                break;
            case TagKey:
                _kindTag = text.SequenceEqual("span.kind"u8);
                _tag.Key = KeyOf(text);
                break;
            case TagValue:
                _tag.SetValue(value.TokenType == JsonTokenType.True ? "true"u8 : text);
                break;
        }
    }

    private void EndSpan(long endOffset)
    {
        if (_span.ParentId == 0) _span.ParentId = _followed;
        if (_span.ParentId == _span.Id) _span.ParentId = 0;
        var before = builder.Set.Spans.Count;
        if (!_span.TryAddTo(builder, endOffset)) _malformed++;
        else if (builder.Set.Spans.Count > before) _processOfSpan.Add(_spanProcess);
    }

    /// <summary>Jaeger's own clients have names of their own: pid, hostname, ip, client-uuid.</summary>
    private static OtlpKey KeyOf(ReadOnlySpan<byte> text) =>
        text.SequenceEqual("pid"u8) ? OtlpKey.ProcessId
        : text.SequenceEqual("hostname"u8) ? OtlpKey.HostName
        : text.SequenceEqual("ip"u8) ? OtlpKey.Address
        : text.SequenceEqual("client-uuid"u8) ? OtlpKey.InstanceId
        : OtlpAttribute.KeyOf(text);

    private int ProcessIndex(ReadOnlySpan<byte> id)
    {
        var name = Encoding.UTF8.GetString(id[..Math.Min(id.Length, Limits.NameBytes)]);
        if (_processes.TryGetValue(name, out var known)) return known;
        if (_services.Count >= Limits.Services) return -1;
        _services.Add(null);
        _processes.Add(name, _services.Count - 1);
        return _services.Count - 1;
    }

    /// <summary>Gives the trace's spans their services; process ids mean something within one trace only.</summary>
    private void AssignServices()
    {
        for (var i = 0; i < _processOfSpan.Count; i++)
        {
            if (_processOfSpan[i] < 0 || _services[_processOfSpan[i]] is not { } service) continue;
            ref var span = ref builder.Set.Spans.ItemRef(_firstSpan + i);
            span = span with { Service = builder.Service(service) };
        }

        _firstSpan = builder.Set.Spans.Count;
        _processOfSpan.Clear();
        _processes.Clear();
        _services.Clear();
        _process = -1;
    }

    private static JsonShape MakeShape()
    {
        var tag = (int field) => new JsonShape(field).With("key"u8, TagKey).With("value"u8, TagValue);
        var process = (int field) => new JsonShape(field).With("serviceName"u8, ServiceName).With("tags"u8, tag(ProcessTag));
        var span = new JsonShape(SpanObject)
            .With("traceID"u8, TraceId).With("spanID"u8, SpanId).With("parentSpanID"u8, ParentId).With("operationName"u8, Name)
            .With("startTime"u8, Start).With("duration"u8, Duration).With("tags"u8, tag(SpanTag))
            .With("processID"u8, ProcessId).With("process"u8, process(InlineProcess))
            .With("references"u8, new JsonShape(Reference).With("refType"u8, ReferenceType).With("spanID"u8, ReferenceSpan));
        var processes = new JsonShape(Processes) { Any = process(Process) };
        var trace = (int field) => new JsonShape(field).With("spans"u8, span).With("processes"u8, processes);
        return trace(Root).With("data"u8, trace(Root));
    }
}
