using System.Buffers.Text;

namespace Unpause.Recordings.Readers.Go;

/// <summary>
/// Which bytes of a program's stderr are lines of <c>GODEBUG=gctrace=1</c>: for <c>unpause run</c>, which takes them out. The shapes are
/// <see cref="GcLineShapes"/>, the reader's own; here every number must look as the runtime prints it, because bytes of others must
/// not be taken. The reader understands everything that matches here.
/// </summary>
public static class GctraceGrammar
{
    /// <summary>The longest real line has some 220 bytes; a newer runtime may add fields.</summary>
    public const int MaxLength = 512;

    /// <summary>What every collection's line begins with; the runtime writes it in one piece.</summary>
    public static ReadOnlySpan<byte> Start => "gc "u8;

    /// <summary>The line of the two-minute timer (src/runtime/proc.go), without its line end.</summary>
    public static ReadOnlySpan<byte> Forced => "GC forced"u8;

    /// <summary>How much of the text's beginning is the beginning of a line.</summary>
    public static int MatchingPrefix(ReadOnlySpan<byte> text)
    {
        // What begins with something that begins no line begins none: a search by halves finds the border.
        var (fits, most) = (0, Math.Min(text.Length, MaxLength));
        while (fits < most)
        {
            var length = (fits + most + 1) / 2;
            if (Match(text[..length]) >= 0) fits = length;
            else most = length - 1;
        }

        return fits;
    }

    /// <summary>
    /// Tries to read one line from the start of <paramref name="text"/>. Returns its length with the line end; 0 when the
    /// text ends before the line does; -1 when this is no such line.
    /// </summary>
    public static int Match(ReadOnlySpan<byte> text)
    {
        var seen = text.Length > MaxLength ? text[..MaxLength] : text;
        var ranOut = false;
        foreach (var row in GcLineShapes.All)
        {
            if (!row.IsWholeLine) continue;
            var matcher = new GcLineMatcher(seen);
            if (matcher.Take(row.Tokens) && matcher.Literal("\n"u8))
            {
                return GcLineParser.Read(seen, out _, out _) > 0 ? matcher.Position : -1;
            }

            ranOut |= matcher.RanOut;
        }

        var timer = new GcLineMatcher(seen);
        if (timer.Literal(Forced) && timer.Literal("\n"u8)) return timer.Position;
        return (ranOut || timer.RanOut) && text.Length < MaxLength ? 0 : -1;
    }

    /// <summary>
    /// Whether the runtime prints such a number of milliseconds (fmtNSAsMS in mgc.go): whole from ten on, below that with two
    /// significant digits, but no more than three decimals.
    /// </summary>
    public static bool IsMilliseconds(ReadOnlySpan<byte> number)
    {
        var point = number.IndexOf((byte)'.');
        if (point < 0) return number.Length == 1 ? number[0] == (byte)'0' : number.Length > 1 && number[0] != (byte)'0';
        var decimals = number.Length - point - 1;
        if (point != 1) return false;
        if (number[0] != (byte)'0') return decimals == 1;
        return decimals == (number.Length > 2 && number[2] == (byte)'0' ? 3 : 2);
    }

    /// <summary>Whether the text begins with <c>gc #</c>, so that a torn line is possible.</summary>
    public static bool HasNumber(ReadOnlySpan<byte> text) =>
        text.Length > Start.Length && text.StartsWith(Start) && char.IsAsciiDigit((char)text[Start.Length]);

    /// <summary>The number in <c>gc #</c>, with which the text begins; null when it doesn't.</summary>
    public static long? Number(ReadOnlySpan<byte> text) =>
        HasNumber(text) && Utf8Parser.TryParse(text[Start.Length..], out long number, out _) ? number : null;

    /// <summary>Whether the text begins with <c>gc # @#s #%: </c>, which nothing but a gc line does.</summary>
    public static bool HasHeader(ReadOnlySpan<byte> text) => new GcLineMatcher(text).Take(GcLineShapes.HeadTokens);
}
