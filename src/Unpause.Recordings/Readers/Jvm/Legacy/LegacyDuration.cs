namespace Unpause.Recordings.Readers.Jvm.Legacy;

/// <summary>The end of a block: <c>, 0.1900627 secs</c>. The outer block's number is exact; <c>real=</c> is rounded to 10 ms.</summary>
internal static class LegacyDuration
{
    /// <summary>Reads the nanoseconds at a text's end.</summary>
    public static bool TryReadAtEnd(ReadOnlySpan<byte> text, out long nanoseconds)
    {
        nanoseconds = 0;
        text = text.TrimEnd((byte)' ');
        if (!text.EndsWith(" secs"u8)) return false;
        text = text[..^5];
        var blank = text.LastIndexOf((byte)' ');
        var cursor = new Utf8Cursor(text[(blank + 1)..]);
        return cursor.TryTakeSeconds(out nanoseconds) && cursor.AtEnd;
    }
}
