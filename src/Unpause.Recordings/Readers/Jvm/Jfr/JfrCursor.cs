namespace Unpause.Recordings.Readers.Jvm.Jfr;

/// <summary>Reads a chunk's values one after the other. Past the end every value is 0 and <see cref="Failed"/> turns true.</summary>
/// <param name="bytes">The bytes up to the end of what may be read.</param>
internal ref struct JfrCursor(ReadOnlySpan<byte> bytes, int position)
{
    private readonly ReadOnlySpan<byte> _bytes = bytes;

    /// <summary>The next byte's place.</summary>
    public int Position { get; private set; } = position;

    /// <summary>Whether more was requested than there is.</summary>
    public bool Failed { get; private set; }

    /// <summary>Bytes not read yet.</summary>
    public readonly int Remaining => _bytes.Length - Position;

    /// <summary>A compressed integer: seven bits a byte, the lowest first; a ninth byte has eight (JFR's LEB128).</summary>
    public long Number()
    {
        if ((uint)Position < (uint)_bytes.Length && _bytes[Position] < 0x80) return _bytes[Position++];
        return LongNumber();
    }

    /// <summary>Passes over compressed integers.</summary>
    public void SkipNumbers(long count)
    {
        for (; count > 0 && !Failed; count--) Number();
    }

    public byte Byte()
    {
        if (Remaining < 1) return Fail();
        return _bytes[Position++];
    }

    /// <summary>The next bytes; empty when there are fewer.</summary>
    public ReadOnlySpan<byte> Take(long count)
    {
        if (count < 0 || count > Remaining)
        {
            Fail();
            return [];
        }

        var taken = _bytes.Slice(Position, (int)count);
        Position += (int)count;
        return taken;
    }

    private long LongNumber()
    {
        long value = 0;
        for (var shift = 0; shift < 56; shift += 7)
        {
            if (Remaining < 1) return Fail();
            var part = _bytes[Position++];
            value |= (long)(part & 0x7f) << shift;
            if (part < 0x80) return value;
        }

        return value | ((long)Byte() << 56);
    }

    private byte Fail()
    {
        Failed = true;
        Position = _bytes.Length;
        return 0;
    }
}
