using System.Buffers.Binary;
using System.Text;

namespace Unpause.Fuzz;

/// <summary>Changes inputs at random: AFL's havoc and splice, and changes that keep text's lines, fields and numbers in shape.</summary>
/// <param name="random">Seeded, so that a run can be repeated.</param>
/// <param name="dictionary">Words of the format.</param>
internal sealed class Mutator(Random random, IReadOnlyList<byte[]> dictionary)
{
    private static readonly byte[][] Numbers =
    [
        .. new[]
        {
            "0", "-1", "1", "-0", "00", "2147483647", "2147483648", "-2147483648", "4294967295", "4294967296", "9223372036854775807",
            "9223372036854775808", "-9223372036854775808", "18446744073709551615", "18446744073709551616", "1e308", "1e309", "-1e308",
            "1e-320", "NaN", "Infinity", "-Infinity", "0.0000000001", "99999999999999999999999", "1.", ".5", "253402300799",
            "1e18", "9007199254740993", "null", "true", "{}", "[]", "\"\"",
        }.Select(Encoding.ASCII.GetBytes),
    ];

    private static readonly long[] Values =
    [
        0, 1, -1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 63, 64, 100, 127, 128, 255, 256, 511, 512, 1000, 1024, 4095, 4096, 32767, 32768, 65535,
        65536, 100_000_000, int.MaxValue, int.MaxValue - 1, int.MinValue, uint.MaxValue, 1L << 32, 1L << 48, 1L << 62, long.MaxValue,
        long.MaxValue - 1, long.MinValue, long.MinValue + 1,
    ];

    private readonly byte[] _work = new byte[FuzzLimits.InputBytes];
    private readonly byte[] _spare = new byte[FuzzLimits.InputBytes];
    private int _length;

    /// <summary>A changed input.</summary>
    /// <param name="input">What is changed.</param>
    /// <param name="other">Another, of which parts may be taken.</param>
    public byte[] Change(byte[] input, byte[] other)
    {
        _length = Math.Min(input.Length, FuzzLimits.InputBytes);
        input.AsSpan(0, _length).CopyTo(_work);
        if (random.Next(8) == 0) Splice(other);
        for (var left = 1 << random.Next(5); left > 0; left--) ChangeOnce(other);
        return _work[.._length];
    }

    private void ChangeOnce(byte[] other)
    {
        switch (random.Next(20))
        {
            case 0: At(at => _work[at] ^= (byte)(1 << random.Next(8))); break;
            case 1: At(at => _work[at] = (byte)random.Next(256)); break;
            case 2: At(at => _work[at] += (byte)(random.Next(71) - 35)); break;
            case 3 or 4: PutValue(); break;
            case 5: PutVariableLength(); break;
            case 6: Remove(random.Next(_length + 1), Span()); break;
            case 7: Copy(); break;
            case 8: Fill(); break;
            case 9: Insert(random.Next(_length + 1), Part(other)); break;
            case 10 or 11: PutWord(); break;
            case 12 or 13: ChangeNumber(); break;
            case 14: Lines(); break;
            case 15: Lines(); break;
            case 16: Insert(LineAt(), PartOfLines(other)); break;
            case 17: Fields(); break;
            case 18: if (random.Next(4) == 0) _length = random.Next(_length + 1); break;
            default: Add(); break;
        }
    }

    private void At(Action<int> change)
    {
        if (_length > 0) change(random.Next(_length));
    }

    private int Span() => Math.Min(_length, random.Next(4) switch
    {
        0 => 1 + random.Next(4), 1 => 1 + random.Next(32), 2 => 1 + random.Next(256), _ => 1 + random.Next(_length + 1),
    });

    private void Splice(byte[] other)
    {
        if (other.Length < 2 || _length < 2) return;
        var (keep, from) = (random.Next(_length), random.Next(other.Length));
        var taken = Math.Min(other.Length - from, FuzzLimits.InputBytes - keep);
        other.AsSpan(from, taken).CopyTo(_work.AsSpan(keep));
        _length = keep + taken;
    }

    private void PutValue()
    {
        Span<byte> bytes = stackalloc byte[8];
        var value = Values[random.Next(Values.Length)];
        var width = 1 << random.Next(4);
        if (_length < width) return;
        if (random.Next(3) == 0) BinaryPrimitives.WriteInt64BigEndian(bytes, value);
        else BinaryPrimitives.WriteInt64LittleEndian(bytes, value);
        var part = random.Next(3) == 0 ? bytes[(8 - width)..] : bytes[..width];
        part.CopyTo(_work.AsSpan(random.Next(_length - width + 1)));
    }

    /// <summary>A number in seven bits a byte, as protobuf, flight recordings and .nettrace have them.</summary>
    private void PutVariableLength()
    {
        Span<byte> bytes = stackalloc byte[10];
        var value = (ulong)Values[random.Next(Values.Length)];
        var length = 0;
        do
        {
            bytes[length++] = (byte)((value & 127) | (value > 127 ? 128u : 0));
            value >>= 7;
        }
        while (value > 0);
        var at = random.Next(_length + 1);
        if (random.Next(2) == 0)
        {
            var old = at;
            while (old < _length && old - at < 10 && (_work[old] & 128) != 0) old++;
            Remove(at, Math.Min(_length - at, old - at + 1));
        }

        Insert(at, bytes[..length]);
    }

