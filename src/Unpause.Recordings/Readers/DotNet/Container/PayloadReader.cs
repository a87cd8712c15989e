namespace Unpause.Recordings.Readers.DotNet.Container;

/// <summary>Reads an event's payload field by field. Past the end every field is 0 and <see cref="Short"/> turns true.</summary>
internal ref struct PayloadReader(ReadOnlySpan<byte> payload, int pointerBytes = 8)
{
    private readonly ReadOnlySpan<byte> _payload = payload;
    private readonly int _pointerBytes = pointerBytes;
    private int _position;

    /// <summary>Whether a requested field is missing from the payload.</summary>
    public bool Short { get; private set; }

    /// <summary>Bytes not read yet.</summary>
    public readonly int Remaining => _payload.Length - _position;

    /// <summary>The bytes not read yet.</summary>
    public readonly ReadOnlySpan<byte> Rest => _payload[_position..];

    public byte UInt8() => Take(1)[0];

    public ushort UInt16() => BinaryPrimitives.ReadUInt16LittleEndian(Take(2));

    public int Int32() => BinaryPrimitives.ReadInt32LittleEndian(Take(4));

    public uint UInt32() => BinaryPrimitives.ReadUInt32LittleEndian(Take(4));

    public long Int64() => BinaryPrimitives.ReadInt64LittleEndian(Take(8));

    /// <summary>A size in the observed process's word.</summary>
    public long Word() => _pointerBytes == 4 ? UInt32() : Int64();

    public void Skip(int bytes) => Take(bytes);

    /// <summary>The bytes of a zero-terminated UTF-16 text, without the end; unterminated text reaches to the payload's end.</summary>
    public ReadOnlySpan<byte> Utf16()
    {
        var start = _position;
        for (var at = start; at + 1 < _payload.Length; at += 2)
        {
            if (_payload[at] != 0 || _payload[at + 1] != 0) continue;
            _position = at + 2;
            return _payload[start..at];
        }

        Short = true;
        _position = _payload.Length;
        return _payload[start..(start + ((_payload.Length - start) & ~1))];
    }

    private ReadOnlySpan<byte> Take(int bytes)
    {
        if (bytes < 0 || Remaining < bytes)
        {
            Short = true;
            _position = _payload.Length;
            return Zeros[..Math.Clamp(bytes, 0, Zeros.Length)];
        }

        var taken = _payload.Slice(_position, bytes);
        _position += bytes;
        return taken;
    }

    private static ReadOnlySpan<byte> Zeros => [0, 0, 0, 0, 0, 0, 0, 0];
}
