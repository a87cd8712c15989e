namespace Unpause.Recordings.Readers.Jvm.Legacy;

/// <summary>
/// A row of a class histogram, <c>  12:   1234   567890  [Ljava.lang.Object;</c>: arrays' names begin with brackets that never close.
/// </summary>
internal static class HistogramRow
{
    /// <summary>Whether a line is such a row.</summary>
    public static bool Is(ReadOnlySpan<byte> line)
    {
        // A timestamp has a point in its number; a row is recognised by its colon.
        if (line.IsEmpty || (line[0] != ' ' && !char.IsAsciiDigit((char)line[0]))) return false;
        var cursor = new Utf8Cursor(line);
        cursor.SkipSpaces();
        return TryTakeNumber(ref cursor) && cursor.TryTake((byte)':')
            && TryTakeNumber(ref cursor) && TryTakeNumber(ref cursor) && !cursor.AtEnd;
    }

    private static bool TryTakeNumber(ref Utf8Cursor cursor)
    {
        cursor.SkipSpaces();
        return cursor.TryTakeInteger(out var number) && number >= 0;
    }
}
