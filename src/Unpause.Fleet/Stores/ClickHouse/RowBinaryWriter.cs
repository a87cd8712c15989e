using System.Buffers.Binary;

namespace Unpause.Fleet.Stores.ClickHouse;

/// <summary>
/// Writes ClickHouse's format RowBinary: little-endian numbers, lengths as LEB128, a byte before each nullable value (ClickHouse,
/// Formats, RowBinary).
/// </summary>
internal sealed class RowBinaryWriter
{
    private const int FirstBytes = 64 * 1024, LongestVarUInt = 10;

    private byte[] _bytes = new byte[FirstBytes];

    /// <summary>Bytes written.</summary>
    public int Length { get; private set; }

    /// <summary>What is written.</summary>
    public ReadOnlyMemory<byte> Written => _bytes.AsMemory(0, Length);

    /// <summary>Begins again.</summary>
    public void Clear() => Length = 0;

    /// <summary>A UInt16 or Date.</summary>
    public void Write(ushort value) => BinaryPrimitives.WriteUInt16LittleEndian(Take(sizeof(ushort)), value);

    /// <summary>An Int64.</summary>
    public void Write(long value) => BinaryPrimitives.WriteInt64LittleEndian(Take(sizeof(long)), value);

    /// <summary>A UInt64.</summary>
    public void Write(ulong value) => BinaryPrimitives.WriteUInt64LittleEndian(Take(sizeof(ulong)), value);

    /// <summary>A Float64. One that is not finite becomes 0: it would spoil each sum it is part of.</summary>
    public void Write(double value) => BinaryPrimitives.WriteDoubleLittleEndian(Take(sizeof(double)), double.IsFinite(value) ? value : 0);

    /// <summary>A Nullable(Int64).</summary>
    public void Write(long? value)
    {
        Take(1)[0] = value is null ? (byte)1 : (byte)0;
        if (value is { } known) Write(known);
    }

    /// <summary>A Nullable(Float64). One that is not finite is unknown.</summary>
    public void Write(double? value)
    {
        var known = value is { } number && double.IsFinite(number);
        Take(1)[0] = known ? (byte)0 : (byte)1;
        if (known) Write(value.GetValueOrDefault());
    }

    /// <summary>A String, at most so many bytes of it.</summary>
    public void Write(string text, int mostBytes) => WriteSized(ClickHouseText.Utf8(text, mostBytes));

    /// <summary>An Array(Int16).</summary>
    public void Write(ReadOnlySpan<short> values)
    {
        WriteLength(values.Length);
        foreach (var value in values) BinaryPrimitives.WriteInt16LittleEndian(Take(sizeof(short)), value);
    }

    /// <summary>An Array(UInt64).</summary>
    public void Write(ReadOnlySpan<long> values)
    {
        WriteLength(values.Length);
        foreach (var value in values) Write((ulong)Math.Max(0, value));
    }

    /// <summary>An Array(UInt64) of bits.</summary>
    public void Write(ReadOnlySpan<ulong> values)
    {
        WriteLength(values.Length);
        foreach (var value in values) Write(value);
    }

    /// <summary>What another writer wrote.</summary>
    public void Append(ReadOnlySpan<byte> bytes) => bytes.CopyTo(Take(bytes.Length));

    private void WriteSized(ReadOnlySpan<byte> bytes)
    {
        WriteLength(bytes.Length);
        Append(bytes);
    }

    private void WriteLength(int value)
    {
        Span<byte> digits = stackalloc byte[LongestVarUInt];
        var count = 0;
        for (var left = (uint)value; ; left >>= 7)
        {
            digits[count++] = (byte)(left < 0x80 ? left : left | 0x80);
            if (left < 0x80) break;
        }

        Append(digits[..count]);
    }

    private Span<byte> Take(int count)
    {
        if (Length + count > _bytes.Length) Array.Resize(ref _bytes, Math.Max(Length + count, 2 * _bytes.Length));
        var taken = _bytes.AsSpan(Length, count);
        Length += count;
        return taken;
    }
}