    private void Add()
    {
        if (_length < 4) return;
        var at = random.Next(_length - 3);
        var value = BinaryPrimitives.ReadInt32LittleEndian(_work.AsSpan(at));
        BinaryPrimitives.WriteInt32LittleEndian(_work.AsSpan(at), unchecked(value + random.Next(71) - 35));
    }

    private void Copy()
    {
        var length = Span();
        if (length == 0) return;
        var from = random.Next(_length - length + 1);
        _work.AsSpan(from, length).CopyTo(_spare);
        if (random.Next(2) == 0) Insert(random.Next(_length + 1), _spare.AsSpan(0, length));
        else _spare.AsSpan(0, length).CopyTo(_work.AsSpan(random.Next(_length - length + 1)));
    }

    private void Fill()
    {
        var length = Span();
        if (length > 0) _work.AsSpan(random.Next(_length - length + 1), length).Fill((byte)(random.Next(2) == 0 ? 0 : random.Next(256)));
    }

    private void PutWord()
    {
        if (dictionary.Count == 0) return;
        var word = dictionary[random.Next(dictionary.Count)];
        var at = random.Next(_length + 1);
        if (random.Next(2) == 0) Remove(at, Math.Min(word.Length, _length - at));
        Insert(at, word);
    }

    /// <summary>Another number in the place of one: what a flipped bit in text hardly ever makes.</summary>
    private void ChangeNumber()
    {
        if (_length == 0) return;
        var start = _work.AsSpan(0, _length).IndexOfAnyInRange((byte)'0', (byte)'9');
        var from = random.Next(_length);
        var next = _work.AsSpan(from, _length - from).IndexOfAnyInRange((byte)'0', (byte)'9');
        if (start < 0) return;
        var begin = next < 0 ? start : from + next;
        var end = begin;
        while (end < _length && _work[end] is >= (byte)'0' and <= (byte)'9') end++;
        if (random.Next(3) == 0 && end - begin < 19)
        {
            _work[begin + random.Next(end - begin)] = (byte)('0' + random.Next(10));
            return;
        }

        Remove(begin, end - begin);
        Insert(begin, Numbers[random.Next(Numbers.Length)]);
    }

    private int LineAt()
    {
        if (_length == 0) return 0;
        var from = random.Next(_length);
        var end = _work.AsSpan(from, _length - from).IndexOf((byte)'\n');
        return end < 0 ? _length : from + end + 1;
    }

    private int EndOfLine(int from)
    {
        var end = _work.AsSpan(from, _length - from).IndexOf((byte)'\n');
        return end < 0 ? _length : from + end + 1;
    }

    /// <summary>Takes a line away, or puts it elsewhere, or doubles it.</summary>
    private void Lines()
    {
        var from = LineAt();
        var length = EndOfLine(from) - from;
        if (length == 0) return;
        _work.AsSpan(from, length).CopyTo(_spare);
        var kind = random.Next(3);
        if (kind != 2) Remove(from, length);
        if (kind != 0) Insert(LineAt(), _spare.AsSpan(0, length));
    }

    /// <summary>Takes a field away, or doubles it: between blanks, tabs, commas, colons or quotes.</summary>
    private void Fields()
    {
        if (_length == 0) return;
        var from = random.Next(_length);
        var rest = _work.AsSpan(from, _length - from);
        var begin = rest.IndexOfAny(" \t,:\"[]{}="u8);
        if (begin < 0) return;
        var length = rest[(begin + 1)..].IndexOfAny(" \t,:\"[]{}="u8) + 1;
        if (length <= 0) return;
        if (random.Next(2) == 0)
        {
            Remove(from + begin, length);
            return;
        }

        rest.Slice(begin, length).CopyTo(_spare);
        Insert(from + begin, _spare.AsSpan(0, length));
    }

    private ReadOnlySpan<byte> Part(byte[] other)
    {
        if (other.Length == 0) return [];
        var from = random.Next(other.Length);
        return other.AsSpan(from, Math.Min(other.Length - from, 1 + random.Next(512)));
    }

    private ReadOnlySpan<byte> PartOfLines(byte[] other)
    {
        if (other.Length == 0) return [];
        var from = other.AsSpan(random.Next(other.Length)..).IndexOf((byte)'\n') is var at and >= 0 ? at + 1 : 0;
        var lines = other.AsSpan(from);
        var length = 0;
        for (var left = 1 + random.Next(4); left > 0 && length < lines.Length; left--)
        {
            var end = lines[length..].IndexOf((byte)'\n');
            length = end < 0 ? lines.Length : length + end + 1;
        }

        return lines[..length];
    }

    private void Remove(int at, int length)
    {
        length = Math.Min(length, _length - at);
        if (length <= 0) return;
        _work.AsSpan(at + length, _length - at - length).CopyTo(_work.AsSpan(at));
        _length -= length;
    }

    private void Insert(int at, ReadOnlySpan<byte> bytes)
    {
        at = Math.Min(at, _length);
        var count = Math.Min(bytes.Length, FuzzLimits.InputBytes - _length);
        if (count <= 0) return;
        // What is inserted may be a part of the same array.
        var kept = bytes[..count].ToArray();
        _work.AsSpan(at, _length - at).CopyTo(_work.AsSpan(at + count));
        kept.CopyTo(_work.AsSpan(at));
        _length += count;
    }
}
