using Google.Protobuf;

namespace Unpause.Tests.Requests;

/// <summary>OTLP protobuf written with Google's own encoder: the field numbers are those of opentelemetry-proto 1.x, trace.proto.</summary>
internal static class ProtobufTraces
{
    private const long Millisecond = 1_000_000;
    private static readonly byte[] Trace = Convert.FromHexString("5b8efff798038103d269b633813fc60c");

    /// <summary>TracesData of a service <c>shop</c>, pid 42: a server span of 100 ms and a child of its first 30 ms.</summary>
    public static byte[] Message(long start)
    {
        var resource = Written(
            o => Nested(o, 1, Attribute("service.name", v => Text(v, 1, "shop"))),
            o => Nested(o, 1, Attribute("process.pid", v => Varint(v, 3, 42))));
        var scope = Written(
            o => Nested(o, 2, Span(0x0a, 0, 2, start, start + (100 * Millisecond))),
            o => Nested(o, 2, Span(0x0b, 0x0a, 1, start, start + (30 * Millisecond))));
        return Written(
            o => Nested(o, 1, Written(
                r => Nested(r, 1, resource), r => Nested(r, 2, scope), r => Text(r, 3, "https://opentelemetry.io/schemas/1.4.0"))));
    }

    /// <summary>Two messages, each behind its length: four bytes big-endian, or a varint.</summary>
    public static byte[] Framed(long start, bool fixedLength)
    {
        var stream = new MemoryStream();
        foreach (var message in new[] { Message(start), Message(start + (1000 * Millisecond)) })
        {
            if (fixedLength)
            {
                stream.Write(
                    [(byte)(message.Length >> 24), (byte)(message.Length >> 16), (byte)(message.Length >> 8), (byte)message.Length]);
            }
            else
            {
                stream.Write(Written(o => o.WriteLength(message.Length)));
            }

            stream.Write(message);
        }

        return stream.ToArray();
    }

    private static byte[] Span(ulong id, ulong parent, int kind, long start, long end) => Written(
        o => Bytes(o, 1, Trace),
        o => Bytes(o, 2, Id(id)),
        o => Bytes(o, 4, parent == 0 ? [] : Id(parent)),
        o => Text(o, 5, "GET /"),
        o => Varint(o, 6, kind),
        o => Fixed(o, 7, start),
        o => Fixed(o, 8, end),
        o => Nested(o, 9, Attribute("http.route", v => Text(v, 1, "/"))));

    private static byte[] Attribute(string key, Action<CodedOutputStream> value) =>
        Written(o => Text(o, 1, key), o => Nested(o, 2, Written(value)));

    private static byte[] Id(ulong id) => [.. BitConverter.GetBytes(id).Reverse()];

    private static byte[] Written(params Action<CodedOutputStream>[] parts)
    {
        var stream = new MemoryStream();
        var output = new CodedOutputStream(stream);
        foreach (var part in parts) part(output);
        output.Flush();
        return stream.ToArray();
    }

    private static void Nested(CodedOutputStream output, int field, byte[] message) => Bytes(output, field, message);

    private static void Bytes(CodedOutputStream output, int field, byte[] bytes)
    {
        output.WriteTag(field, WireFormat.WireType.LengthDelimited);
        output.WriteBytes(ByteString.CopyFrom(bytes));
    }

    private static void Text(CodedOutputStream output, int field, string text)
    {
        output.WriteTag(field, WireFormat.WireType.LengthDelimited);
        output.WriteString(text);
    }

    private static void Varint(CodedOutputStream output, int field, long value)
    {
        output.WriteTag(field, WireFormat.WireType.Varint);
        output.WriteInt64(value);
    }

    private static void Fixed(CodedOutputStream output, int field, long value)
    {
        output.WriteTag(field, WireFormat.WireType.Fixed64);
        output.WriteFixed64((ulong)value);
    }
}
