using System.Buffers;
using System.Buffers.Binary;
using System.Text;

namespace Unpause.Reports.Filling;

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
