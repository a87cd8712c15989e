using System.Buffers.Binary;

namespace Unpause.Recordings.Readers;

/// <summary>
/// Walks over the fields of one protobuf message in memory. Never throws: a field that doesn't fit ends the walk.
/// Source: protobuf.dev, "Encoding" (wire types 0, 1, 2, 5; groups are used by nothing that is read here and end the walk).
/// </summary>
public ref struct ProtobufFields(ReadOnlySpan<byte> message)
{
    private readonly int _length = message.Length;
    private ReadOnlySpan<byte> _rest = message;

    /// <summary>The current field's number.</summary>
    public int Number { get; private set; }

    /// <summary>The current field's content if it is length-delimited, else empty.</summary>
    public ReadOnlySpan<byte> Bytes { get; private set; }

    /// <summary>Whether the current field is length-delimited; its content may be empty.</summary>
    public bool HasBytes { get; private set; }

    /// <summary>Where <see cref="Bytes"/> begins in the message.</summary>
    public readonly int Offset => _length - _rest.Length - Bytes.Length;

    /// <summary>The current field's value if it is a varint or fixed, else 0.</summary>
    public ulong Value { get; private set; }

    /// <summary>Whether the walk ended because a field didn't fit.</summary>
    public bool Broken { get; private set; }

    /// <summary>Goes to the next field; false at the end.</summary>
    public bool MoveNext()
    {
        if (_rest.IsEmpty) return false;
        Bytes = default;
        HasBytes = false;
        Value = 0;
        if (TryTakeVarint(out var tag) && tag >> 3 is > 0 and <= int.MaxValue && TryTakeContent((int)(tag & 7)))
        {
            Number = (int)(tag >> 3);
            return true;
        }

        Broken = true;
        return false;
    }

    private bool TryTakeContent(int wireType)
    {
        switch (wireType)
        {
            case 0:
                var known = TryTakeVarint(out var varint);
                Value = varint;
                return known;
            case 1 when _rest.Length >= 8:
                Value = BinaryPrimitives.ReadUInt64LittleEndian(_rest);
                _rest = _rest[8..];
                return true;
            case 5 when _rest.Length >= 4:
                Value = BinaryPrimitives.ReadUInt32LittleEndian(_rest);
                _rest = _rest[4..];
                return true;
            case 2 when TryTakeVarint(out var length) && length <= (ulong)_rest.Length:
                HasBytes = true;
                Bytes = _rest[..(int)length];
                _rest = _rest[(int)length..];
                return true;
            default:
                return false;
        }
    }

    private bool TryTakeVarint(out ulong value) => TryTakeVarint(ref _rest, out value);

    /// <summary>Takes a number off the front of packed ones; false where none fits.</summary>
    public static bool TryTakeVarint(ref ReadOnlySpan<byte> packed, out ulong value)
    {
        value = 0;
        for (var i = 0; i < 10 && i < packed.Length; i++)
        {
            value |= (ulong)(packed[i] & 0x7f) << (7 * i);
            if (packed[i] >= 0x80) continue;
            packed = packed[(i + 1)..];
            return true;
        }

        return false;
    }
}
