using System.Buffers.Binary;
using System.Numerics;

namespace Unpause.Recordings.Packed;

/// <summary>
/// 1,024 numbers as their differences to the least of them, without the low bits that all have zero, in as few bits each as the greatest
/// difference takes (“frame of reference”: Goldstein, Ramakrishnan, Shaft, Compressing Relations and Indexes, ICDE 1998). Times of
/// neighbours lie close together and sizes are multiples of a page, so that 64 bits become ten to thirty.
/// </summary>
internal readonly struct PackedBlock
{
    /// <summary>Numbers in a block.</summary>
    public const int Length = 1 << Shift;

    /// <summary>Bits of an index that tell the place in its block.</summary>
    public const int Shift = 10;

    /// <summary>What tells the place in its block.</summary>
    public const int Mask = Length - 1;

    /// <summary>A number that isn't known.</summary>
    public const long Unknown = long.MinValue;

    // A code may begin at any of eight bits of the word that it is read from.
    private const int MostBits = 57;
    private const int RawBits = 64;

    private readonly byte[]? _codes;
    private readonly long _least;
    private readonly byte _zeros;
    private readonly byte _bits;

    // Where not all are known, code 0 means unknown; the block that nobody filled has no known number.
    private readonly bool _full;

    private PackedBlock(ReadOnlySpan<long> values)
    {
        var (least, most, known) = (long.MaxValue, long.MinValue, 0);
        foreach (var value in values)
        {
            if (value == Unknown) continue;
            known++;
            least = Math.Min(least, value);
            most = Math.Max(most, value);
        }

        if (known == 0) return;
        ulong ones = 0;
        foreach (var value in values)
        {
            if (value != Unknown) ones |= unchecked((ulong)(value - least));
        }

        _full = known == Length;
        _least = least;
        _zeros = ones == 0 ? (byte)0 : (byte)BitOperations.TrailingZeroCount(ones);
        var greatest = unchecked((ulong)(most - least)) >> _zeros;
        _bits = greatest >= 1UL << (MostBits - 1) ? (byte)RawBits : (byte)(RawBits - BitOperations.LeadingZeroCount(greatest + Lift));
        if (_bits == 0) return;
        _codes = new byte[(((Length * _bits) + 7) >> 3) + sizeof(ulong)];
        for (var i = 0; i < values.Length; i++) Write(i, _bits == RawBits ? (ulong)values[i] : CodeOf(values[i]));
    }

    /// <summary>Bytes that it takes.</summary>
    public int HeldBytes => _codes?.Length ?? 0;

    private ulong Codes => (1UL << _bits) - 1;

    private ulong Lift => _full ? 0UL : 1UL;

    /// <summary>The number at an index below <see cref="Length"/>.</summary>
    public long this[int index]
    {
        get
        {
            if (_codes is null) return _full ? _least : Unknown;
            if (_bits == RawBits) return BinaryPrimitives.ReadInt64LittleEndian(_codes.AsSpan(index * sizeof(long)));
            var code = Word(index) & Codes;
            return !_full && code == 0 ? Unknown : Value(code);
        }
    }

    /// <summary>Packs numbers.</summary>
    /// <param name="values">As many as <see cref="Length"/>.</param>
    public static PackedBlock Of(ReadOnlySpan<long> values) => new(values);

    /// <summary>Unpacks the first numbers.</summary>
    /// <param name="into">At most <see cref="Length"/>.</param>
    public void CopyTo(Span<long> into)
    {
        if (_codes is null)
        {
            into.Fill(_full ? _least : Unknown);
            return;
        }

        if (_bits == RawBits)
        {
            for (var i = 0; i < into.Length; i++) into[i] = this[i];
            return;
        }

        ReadOnlySpan<byte> codes = _codes;
        var (mask, bits, zeros, least) = (Codes, (int)_bits, (int)_zeros, _least);
        if (_full)
        {
            for (int i = 0, at = 0; i < into.Length; i++, at += bits)
            {
                var code = (BinaryPrimitives.ReadUInt64LittleEndian(codes[(at >> 3)..]) >> (at & 7)) & mask;
                into[i] = unchecked(least + (long)(code << zeros));
            }

            return;
        }

        for (int i = 0, at = 0; i < into.Length; i++, at += bits)
        {
            var code = (BinaryPrimitives.ReadUInt64LittleEndian(codes[(at >> 3)..]) >> (at & 7)) & mask;
            into[i] = code == 0 ? Unknown : unchecked(least + (long)((code - 1) << zeros));
        }
    }

    /// <summary>Sets one number where it stands; false where it needs more room than the others: pack anew then.</summary>
    public bool TrySet(int index, long value)
    {
        if (_codes is null) return value == (_full ? _least : Unknown);
        if (_bits == RawBits)
        {
            Write(index, (ulong)value);
            return true;
        }

        if (value == Unknown)
        {
            if (_full) return false;
        }
        else
        {
            var difference = unchecked((ulong)(value - _least));
            if (value < _least || (difference & ((1UL << _zeros) - 1)) != 0 || (difference >> _zeros) > Codes - Lift) return false;
        }

        Write(index, CodeOf(value));
        return true;
    }

    private ulong CodeOf(long value) => value == Unknown ? 0 : (unchecked((ulong)(value - _least)) >> _zeros) + Lift;

    private long Value(ulong code) => unchecked(_least + (long)((code - Lift) << _zeros));

    private ulong Word(int index)
    {
        var at = index * _bits;
        return BinaryPrimitives.ReadUInt64LittleEndian(_codes.AsSpan(at >> 3)) >> (at & 7);
    }

    private void Write(int index, ulong code)
    {
        if (_bits == RawBits)
        {
            BinaryPrimitives.WriteUInt64LittleEndian(_codes.AsSpan(index * sizeof(long)), code);
            return;
        }

        var at = index * _bits;
        var place = _codes.AsSpan(at >> 3);
        var word = BinaryPrimitives.ReadUInt64LittleEndian(place);
        BinaryPrimitives.WriteUInt64LittleEndian(place, (word & ~(Codes << (at & 7))) | (code << (at & 7)));
    }
}
