namespace Unpause.Recordings.Readers.Jvm.Jfr;

/// <summary>The encodings of a string in a flight recording.</summary>
internal static class JfrText
{
    private const byte Null = 0;
    private const byte Empty = 1;
    private const byte Pooled = 2;
    private const byte Utf8 = 3;
    private const byte Chars = 4;
    private const byte Latin1 = 5;

    /// <summary>Passes over a string.</summary>
    public static void Skip(ref JfrCursor cursor)
    {
        switch (cursor.Byte())
        {
            case Null or Empty: break;
            case Pooled: cursor.Number(); break;
            case Utf8 or Latin1: cursor.Take(cursor.Number()); break;
            case Chars: cursor.SkipNumbers(cursor.Number()); break;
            default: cursor.Take(long.MaxValue); break;
        }
    }

    /// <summary>Reads a string; null for Java's null.</summary>
    /// <param name="cursor">At the string.</param>
    /// <param name="pooled">The key of a string in the pool of strings; the result is then null.</param>
    public static string? Read(ref JfrCursor cursor, out long? pooled)
    {
        pooled = null;
        switch (cursor.Byte())
        {
            case Empty: return "";
            case Pooled: pooled = cursor.Number(); return null;
            case Utf8: return Encoding.UTF8.GetString(Kept(cursor.Take(cursor.Number())));
            case Latin1: return Encoding.Latin1.GetString(Kept(cursor.Take(cursor.Number())));
            case Chars: return ReadChars(ref cursor);
            default: return null;
        }
    }

    private static string ReadChars(ref JfrCursor cursor)
    {
        var count = cursor.Number();
        if (count < 0 || count > cursor.Remaining)
        {
            cursor.Take(long.MaxValue);
            return "";
        }

        var text = new StringBuilder((int)Math.Min(count, Limits.TextBytes));
        for (; count > 0; count--)
        {
            var character = (char)cursor.Number();
            if (text.Length < Limits.TextBytes) text.Append(character);
        }

        return text.ToString();
    }

    private static ReadOnlySpan<byte> Kept(ReadOnlySpan<byte> bytes) => bytes[..Math.Min(bytes.Length, Limits.TextBytes)];
}
