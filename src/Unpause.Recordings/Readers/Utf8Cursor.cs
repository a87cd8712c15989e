using System.Buffers.Binary;
using System.Buffers.Text;
using System.Numerics;

namespace Unpause.Recordings.Readers;

/// <summary>
/// Walks over one line's bytes. Every <c>Try</c> method either consumes what it names and returns true, or leaves
/// the position where it was and returns false.
/// </summary>
public ref struct Utf8Cursor(ReadOnlySpan<byte> text)
{
    /// <summary>Smaller values can be multiplied by each of <see cref="PowersOfTen"/>.</summary>
    private const long LeastLargeValue = 900_000_000;

    private readonly ReadOnlySpan<byte> _text = text;

    private static ReadOnlySpan<long> PowersOfTen =>
    [
        1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
    ];

    /// <summary>Bytes consumed so far.</summary>
    public int Position { get; set; }

    /// <summary>What has not been consumed.</summary>
    public readonly ReadOnlySpan<byte> Rest => _text[Position..];

    /// <summary>Whether all is consumed.</summary>
    public readonly bool AtEnd => Position >= _text.Length;

    /// <summary>Consumes blanks and tabs.</summary>
    public void SkipSpaces()
    {
        while (Position < _text.Length && _text[Position] is (byte)' ' or (byte)'\t') Position++;
    }

    /// <summary>Consumes one given byte.</summary>
    public bool TryTake(byte expected)
    {
        if (Position >= _text.Length || _text[Position] != expected) return false;
        Position++;
        return true;
    }

    /// <summary>Consumes a given text.</summary>
    public bool TryTake(ReadOnlySpan<byte> expected)
    {
        if (!Rest.StartsWith(expected)) return false;
        Position += expected.Length;
        return true;
    }

    /// <summary>Consumes up to and including a given text.</summary>
    public bool TrySkipPast(ReadOnlySpan<byte> end)
    {
        var index = Rest.IndexOf(end);
        if (index < 0) return false;
        Position += index + end.Length;
        return true;
    }

    /// <summary>Consumes a whole decimal number with an optional sign.</summary>
    public bool TryTakeInteger(out long value)
    {
        if (!Utf8Parser.TryParse(Rest, out value, out var consumed)) return false;
        Position += consumed;
        return true;
    }

    /// <summary>
    /// Consumes a decimal number with an optional fraction (<c>12</c>, <c>0.19</c>, <c>0,19</c>) and gives it times
    /// 10^<paramref name="digits"/>, exactly; further fraction digits are rounded half up. No sign, no exponent.
    /// </summary>
    public bool TryTakeFixed(int digits, out long value)
    {
        value = 0;
        var index = Position;
        if (!TakeDigits(ref index, ref value)) return false;
        if (index + 1 < _text.Length && _text[index] is (byte)'.' or (byte)',' && char.IsAsciiDigit((char)_text[index + 1]))
        {
            index++;
            TakeFraction(ref index, ref value, ref digits);
        }

        if (digits > 0 && !TryScale(ref value, digits)) return false;
        Position = index;
        return true;
    }

    private static bool TryScale(ref long value, int digits)
    {
        if (digits >= PowersOfTen.Length) return value == 0;
        var power = PowersOfTen[digits];
        if (value >= LeastLargeValue && value > long.MaxValue / power) return false;
        value *= power;
        return true;
    }

    private readonly bool TakeDigits(ref int index, ref long value)
    {
        var first = index;
        if (TryReadEight(index, out var digits, out var count))
        {
            value = EightDigits.ValueOf(digits, count);
            index += count;
            if (count < EightDigits.Most) return count > 0;
        }

        for (; index < _text.Length && char.IsAsciiDigit((char)_text[index]); index++)
        {
            if (value > (long.MaxValue / 10) - 10) return false;
            value = (value * 10) + (_text[index] - '0');
        }

        return index > first;
    }

    private readonly void TakeFraction(ref int index, ref long value, ref int digits)
    {
        if (value < LeastLargeValue && TryReadEight(index, out var bytes, out var count) && count < EightDigits.Most && count <= digits)
        {
            value = (value * PowersOfTen[count]) + EightDigits.ValueOf(bytes, count);
            index += count;
            digits -= count;
            return;
        }

        var roundUp = false;
        for (var place = 0; index < _text.Length && char.IsAsciiDigit((char)_text[index]); index++, place++)
        {
            if (digits > 0 && value <= (long.MaxValue / 10) - 10)
            {
                value = (value * 10) + (_text[index] - '0');
                digits--;
                place = -1;
            }
            else if (place == 0)
            {
                roundUp = _text[index] >= '5';
            }
        }

        if (roundUp) value++;
    }

    /// <summary>The next eight bytes, and how many digits they begin with; false when fewer than eight bytes are left.</summary>
    private readonly bool TryReadEight(int index, out ulong bytes, out int count)
    {
        bytes = 0;
        count = 0;
        if (_text.Length - index < sizeof(ulong)) return false;
        bytes = BinaryPrimitives.ReadUInt64LittleEndian(_text[index..]);
        count = EightDigits.CountOf(bytes);
        return true;
    }
}

/// <summary>Decimal digits in the bytes of one word, the first in its lowest byte, taken all at once.</summary>
internal static class EightDigits
{
    /// <summary>Digits that fit into a word.</summary>
    public const int Most = sizeof(ulong);

    private const ulong Zeros = 0x3030_3030_3030_3030;

    /// <summary>How many digits the word begins with.</summary>
    public static int CountOf(ulong bytes)
    {
        var values = bytes ^ Zeros;
        // A byte above 9 gets its upper bit; what it carries only reaches bytes behind the first such one.
        var others = ((values + 0x7676_7676_7676_7676) | values) & 0x8080_8080_8080_8080;
        return BitOperations.TrailingZeroCount(others) / 8;
    }

    /// <summary>The number that the first <paramref name="count"/> digits spell; 0 for none.</summary>
    public static long ValueOf(ulong bytes, int count)
    {
        if (count == 0) return 0;
        // The digits move up, so that zeros precede them; then pairs, fours and all eight are joined.
        var digits = (bytes ^ Zeros) << ((Most - count) * 8);
        digits = (digits * 10) + (digits >> 8);
        return (long)((((digits & 0x0000_00FF_0000_00FF) * 0x000F_4240_0000_0064)
            + (((digits >> 16) & 0x0000_00FF_0000_00FF) * 0x0000_2710_0000_0001)) >> 32);
    }
}
