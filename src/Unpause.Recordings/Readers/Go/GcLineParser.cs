namespace Unpause.Recordings.Readers.Go;

/// <summary>
/// Finds gctrace lines in text, of all shapes of <see cref="GcLineShapes"/>. Other output may precede a line, and text of
/// another process behind it. Numbers may have any form.
/// </summary>
internal static class GcLineParser
{
    private const int MillisecondDigits = 6;
    private const int SecondDigits = 9;
    private const long MaximumMegabytes = 1L << 42;

    /// <summary>Finds the first gctrace line in a line of text.</summary>
    /// <param name="text">The text; what was examined is cut off its front.</param>
    /// <param name="line">The line, when found.</param>
    /// <param name="at">Where it begins in <paramref name="text"/> as given.</param>
    /// <param name="broken">Whether something begins as a line does and goes on otherwise.</param>
    public static bool TryFind(ref ReadOnlySpan<byte> text, out GcLine line, out int at, ref bool broken)
    {
        at = 0;
        while (true)
        {
            var found = text.IndexOf("gc"u8);
            if (found < 0) break;
            at += found;
            var length = Read(text[found..], out line, out var begun);
            text = text[(found + (length > 0 ? length : 2))..];
            if (length > 0) return true;
            at += 2;
            broken |= begun;
        }

        line = default;
        return false;
    }

    /// <summary>Reads the line that a text begins with.</summary>
    /// <param name="line">The line; meaningless when there is none.</param>
    /// <param name="begun">Whether there is none, but something begins as a line does.</param>
    /// <returns>Its length; 0 when there is none.</returns>
    public static int Read(ReadOnlySpan<byte> text, out GcLine line, out bool begun)
    {
        begun = false;
        line = default;
        foreach (var row in GcLineShapes.All)
        {
            // Most of what has "gc" in it is no line, so nothing is made ready for it.
            if (!text.StartsWith(row.Tokens[0].Literal)) continue;
            var cursor = new Utf8Cursor(text);
            line = new GcLine { Row = row };
            var taken = 0;
            while (taken < row.Tokens.Length && TryTake(ref cursor, row.Tokens[taken], ref line)) taken++;
            if (taken == row.Tokens.Length) return cursor.Position;
            begun |= taken >= row.HeadTokens;
        }

        return 0;
    }

    private static bool TryTake(ref Utf8Cursor cursor, in GcToken token, ref GcLine line)
    {
        if (token.Literal is { } literal) return cursor.TryTake(literal);
        long value;
        switch (token.Field)
        {
            case GcField.Number or GcField.Processors:
                if (!cursor.TryTakeInteger(out value) || value <= 0) return false;
                break;
            case GcField.CpuPercent or GcField.ObjectsBefore or GcField.ObjectsAfter:
                if (!cursor.TryTakeInteger(out value)) return false;
                break;
            case GcField.Start:
                if (!cursor.TryTakeFixed(SecondDigits, out value) || value > Limits.LongestNanoseconds) return false;
                break;
            case >= GcField.Clock0 and <= GcField.Clock4:
                if (!cursor.TryTakeFixed(line.Row.ClockDigits, out value) || value > Limits.LongestNanoseconds / 8) return false;
                break;
            case >= GcField.SweepTerminationCpu and <= GcField.MarkTerminationCpu:
                if (!cursor.TryTakeFixed(MillisecondDigits, out value) || value > Limits.LongestNanoseconds / 8) return false;
                break;
            case >= GcField.Heap0 and <= GcField.Globals:
                if (!cursor.TryTakeInteger(out value) || value is < 0 or > MaximumMegabytes) return false;
                value <<= 20;
                break;
            case GcField.Forced:
                value = cursor.TryTake(" (forced)"u8) ? 1 : 0;
                break;
            default:
                value = 0;
                while (TryTakeFurther(ref cursor)) value++;
                break;
        }

        line[token.Field] = value;
        return true;
    }

    /// <summary><c># MB word, </c>.</summary>
    private static bool TryTakeFurther(ref Utf8Cursor cursor)
    {
        var start = cursor.Position;
        if (cursor.TryTakeInteger(out _) && cursor.TryTake(" MB "u8))
        {
            var letters = cursor.Rest.IndexOfAnyExceptInRange((byte)'a', (byte)'z');
            if (letters > 0)
            {
                cursor.Position += letters;
                if (cursor.TryTake(", "u8)) return true;
            }
        }

        cursor.Position = start;
        return false;
    }
}
