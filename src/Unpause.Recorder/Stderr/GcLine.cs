using System.Buffers;

namespace Unpause.Recorder.Stderr;

/// <summary>
/// Recognises the lines that the Go runtime writes with GODEBUG=gctrace=1: `gc # @#s #%: … ms clock, … ms cpu, … MB, … P`
/// of Go 1.5 and later (src/runtime/mgc.go) and `GC forced` of its two-minute timer (src/runtime/proc.go).
/// </summary>
internal static class GcLine
{
    /// <summary>The longest real line has some 220 bytes; a newer runtime may add fields.</summary>
    public const int MaxLength = 512;

    /// <summary>What every collection's line begins with; the runtime writes it in one piece.</summary>
    public static ReadOnlySpan<byte> Start => "gc "u8;

    /// <summary>The line of the two-minute timer.</summary>
    public static ReadOnlySpan<byte> Forced => "GC forced\n"u8;

    private static readonly SearchValues<byte> Digits = SearchValues.Create("0123456789"u8);
    private static readonly SearchValues<byte> Decimal = SearchValues.Create("0123456789."u8);
    private static readonly SearchValues<byte> Letters = SearchValues.Create("abcdefghijklmnopqrstuvwxyz"u8);

    /// <summary>How much of the text's beginning is the beginning of a line.</summary>
    public static int MatchingPrefix(ReadOnlySpan<byte> text)
    {
        var longest = Math.Min(text.Length, MaxLength);
        while (longest > 0 && Match(text[..longest]) < 0) longest--;
        return longest;
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

    /// <summary>
    /// Tries to read one line from the start of <paramref name="text"/>. Returns its length with the line end; 0 when the
    /// text ends before the line does; -1 when this is no such line.
    /// </summary>
    public static int Match(ReadOnlySpan<byte> text)
    {
        var cursor = new Cursor(text.Length > MaxLength ? text[..MaxLength] : text);
        if (IsWhole(ref cursor)) return cursor.Position;
        return cursor.RanOut && text.Length < MaxLength ? 0 : -1;
    }

    /// <summary>Whether the text begins with `gc #`, so that it's worth to look for a torn line.</summary>
    public static bool HasNumber(ReadOnlySpan<byte> text) =>
        text.Length > Start.Length && text.StartsWith(Start) && char.IsAsciiDigit((char)text[Start.Length]);

    /// <summary>Whether the text begins with `gc # @#s #%: `, which nothing but a gc line does.</summary>
    public static bool HasHeader(ReadOnlySpan<byte> text)
    {
        var cursor = new Cursor(text);
        return Header(ref cursor);
    }

    private static bool IsWhole(ref Cursor cursor)
    {
        if (cursor.Next == (byte)'G') return cursor.Literal(Forced);
        return Header(ref cursor) && Fields(ref cursor) && End(ref cursor);
    }

    private static bool Header(ref Cursor cursor) =>
        cursor.Literal(Start) && cursor.Run(Digits)
        && cursor.Literal(" @"u8) && cursor.Seconds()
        && cursor.Literal("s "u8) && cursor.Run(Digits)
        && cursor.Literal("%: "u8);

    private static bool Fields(ref Cursor cursor) => Clock(ref cursor) && Cpu(ref cursor) && Heap(ref cursor) && Sizes(ref cursor);

    /// <summary>Three amounts; five in 1.5.</summary>
    private static bool Clock(ref Cursor cursor)
    {
        for (var count = 1; cursor.Milliseconds(); count++)
        {
            if (cursor.Next != (byte)'+') return (count is 3 or 5 || cursor.AtEnd) && cursor.Literal(" ms clock, "u8);
            cursor.Literal("+"u8);
        }

        return false;
    }

    /// <summary>`a+b/c/d+e`; before the first slash two amounts, four in 1.5.</summary>
    private static bool Cpu(ref Cursor cursor)
    {
        for (var count = 1; cursor.Milliseconds(); count++)
        {
            if (cursor.Next == (byte)'+')
            {
                cursor.Literal("+"u8);
                continue;
            }

            return (count is 2 or 4 || cursor.AtEnd) && cursor.Literal("/"u8) && cursor.Milliseconds() && cursor.Literal("/"u8) && cursor.Milliseconds()
                && cursor.Literal("+"u8) && cursor.Milliseconds() && cursor.Literal(" ms cpu, "u8);
        }

        return false;
    }

    private static bool Heap(ref Cursor cursor) =>
        cursor.Run(Digits) && cursor.Literal("->"u8) && cursor.Run(Digits) && cursor.Literal("->"u8) && cursor.Run(Digits)
        && cursor.Literal(" MB, "u8);

    /// <summary>`# MB goal, ` and more of the kind (1.18 added two), then `# P`.</summary>
    private static bool Sizes(ref Cursor cursor)
    {
        while (cursor.Run(Digits))
        {
            if (cursor.Literal(" P"u8)) return true;
            if (cursor.RanOut || !cursor.Literal(" MB "u8) || !cursor.Run(Letters) || !cursor.Literal(", "u8)) return false;
        }

        return false;
    }

    private static bool End(ref Cursor cursor) =>
        cursor.Next == (byte)' ' ? cursor.Literal(" (forced)\n"u8) : cursor.Literal("\n"u8);

    /// <summary>A place in the text; <see cref="RanOut"/> once something that fits so far needed more text than there is.</summary>
    private ref struct Cursor(ReadOnlySpan<byte> text)
    {
        private readonly ReadOnlySpan<byte> _text = text;

        public int Position { get; private set; }

        public bool RanOut { get; private set; }

        public readonly byte Next => Position < _text.Length ? _text[Position] : (byte)0;

        public readonly bool AtEnd => Position == _text.Length;

        public bool Literal(ReadOnlySpan<byte> expected)
        {
            var rest = _text[Position..];
            var common = Math.Min(rest.Length, expected.Length);
            if (!rest[..common].SequenceEqual(expected[..common])) return false;
            RanOut = common < expected.Length;
            if (RanOut) return false;
            Position += common;
            return true;
        }

        public bool Milliseconds()
        {
            var start = Position;
            return Run(Decimal) ? IsMilliseconds(_text[start..Position]) : RanOut && CanGrow(_text[start..]);
        }

        /// <summary>With three decimals (itoaDiv in mgc.go).</summary>
        public bool Seconds()
        {
            var start = Position;
            return Run(Decimal) && _text[start..Position].IndexOf((byte)'.') == Position - start - 4;
        }

        // At the text's end a number may still be growing: `0.` and `0.0` become `0.01` and `0.012`.
        private bool CanGrow(ReadOnlySpan<byte> number)
        {
            RanOut = number.Length <= 1 || number.IndexOf((byte)'.') == 1 && number.Length <= 5 && number.Count((byte)'.') == 1
                || number.IndexOf((byte)'.') < 0 && number[0] != (byte)'0';
            return false;
        }

        /// <summary>One or more of <paramref name="allowed"/>, and then something else.</summary>
        public bool Run(SearchValues<byte> allowed)
        {
            var length = _text[Position..].IndexOfAnyExcept(allowed);
            RanOut = length < 0;
            if (length <= 0) return false;
            Position += length;
            return true;
        }
    }
}
