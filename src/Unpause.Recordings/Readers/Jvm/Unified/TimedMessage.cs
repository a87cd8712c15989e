using System.Buffers.Binary;
using System.Numerics;

namespace Unpause.Recordings.Readers.Jvm.Unified;

/// <summary>The frame of messages that end in a number of milliseconds.</summary>
internal static class TimedMessage
{
    private const long NanosecondsAMillisecond = 1_000_000;

    private const ulong LowerBits = 0x7F7F_7F7F_7F7F_7F7F;

    /// <summary>Bytes of <c>ms</c>.</summary>
    private const int UnitLength = 2;

    /// <summary>
    /// Splits <c>text 1.353ms</c>, which begins with no blank, from the end, where most messages show that they are another kind.
    /// </summary>
    public static bool TrySplit(ReadOnlySpan<byte> message, out ReadOnlySpan<byte> text, out long nanoseconds)
    {
        text = default;
        nanoseconds = 0;
        if (message is not [.., (byte)'m', (byte)'s']) return false;
        if (!TryReadEnd(message, out var length, out nanoseconds)) return TrySplitLong(message, out text, out nanoseconds);
        text = message[..^(length + 1)].TrimEnd((byte)' ');
        return !text.IsEmpty;
    }

    /// <summary>
    /// Reads the number that ends a message, without going from digit to digit: nearly all are like <c>1.2ms</c> or <c>1.234ms</c>
    /// and fit, with the blank before them, into eight bytes. False for all others.
    /// </summary>
    /// <param name="length">Bytes of the number and its unit.</param>
    public static bool TryReadEnd(ReadOnlySpan<byte> message, out int length, out long nanoseconds)
    {
        length = 0;
        nanoseconds = 0;
        if (message.Length <= sizeof(ulong) || message is not [.., (byte)'m', (byte)'s']) return false;
        if (!TryReadShort(BinaryPrimitives.ReadUInt64LittleEndian(message[^sizeof(ulong)..]), out length, out nanoseconds)) return false;
        length += UnitLength;
        return true;
    }

    /// <summary>Reads a number with one or three decimals between a blank and the last two bytes.</summary>
    private static bool TryReadShort(ulong end, out int length, out long nanoseconds)
    {
        nanoseconds = 0;
        var number = end << (UnitLength * 8);
        var others = number ^ 0x2020_2020_2020_2020;
        // The upper bit of each byte that is a blank; nothing is carried from byte to byte.
        var blanks = ~(((others & LowerBits) + LowerBits) | others | LowerBits);
        length = BitOperations.LeadingZeroCount(blanks) / 8;
        int decimals;
        if ((byte)(number >> 48) == '.') decimals = 1;
        else if ((byte)(number >> 32) == '.') decimals = 3;
        else return false;
        var whole = length - decimals - 1;
        if (whole is < 1 or > 4) return false;
        // The digits before the point move up to those behind it, and zeros come before them.
        var behind = number >> ((sizeof(ulong) - decimals) * 8) << ((sizeof(ulong) - decimals) * 8);
        var before = number << ((decimals + 1) * 8) >> ((sizeof(ulong) - whole) * 8) << ((sizeof(ulong) - whole - decimals) * 8);
        var digits = (behind | before) >> ((sizeof(ulong) - whole - decimals) * 8);
        if (EightDigits.CountOf(digits) < whole + decimals) return false;
        nanoseconds =
            EightDigits.ValueOf(digits, whole + decimals) * (decimals == 1 ? NanosecondsAMillisecond / 10 : NanosecondsAMillisecond / 1000);
        return true;
    }

    /// <summary>Consumes a change of the heap's size at the end of a text.</summary>
    public static bool TryTakeChange(ref ReadOnlySpan<byte> text, out HeapChange change)
    {
        change = default;
        var blank = text.LastIndexOf((byte)' ');
        if (blank <= 0 || !char.IsAsciiDigit((char)text[blank + 1 < text.Length ? blank + 1 : blank])) return false;
        var cursor = new Utf8Cursor(text[(blank + 1)..]);
        if (!cursor.TryTakeHeapChange(out change) || !cursor.AtEnd) return false;
        text = text[..blank].TrimEnd((byte)' ');
        return true;
    }

    /// <summary>Numbers of any other form: with a comma, without a point, with many digits.</summary>
    private static bool TrySplitLong(ReadOnlySpan<byte> message, out ReadOnlySpan<byte> text, out long nanoseconds)
    {
        text = default;
        nanoseconds = 0;
        var blank = message.LastIndexOf((byte)' ');
        if (blank <= 0) return false;
        var cursor = new Utf8Cursor(message[(blank + 1)..^2]);
        if (!cursor.TryTakeMilliseconds(out nanoseconds) || !cursor.AtEnd) return false;
        text = message[..blank].TrimEnd((byte)' ');
        return !text.IsEmpty;
    }
}
