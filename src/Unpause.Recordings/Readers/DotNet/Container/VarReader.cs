namespace Unpause.Recordings.Readers.DotNet.Container;

/// <summary>Reads a block of a .nettrace file. Past its end everything is 0 and <see cref="Failed"/> turns true.</summary>
internal ref struct VarReader(ReadOnlySpan<byte> bytes)
{
    private readonly ReadOnlySpan<byte> _bytes = bytes;
    private int _position;

    /// <summary>Whether a requested value is missing.</summary>
    public bool Failed { get; private set; }

    public readonly int Remaining => _bytes.Length - _position;

    /// <summary>Bytes read so far.</summary>
    public readonly int Position => _position;

    public byte Byte()
    {
        if (_position < _bytes.Length) return _bytes[_position++];
        Failed = true;
        return 0;
    }

    public ushort UInt16() => TryTake(2, out var taken) ? BinaryPrimitives.ReadUInt16LittleEndian(taken) : (ushort)0;

    public int Int32() => TryTake(4, out var taken) ? BinaryPrimitives.ReadInt32LittleEndian(taken) : 0;

    public long Int64() => TryTake(8, out var taken) ? BinaryPrimitives.ReadInt64LittleEndian(taken) : 0;

    public UInt128 UInt128() => TryTake(16, out var taken) ? BinaryPrimitives.ReadUInt128LittleEndian(taken) : default;

    public uint VarUInt32() => (uint)VarUInt(5);

    public ulong VarUInt64() => VarUInt(10);

    public void Skip(int count) => TryTake(count, out _);

    /// <summary>The next bytes; empty, and failed, when there are fewer.</summary>
    public ReadOnlySpan<byte> Take(int count) => TryTake(count, out var taken) ? taken : default;

    /// <summary>A text in UTF-8 behind its length.</summary>
    public ReadOnlySpan<byte> Utf8()
    {
        var length = VarUInt32();
        return Take(length > int.MaxValue ? -1 : (int)length);
    }

    private ulong VarUInt(int mostBytes)
    {
        ulong value = 0;
        for (var i = 0; i < mostBytes; i++)
        {
            var next = Byte();
            value |= (ulong)(next & 0x7F) << (7 * i);
            if ((next & 0x80) == 0) return value;
        }

        Failed = true;
        return value;
    }

    private bool TryTake(int count, out ReadOnlySpan<byte> taken)
    {
        taken = default;
        if (count < 0 || Remaining < count)
        {
            Failed = true;
            _position = _bytes.Length;
            return false;
        }

        taken = _bytes.Slice(_position, count);
        _position += count;
        return true;
    }
}
