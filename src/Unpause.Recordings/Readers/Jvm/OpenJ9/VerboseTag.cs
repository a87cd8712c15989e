namespace Unpause.Recordings.Readers.Jvm.OpenJ9;

/// <summary>
/// A tag of an element that is read. OpenJ9 writes each tag on one line and escapes <c>&lt;</c>, <c>&gt;</c> and quotes in values
/// (VerboseWriterChain.cpp, formatAndOutput), so that a tag ends at the next <c>&gt;</c>.
/// </summary>
internal readonly ref struct VerboseTag(VerboseElement element, ReadOnlySpan<byte> attributes)
{
    private const int DigitsOfNanoseconds = 6;

    private readonly ReadOnlySpan<byte> _attributes = attributes;

    /// <summary>Which tag it is.</summary>
    public VerboseElement Element { get; } = element;

    /// <summary>Whether it has no closing tag: <c>&lt;gc-end … /&gt;</c>.</summary>
    public bool ClosesItself => _attributes is [.., (byte)'/'];

    /// <summary>Takes the next tag that is read; false at the end of the line.</summary>
    /// <param name="line">The line, of which what was looked at is cut off.</param>
    /// <param name="tag">The tag.</param>
    /// <param name="torn">Whether the line ends inside of a tag that would be read.</param>
    public static bool TryTake(ref ReadOnlySpan<byte> line, out VerboseTag tag, out bool torn)
    {
        tag = default;
        torn = false;
        while (line.IndexOf((byte)'<') is >= 0 and var start)
        {
            line = line[(start + 1)..];
            if (!VerboseElements.TryFind(line, out var element, out var length)) continue;
            if (line[length..].IndexOf((byte)'>') is not (>= 0 and var end))
            {
                torn = true;
                line = default;
                return false;
            }

            tag = new VerboseTag(element, line.Slice(length, end));
            line = line[(length + end + 1)..];
            return true;
        }

        line = default;
        return false;
    }

    /// <summary>The text of an attribute; empty when it is missing. Quotes may be escaped, as in a line that is part of JSON.</summary>
    public ReadOnlySpan<byte> Text(ReadOnlySpan<byte> name)
    {
        var rest = _attributes;
        while (rest.IndexOf(name) is >= 0 and var at)
        {
            var isWhole = at > 0 && rest[at - 1] is (byte)' ' or (byte)'\t';
            rest = rest[(at + name.Length)..];
            if (!isWhole || rest is not [(byte)'=', ..]) continue;
            var value = rest[1..].TrimStart((byte)'\\');
            if (value.IsEmpty || value[0] is not ((byte)'"' or (byte)'\'')) continue;
            var quote = value[0];
            value = value[1..];
            return value.IndexOf(quote) is >= 0 and var end ? value[..end].TrimEnd((byte)'\\') : default;
        }

        return default;
    }

    /// <summary>A whole number, decimal or, behind 0x, hexadecimal; null when it is missing or none.</summary>
    public long? Number(ReadOnlySpan<byte> name)
    {
        var text = Text(name);
        long number;
        if (text.StartsWith("0x"u8)) return TryReadHexadecimal(text[2..], out number) ? number : null;
        var cursor = new Utf8Cursor(text);
        return cursor.TryTakeFixed(0, out number) && cursor.AtEnd ? number : null;
    }

    /// <summary>A number of bytes that can be; null for any other.</summary>
    public long? Bytes(ReadOnlySpan<byte> name) => Number(name) is >= 0 and <= Limits.HeapBytes and var bytes ? bytes : null;

    /// <summary>A time in milliseconds, given in nanoseconds; null when it is missing, none, or longer than a day.</summary>
    public long? Nanoseconds(ReadOnlySpan<byte> name)
    {
        var cursor = new Utf8Cursor(Text(name));
        return cursor.TryTakeFixed(DigitsOfNanoseconds, out var nanoseconds) && cursor.AtEnd && nanoseconds <= Limits.PauseNanoseconds
            ? nanoseconds
            : null;
    }

    /// <summary>The local time of its writing in nanoseconds since 1970, as if it were UTC; null without one.</summary>
    public long? LocalTime() => Prefixes.PrefixTime.TryFindLocal(Text("timestamp"u8), out var unix, out _) ? unix : null;

    private static bool TryReadHexadecimal(ReadOnlySpan<byte> digits, out long number)
    {
        const int Most = 15;
        number = 0;
        return digits.Length is > 0 and <= Most && System.Buffers.Text.Utf8Parser.TryParse(digits, out number, out var used, 'x')
            && used == digits.Length;
    }
}
