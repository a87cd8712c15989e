using System.Buffers.Binary;
using Unpause.Requests;
using Unpause.Requests.Otlp;

namespace Unpause.Reports.Filling;

/// <summary>
/// Inserted spans for OTLP protobuf: one more ResourceSpans for each service, after all others. Protobuf allows appending to
/// lists of messages anywhere, so the bytes of the input stay the same.
/// </summary>
internal sealed class ProtobufAppendix(RequestSet set, SpanOrigins origins, PauseTags tags)
{
    /// <summary>Writes the inserted spans with the framing of the input.</summary>
    public void Write(FillPlan plan, ProtobufFraming framing, Stream output)
    {
        foreach (var service in plan.Added.GroupBy(filled => set.Spans[filled.Parent].Service))
        {
            var scope = new ProtobufMessage().Content(1, new ProtobufMessage().Text(1, "unpause").Bytes);
            foreach (var filled in service) scope.Content(2, SpanOf(filled).Bytes);
            var resourceSpans = new ProtobufMessage();
            if (origins.Resources.TryGetValue(service.Key, out var resource)) resourceSpans.Content(1, resource);
            WriteFramed(new ProtobufMessage().Content(1, resourceSpans.Content(2, scope.Bytes).Bytes).Bytes, framing, output);
        }
    }

    private static void WriteFramed(ReadOnlySpan<byte> message, ProtobufFraming framing, Stream output)
    {
        var prefix = new ProtobufMessage();
        Span<byte> length = stackalloc byte[4];
        switch (framing)
        {
            case ProtobufFraming.FixedLength:
                BinaryPrimitives.WriteInt32BigEndian(length, message.Length);
                output.Write(length);
                break;
            case ProtobufFraming.VarintLength:
                prefix.Raw((ulong)message.Length);
                output.Write(prefix.Bytes);
                break;
        }

        output.Write(message);
    }

    private ProtobufMessage SpanOf(in FilledPause filled)
    {
        ref readonly var parent = ref set.Spans.ItemRef(filled.Parent);
        Span<byte> trace = stackalloc byte[16];
        Span<byte> id = stackalloc byte[8];
        BinaryPrimitives.WriteUInt128BigEndian(trace, parent.TraceId);
        BinaryPrimitives.WriteUInt64BigEndian(id, filled.Id);
        var span = new ProtobufMessage().Content(1, trace).Content(2, id);
        BinaryPrimitives.WriteUInt64BigEndian(id, parent.Id);
        span.Content(4, id).Text(5, tags.Name(filled)).Varint(6, (ulong)SpanKind.Internal)
            .Fixed64(7, (ulong)filled.StartUnixNanoseconds).Fixed64(8, (ulong)(filled.StartUnixNanoseconds + filled.DurationNanoseconds));
        foreach (var (key, value) in tags.Words(filled)) Attribute(span, key, new ProtobufMessage().Text(1, value));
        Attribute(span, PauseTags.CollectionKey, new ProtobufMessage().Varint(3, (ulong)tags.Number(filled)));
        Attribute(span, PauseTags.OverlapKey, new ProtobufMessage().Fixed64(
            4, BitConverter.DoubleToUInt64Bits(PauseTags.OverlapMilliseconds(filled))));
        Attribute(span, PauseTags.GeneratedKey, new ProtobufMessage().Varint(2, 1));
        return span;
    }

    private static void Attribute(ProtobufMessage span, string key, ProtobufMessage value) =>
        span.Content(9, new ProtobufMessage().Text(1, key).Content(2, value.Bytes).Bytes);
}
