using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

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

    /// <summary>Bits of an index for the position in its block.</summary>
    public const int Shift = 10;

    /// <summary>The mask of these bits.</summary>
    public const int Mask = Length - 1;

    /// <summary>A number that isn't known.</summary>
    public const long Unknown = long.MinValue;

    private const int WordBits = 64;
    private const int ByteBits = 8;

    /// <summary>The longest code that eight bytes have whole, at whichever of its bits a byte begins.</summary>
    private const int MostBits = WordBits - ByteBits + 1;

    private readonly ulong[]? _codes;
    private readonly long _least;
    private readonly byte _zeros;
    private readonly byte _bits;

    // Where not all are known, code 0 means unknown; a block that was never filled has no known number.
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
        // The least long is the unknown one, so that the greatest difference leaves room for the code of that.
        var greatest = (unchecked((ulong)(most - least)) >> _zeros) + Lift;
        _bits = (byte)(WordBits - BitOperations.LeadingZeroCount(greatest));
        if (_bits > 0) _codes = Packed(values);
    }

    /// <summary>Bytes that it takes.</summary>
    public int MemoryBytes => _codes is null ? 0 : _codes.Length * sizeof(ulong);

    private ulong Codes => ulong.MaxValue >> (WordBits - _bits);

    private ulong Lift => _full ? 0UL : 1UL;

    /// <summary>The number at an index below <see cref="Length"/>.</summary>
    public long this[int index]
    {
        get
        {
            if (_codes is not { } codes) return _full ? _least : Unknown;
            var at = index * _bits;
            if (_bits <= MostBits) return Value(CodeAt(MemoryMarshal.AsBytes(codes.AsSpan()), at) & Codes);
            var (word, from) = (at / WordBits, at % WordBits);
            var code = codes[word] >> from;
            if (from + _bits > WordBits) code |= codes[word + 1] << (WordBits - from);
            return Value(code & Codes);
        }
    }

    /// <summary>Packs numbers.</summary>
    /// <param name="values">As many as <see cref="Length"/>.</param>
    public static PackedBlock Pack(ReadOnlySpan<long> values) => new(values);

    /// <summary>Unpacks the first numbers.</summary>
    /// <param name="into">At most <see cref="Length"/>.</param>
    public void CopyTo(Span<long> into)
    {
        if (_codes is not { } codes)
        {
            into.Fill(_full ? _least : Unknown);
            return;
        }

        var (mask, bits, word, from) = (Codes, (int)_bits, 0, 0);
        if (bits <= MostBits)
        {
            var bytes = MemoryMarshal.AsBytes(codes.AsSpan());
            var (least, zeros, at) = (_least, _zeros, 0);
            // Each on its own, so that a processor reads several at the same time.
            if (_full)
            {
                for (var i = 0; i < into.Length; i++, at += bits) into[i] = unchecked(least + (long)((CodeAt(bytes, at) & mask) << zeros));
            }
            else
            {
                for (var i = 0; i < into.Length; i++, at += bits) into[i] = Value(CodeAt(bytes, at) & mask);
            }

            return;
        }

        foreach (ref var value in into)
        {
            var code = codes[word] >> from;
            from += bits;
            if (from >= WordBits)
            {
                from -= WordBits;
                word++;
                if (from > 0) code |= codes[word] << (bits - from);
            }

            value = Value(code & mask);
        }
    }

    /// <summary>Sets one number in place; false where it needs more bits than the others: then the block must be packed again.</summary>
    public bool TrySet(int index, long value)
    {
        if (_codes is not { } codes) return value == (_full ? _least : Unknown);
        if (value == Unknown)
        {
            if (_full) return false;
        }
        else
        {
            var difference = unchecked((ulong)(value - _least));
            if (value < _least || (difference & ((1UL << _zeros) - 1)) != 0 || (difference >> _zeros) > Codes - Lift) return false;
        }

        var (code, at) = (CodeOf(value), index * _bits);
        var (word, from) = (at / WordBits, at % WordBits);
        codes[word] = (codes[word] & ~(Codes << from)) | (code << from);
        if (from + _bits > WordBits)
        {
            var before = WordBits - from;
            codes[word + 1] = (codes[word + 1] & ~(Codes >> before)) | (code >> before);
        }

        return true;
    }

    private ulong[] Packed(ReadOnlySpan<long> values)
    {
        // As many words as bits of a code for each 64 numbers: the last but one ends with the last code, and there are eight bytes to read
        // wherever a code begins.
        var codes = new ulong[(Length / WordBits * _bits) + 1];
        var (bits, word, from, open) = ((int)_bits, 0, 0, 0UL);
        foreach (var value in values)
        {
            var code = CodeOf(value);
            open |= code << from;
            from += bits;
            if (from < WordBits) continue;
            codes[word++] = open;
            from -= WordBits;
            open = from == 0 ? 0 : code >> (bits - from);
        }

        return codes;
    }

    private static ulong CodeAt(ReadOnlySpan<byte> codes, int bit) =>
        BinaryPrimitives.ReadUInt64LittleEndian(codes[(bit / ByteBits)..]) >> (bit % ByteBits);

    private ulong CodeOf(long value) => value == Unknown ? 0 : (unchecked((ulong)(value - _least)) >> _zeros) + Lift;

    private long Value(ulong code) => code < Lift ? Unknown : unchecked(_least + (long)((code - Lift) << _zeros));
}

/// <summary>Numbers for names, so that a column of names is one of small numbers.</summary>
/// <param name="most">How many different names it distinguishes; further ones share <paramref name="others"/>.</param>
internal sealed class PackedNames(int most = PackedNames.Most, string others = "other")
{
    private const int Most = 1 << 20;
    private const int RecentNames = 64;

    private readonly Dictionary<string, int> _indexes = new(StringComparer.Ordinal);
    private readonly List<string> _names = [];
    private (string? Name, int Index)[]? _recent;

    /// <summary>The different names, in the order in which they came.</summary>
    public IReadOnlyList<string> All => _names;

    /// <summary>The name with a number; null for the unknown one.</summary>
    public string? this[long index] => index == PackedBlock.Unknown ? null : _names[(int)index];

    /// <summary>The number of a name that was numbered; -1 for another.</summary>
    public int Find(string name) => _indexes.GetValueOrDefault(name, -1);

    /// <summary>The number of a name, a new one where it is new; unknown for null.</summary>
    public long GetOrAdd(string? name) => name is null ? PackedBlock.Unknown : Add(name);

    /// <summary>The number of a name, a new one where it is new.</summary>
    public int Add(string name)
    {
        // Readers intern names, so the same name mostly comes as the same object.
        ref var recent = ref (_recent ??= new (string?, int)[RecentNames])[RuntimeHelpers.GetHashCode(name) & (RecentNames - 1)];
        if (!ReferenceEquals(recent.Name, name)) recent = (name, FindOrAdd(name));
        return recent.Index;
    }

    private int FindOrAdd(string name)
    {
        if (_indexes.TryGetValue(name, out var known)) return known;
        if (_names.Count == most) name = others;
        if (_names.Count > most) return most;
        _names.Add(name);
        _indexes.TryAdd(name, _names.Count - 1);
        return _names.Count - 1;
    }
}
