namespace Unpause.Readers.Jvm.Unified;

/// <summary>The frame of messages that end in a number of milliseconds.</summary>
internal static class TimedMessage
{
    private const long NanosecondsAMillisecond = 1_000_000;

    /// <summary>Splits <c>text 1.353ms</c>, which begins with no blank, from the end, where most messages show that they are another kind.</summary>
    public static bool TrySplit(ReadOnlySpan<byte> message, out ReadOnlySpan<byte> text, out long nanoseconds)
    {
        text = default;
        nanoseconds = 0;
        if (message is not [.., (byte)'m', (byte)'s']) return false;
        long value = 0;
        long place = 1;
        long unit = NanosecondsAMillisecond;
        var index = message.Length - 3;
        for (; index >= 0; index--)
        {
            var digit = (uint)(message[index] - '0');
            if (digit <= 9)
            {
                value += digit * place;
                place *= 10;
                if (place > NanosecondsAMillisecond * NanosecondsAMillisecond) return TrySplitLong(message, out text, out nanoseconds);
            }
            else if (message[index] == '.' && unit == NanosecondsAMillisecond && place is > 1 and <= NanosecondsAMillisecond)
            {
                unit /= place;
            }
            else
            {
                break;
            }
        }

        // A blank, then at least one digit before a point.
        if (index <= 0 || message[index] != ' ' || message[index + 1] is < (byte)'0' or > (byte)'9') return TrySplitLong(message, out text, out nanoseconds);
        nanoseconds = value * unit;
        text = message[..index].TrimEnd((byte)' ');
        return !text.IsEmpty;
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

    /// <summary>Numbers with a comma or with more digits than any pause has.</summary>
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
