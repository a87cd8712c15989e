using System.Globalization;

namespace Unpause.Requests.Otlp;

/// <summary>
/// OTLP traces in protobuf: TracesData or ExportTraceServiceRequest, bare or in a row with lengths before them.
/// Source of the field numbers: opentelemetry-proto 1.x, trace.proto, resource.proto, common.proto.
/// </summary>
internal sealed class OtlpProtobufReader(RequestSetBuilder builder) : IRequestReader
{
    private readonly OtlpAttribute _attribute = new();
    private long _malformed;

    public static bool Recognises(ReadOnlySpan<byte> block) => MessageStream.Detect(block) != ProtobufFraming.None;

    public void Read(Stream stream, long linesBefore)
    {
        using var peeked = new PeekedStream(new BufferedStream(stream, Limits.BlockBytes));
        var messages = new MessageStream(peeked, MessageStream.Detect(peeked.Peek(Limits.BlockBytes)));
        while (messages.MoveNext()) ReadResourceSpans(messages.Message);
        if (messages.Fault is { } fault) builder.Coverage.Add($"OTLP protobuf: {fault}", unreadable: true);
        if (_malformed > 0)
        {
            builder.Coverage.Add($"{_malformed:N0} spans have no readable id or start and are left "
                + "out: the file may contain metrics or logs");
        }
    }

    private void ReadResourceSpans(ReadOnlySpan<byte> message)
    {
        var service = Service.Unknown;
        ReadOnlySpan<byte> resource = default;
        for (var fields = new ProtobufFields(message); fields.MoveNext();)
        {
            if (fields.Number != 1) continue;
            resource = fields.Bytes;
            service = ReadResource(resource, service);
        }

        var index = builder.Service(service);
        builder.Origins?.Resources.TryAdd(index, resource.ToArray());
        var scopes = new ProtobufFields(message);
        while (scopes.MoveNext())
        {
            // 1000: instrumentation_library_spans, the name before OTLP 0.15.
            if (scopes.Number is not (2 or 1000)) continue;
            for (var fields = new ProtobufFields(scopes.Bytes); fields.MoveNext();)
            {
                if (fields.Number == 2) ReadSpan(fields.Bytes, index);
            }
        }

        if (scopes.Broken) builder.Coverage.Add("OTLP protobuf: a ResourceSpans message is broken", unreadable: true);
    }

    private Service ReadResource(ReadOnlySpan<byte> resource, Service service)
    {
        for (var fields = new ProtobufFields(resource); fields.MoveNext();)
        {
            if (fields.Number != 1) continue;
            ReadAttribute(fields.Bytes);
            service = _attribute.ApplyTo(service);
        }

        return service;
    }

    private void ReadSpan(ReadOnlySpan<byte> message, int service)
    {
        var span = SpanDraft.At(0, element: true);
        span.Service = service;
        for (var fields = new ProtobufFields(message); fields.MoveNext();)
        {
            switch (fields.Number)
            {
                case 1:
                    span.Malformed |= fields.Bytes.Length != 16;
                    span.TraceId = SpanIds.FromBytes(fields.Bytes);
                    break;
                case 2:
                    span.Malformed |= fields.Bytes.Length != 8;
                    span.Id = (ulong)SpanIds.FromBytes(fields.Bytes);
                    break;
                case 3:
                    builder.Set.Sampling.TakeTraceState(fields.Bytes);
                    break;
                case 4:
                    span.ParentId = (ulong)SpanIds.FromBytes(fields.Bytes);
                    break;
                case 5:
                    span.Name = builder.Name(fields.Bytes);
                    break;
                case 6:
                    span.Kind = fields.Value <= 5 ? (SpanKind)fields.Value : SpanKind.Unspecified;
                    break;
                case 7 when fields.Value <= long.MaxValue:
                    span.StartUnixNanoseconds = (long)fields.Value;
                    break;
                case 8 when fields.Value <= long.MaxValue:
                    span.EndUnixNanoseconds = (long)fields.Value;
                    break;
                case 9:
                    ReadAttribute(fields.Bytes);
                    _attribute.ApplyTo(ref span);
                    _attribute.ApplyTo(builder.Set.Sampling);
                    break;
            }
        }

        if (!span.TryAddTo(builder, 0)) _malformed++;
    }

    private void ReadAttribute(ReadOnlySpan<byte> keyValue)
    {
        Span<byte> digits = stackalloc byte[32];
        _attribute.Begin();
        for (var fields = new ProtobufFields(keyValue); fields.MoveNext();)
        {
            if (fields.Number == 1) _attribute.Key = OtlpAttribute.KeyOf(fields.Bytes);
            if (fields.Number != 2) continue;
            var value = new ProtobufFields(fields.Bytes);
            if (!value.MoveNext()) continue;
            switch (value.Number)
            {
                case 1:
                    _attribute.SetValue(value.Bytes);
                    break;
                case 2:
                    _attribute.SetValue(value.Value == 1 ? "true"u8 : "false"u8);
                    break;
                case 4 when BitConverter.UInt64BitsToDouble(value.Value).TryFormat(digits, out var real, "R", CultureInfo.InvariantCulture):
                    _attribute.SetValue(digits[..real]);
                    break;
                case 3 when ((long)value.Value).TryFormat(digits, out var written):
                    _attribute.SetValue(digits[..written]);
                    break;
                case 5:
                    ReadList(value.Bytes);
                    break;
            }
        }
    }

    /// <summary>The last text of a list: headers are lists.</summary>
    private void ReadList(ReadOnlySpan<byte> arrayValue)
    {
        for (var values = new ProtobufFields(arrayValue); values.MoveNext();)
        {
            var value = new ProtobufFields(values.Bytes);
            if (values.Number == 1 && value.MoveNext() && value.Number == 1) _attribute.SetValue(value.Bytes);
        }
    }
}
