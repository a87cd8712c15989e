using System.Buffers;
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

/// <summary>The name and attributes of an inserted span, the same in every format.</summary>
internal sealed class PauseTags(Recording recording)
{
    /// <summary>The attribute that marks an inserted span.</summary>
    public const string GeneratedKey = SpanFormats.GeneratedKey;

    /// <summary>The attribute with the milliseconds of the pause inside the hole.</summary>
    public const string OverlapKey = SpanFormats.OverlapKey;

    /// <summary>The attribute with the collection's number.</summary>
    public const string CollectionKey = "gc.collection";

    /// <summary><c>GC pause (gen2)</c>; where the runtime has no generations, the pause's own name.</summary>
    public string Name(in FilledPause filled)
    {
        var detail = CollectionOf(filled).Generation ?? recording.Pauses[filled.Pause].Name;
        return string.IsNullOrEmpty(detail) ? "GC pause" : $"GC pause ({detail})";
    }

    public long Number(in FilledPause filled) => CollectionOf(filled).Number;

    public static double OverlapMilliseconds(in FilledPause filled) => filled.DurationNanoseconds / 1e6;

    /// <summary>The text attributes, in order; unknown ones are left out.</summary>
    public IEnumerable<(string Key, string Value)> Words(FilledPause filled)
    {
        var collection = CollectionOf(filled);
        if (collection.Generation is { } generation) yield return (SpanFormats.GenerationKey, generation);
        if ((collection.RuntimeCause ?? collection.Cause) is { } cause) yield return (SpanFormats.CauseKey, cause);
        yield return (SpanFormats.RuntimeKey, recording.Source.Runtime);
    }

    private Collection CollectionOf(in FilledPause filled) => recording.Collections[recording.Pauses[filled.Pause].Collection];
}

/// <summary>The part of a pause inside a hole: the span to insert.</summary>
/// <param name="Parent">The index of the span with the hole.</param>
/// <param name="StartUnixNanoseconds">The wall time of the start.</param>
/// <param name="Pause">The index of the pause in its recording.</param>
/// <param name="Id">The ID of the inserted span: always the same for the same pause and hole.</param>
internal readonly record struct FilledPause(int Parent, long StartUnixNanoseconds, long DurationNanoseconds, int Pause, ulong Id);

/// <summary>A protobuf message under construction.</summary>
internal sealed class ProtobufMessage
{
    private readonly ArrayBufferWriter<byte> _bytes = new();

    public ReadOnlySpan<byte> Bytes => _bytes.WrittenSpan;

    public ProtobufMessage Varint(int field, ulong value)
    {
        Raw(((ulong)field << 3) | 0);
        Raw(value);
        return this;
    }

    public ProtobufMessage Fixed64(int field, ulong value)
    {
        Raw(((ulong)field << 3) | 1);
        BinaryPrimitives.WriteUInt64LittleEndian(_bytes.GetSpan(8), value);
        _bytes.Advance(8);
        return this;
    }

    public ProtobufMessage Content(int field, ReadOnlySpan<byte> content)
    {
        Raw(((ulong)field << 3) | 2);
        Raw((ulong)content.Length);
        _bytes.Write(content);
        return this;
    }

    public ProtobufMessage Text(int field, string text) => Content(field, Encoding.UTF8.GetBytes(text));

    /// <summary>Appends a bare varint.</summary>
    public void Raw(ulong value)
    {
        var span = _bytes.GetSpan(10);
        var length = 0;
        for (; value >= 0x80; value >>= 7) span[length++] = (byte)(value | 0x80);
        span[length++] = (byte)value;
        _bytes.Advance(length);
    }
}
