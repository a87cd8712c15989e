using System.Buffers;
using System.Buffers.Binary;

namespace Unpause.Services.Watch.Metrics;

/// <summary>One message of protobuf while it is written (https://protobuf.dev/programming-guides/encoding/).</summary>
internal sealed class WireMessage
{
    private const uint Varint = 0, Fixed64 = 1, LengthDelimited = 2;

    private readonly ArrayBufferWriter<byte> _bytes = new();

    /// <summary>Its bytes so far.</summary>
    public ReadOnlySpan<byte> Bytes => _bytes.WrittenSpan;

    /// <summary>Writes a message behind its length.</summary>
    public static void WriteLength(ArrayBufferWriter<byte> output, WireMessage message)
    {
        WriteVarint(output, (ulong)message.Bytes.Length);
        output.Write(message.Bytes);
    }

    /// <summary>A string. Half a surrogate pair becomes the replacement character, because a string is valid UTF-8.</summary>
    public void Text(uint field, string text)
    {
        WriteVarint(_bytes, (field << 3) | LengthDelimited);
        WriteVarint(_bytes, (ulong)Encoding.UTF8.GetByteCount(text));
        Encoding.UTF8.GetBytes(text, _bytes);
    }

    /// <summary>An unsigned number.</summary>
    public void Number(uint field, ulong value)
    {
        WriteVarint(_bytes, (field << 3) | Varint);
        WriteVarint(_bytes, value);
    }

    /// <summary>A number in zigzag form.</summary>
    public void Signed(uint field, long value) => Number(field, ZigZag(value));

    /// <summary>A number of a packed list, without its field.</summary>
    public void Packed(ulong value) => WriteVarint(_bytes, value);

    /// <summary>A number in zigzag form of a packed list, without its field.</summary>
    public void PackedSigned(long value) => WriteVarint(_bytes, ZigZag(value));

    /// <summary>A floating-point number.</summary>
    public void Double(uint field, double value)
    {
        WriteVarint(_bytes, (field << 3) | Fixed64);
        BinaryPrimitives.WriteDoubleLittleEndian(_bytes.GetSpan(sizeof(double)), value);
        _bytes.Advance(sizeof(double));
    }

    /// <summary>A fixed number of 64 bits.</summary>
    public void Fixed(uint field, ulong value)
    {
        WriteVarint(_bytes, (field << 3) | Fixed64);
        BinaryPrimitives.WriteUInt64LittleEndian(_bytes.GetSpan(sizeof(ulong)), value);
        _bytes.Advance(sizeof(ulong));
    }

    /// <summary>The id of a trace, as OTLP has it.</summary>
    public void TraceId(uint field, UInt128 id)
    {
        WriteVarint(_bytes, (field << 3) | LengthDelimited);
        WriteVarint(_bytes, 16);
        BinaryPrimitives.WriteUInt128BigEndian(_bytes.GetSpan(16), id);
        _bytes.Advance(16);
    }

    /// <summary>The id of a span.</summary>
    public void SpanId(uint field, ulong id)
    {
        WriteVarint(_bytes, (field << 3) | LengthDelimited);
        WriteVarint(_bytes, sizeof(ulong));
        BinaryPrimitives.WriteUInt64BigEndian(_bytes.GetSpan(sizeof(ulong)), id);
        _bytes.Advance(sizeof(ulong));
    }

    /// <summary>A message in it, or a packed list.</summary>
    public void Nested(uint field, WireMessage message)
    {
        WriteVarint(_bytes, (field << 3) | LengthDelimited);
        WriteLength(_bytes, message);
    }

    private static ulong ZigZag(long value) => (ulong)((value << 1) ^ (value >> 63));

    private static void WriteVarint(ArrayBufferWriter<byte> output, ulong value)
    {
        var span = output.GetSpan(10);
        var count = 0;
        for (; value >= 0x80; value >>= 7) span[count++] = (byte)(value | 0x80);
        span[count++] = (byte)value;
        output.Advance(count);
    }
}
