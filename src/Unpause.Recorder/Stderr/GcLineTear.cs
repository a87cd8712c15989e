using Unpause.Recordings.Readers.Go;

namespace Unpause.Recorder.Stderr;

/// <summary>
/// Finds other writers' output inside a gctrace line when several writes arrived as one chunk, as from a pseudo-terminal. Only complete
/// lines are considered. If the position is ambiguous, nothing is removed.
/// </summary>
internal static class GcLineTear
{
    private const int MostForeignLines = 8;

    private static ReadOnlySpan<byte> NumberBytes => "0123456789."u8;

    /// <summary>Finds the foreign lines in <paramref name="text"/>, which starts with a gctrace line's header.</summary>
    /// <param name="text">The start of the line, complete foreign lines, the rest of the line or a part of it.</param>
    /// <param name="known">Number of first bytes that certainly belong to the line.</param>
    /// <param name="foreign">Range of the foreign lines.</param>
    /// <param name="length">The gctrace line's length without them; 0 when more must arrive.</param>
    public static bool Find(ReadOnlySpan<byte> text, int known, out Range foreign, out int length)
    {
        var furthest = GctraceGrammar.MatchingPrefix(text);
        var number = text[..furthest].LastIndexOfAnyExcept(NumberBytes) + 1;
        for (var start = furthest; start >= Math.Max(known, 1); start--)
        {
            if (IsClear(text, number, start) && TryAt(text, start, out foreign, out length)) return true;
            if (!NumberBytes.Contains(text[start - 1])) break; // only digits can belong to either
        }

        (foreign, length) = (default, 0);
        return false;
    }

    private static bool TryAt(ReadOnlySpan<byte> text, int start, out Range foreign, out int length)
    {
        Span<byte> joined = stackalloc byte[GctraceGrammar.MaxLength];
        (foreign, length) = (default, 0);
        if (start > joined.Length) return false;
        text[..start].CopyTo(joined);
        // Complete lines before the next gctrace line, whose start is examined next, so that no byte is searched for many starts.
        var others = text[start..].IndexOf(GctraceGrammar.Start) is var next and >= 0 ? text[..(start + next)] : text;
        var end = start;
        for (var lines = 0; lines < MostForeignLines; lines++)
        {
            var lineEnd = others[end..].IndexOf((byte)'\n');
            if (lineEnd < 0) return false;
            end += lineEnd + 1;
            var rest = text[end..Math.Min(text.Length, end + joined.Length - start)];
            rest.CopyTo(joined[start..]);
            length = GctraceGrammar.Match(joined[..(start + rest.Length)]);
            foreign = start..end;
            if (length >= 0) return true;
        }

        return false;
    }

    /// <summary>Whether a foreign line that starts here can't have started earlier: its own digits would look like the line's.</summary>
    /// <param name="number">Start of the number at the end of the line.</param>
    /// <param name="start">Start of the foreign line.</param>
    private static bool IsClear(ReadOnlySpan<byte> text, int number, int start)
    {
        if (start == text.Length || !NumberBytes.Contains(text[start - 1])) return true;
        if (char.IsAsciiLetter((char)text[start]) || " {[(<\"\n"u8.Contains(text[start])) return true;
        var digits = text[number..start];
        return (digits is [(byte)'0'] && char.IsAsciiDigit((char)text[start]))
            || digits.Contains((byte)'.') && GctraceGrammar.IsMilliseconds(digits);
    }
}
