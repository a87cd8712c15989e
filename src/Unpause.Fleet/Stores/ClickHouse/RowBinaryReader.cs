using System.Buffers.Binary;

namespace Unpause.Fleet.Stores.ClickHouse;

/// <summary>Reads the format RowBinary of an answer, in the order of its columns. An answer is as hostile as a file.</summary>
internal sealed class RowBinaryReader(Stream stream)
{
    private const int BlockBytes = 64 * 1024, MostTextBytes = 1024 * 1024, MostItems = 1024 * 1024;

    private readonly byte[] _block = new byte[BlockBytes];
    private int _at, _end;

    /// <summary>Whether there is another row.</summary>
    public bool MoveNext()
    {
        if (_at < _end) return true;
        _at = 0;
        _end = stream.Read(_block);
        return _end > 0;
    }

    /// <summary>An Int64.</summary>
    public long ReadInt64() => BinaryPrimitives.ReadInt64LittleEndian(Take(stackalloc byte[sizeof(long)]));

    /// <summary>A UInt64 that counts something.</summary>
    public long ReadCount() => (long)Math.Min(long.MaxValue, BinaryPrimitives.ReadUInt64LittleEndian(Take(stackalloc byte[sizeof(ulong)])));

    /// <summary>A UInt64.</summary>
    public ulong ReadUInt64() => BinaryPrimitives.ReadUInt64LittleEndian(Take(stackalloc byte[sizeof(ulong)]));

    /// <summary>A Float64.</summary>
    public double ReadDouble() => BinaryPrimitives.ReadDoubleLittleEndian(Take(stackalloc byte[sizeof(double)]));

    /// <summary>A Nullable(Int64).</summary>
    public long? ReadNullableInt64() => IsNull() ? null : ReadInt64();

    /// <summary>A Nullable(Float64).</summary>
    public double? ReadNullableDouble() => IsNull() ? null : ReadDouble();

    /// <summary>A String.</summary>
    public string ReadText()
    {
        var bytes = new byte[ReadLength(MostTextBytes)];
        Take(bytes);
        return Encoding.UTF8.GetString(bytes);
    }

    /// <summary>An Array(Int16).</summary>
    public short[] ReadShorts()
    {
        var values = new short[ReadLength(MostItems)];
        Span<byte> bytes = stackalloc byte[sizeof(short)];
        for (var i = 0; i < values.Length; i++) values[i] = BinaryPrimitives.ReadInt16LittleEndian(Take(bytes));
        return values;
    }

    /// <summary>An Array(UInt64) of counts.</summary>
    public long[] ReadCounts()
    {
        var values = new long[ReadLength(MostItems)];
        for (var i = 0; i < values.Length; i++) values[i] = ReadCount();
        return values;
    }

    /// <summary>An Array(Int64).</summary>
    public long[] ReadInt64s()
    {
        var values = new long[ReadLength(MostItems)];
        for (var i = 0; i < values.Length; i++) values[i] = ReadInt64();
        return values;
    }

    private bool IsNull() => Take(stackalloc byte[1])[0] != 0;

    private int ReadLength(int most)
    {
        uint length = 0;
        Span<byte> digit = stackalloc byte[1];
        for (var shift = 0; ; shift += 7)
        {
            var value = Take(digit)[0];
            length |= (uint)(value & 0x7F) << shift;
            if (value < 0x80) break;
            if (shift >= 21) throw new InvalidDataException("a length in the answer is too large");
        }

        return length <= most ? (int)length : throw new InvalidDataException("a value in the answer is too long");
    }

    private Span<byte> Take(Span<byte> target)
    {
        var left = target;
        while (!left.IsEmpty)
        {
            if (_at == _end && !MoveNext()) throw new EndOfStreamException("the answer ends within a row");
            var count = Math.Min(left.Length, _end - _at);
            _block.AsSpan(_at, count).CopyTo(left);
            _at += count;
            left = left[count..];
        }

        return target;
    }
}
