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
    private static readonly SearchValues<byte> Amounts = SearchValues.Create("0123456789.+/->"u8);
    private static readonly SearchValues<byte> Letters = SearchValues.Create("abcdefghijklmnopqrstuvwxyz"u8);

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
        && cursor.Literal(" @"u8) && cursor.Run(Decimal)
        && cursor.Literal("s "u8) && cursor.Run(Digits)
        && cursor.Literal("%: "u8);

    /// <summary>Amounts with their units, the last one being ` P`.</summary>
    private static bool Fields(ref Cursor cursor)
    {
        while (cursor.Run(Amounts))
        {
            if (cursor.Literal(" P"u8)) return true;
            if (cursor.RanOut || !Unit(ref cursor) || !cursor.Literal(", "u8)) return false;
        }

        return false;
    }

    /// <summary>` ms word`, ` MB` or ` MB word`: 1.18 added two of the last kind, others may follow.</summary>
    private static bool Unit(ref Cursor cursor)
    {
        if (cursor.Literal(" ms "u8)) return cursor.Run(Letters);
        if (cursor.RanOut || !cursor.Literal(" MB"u8)) return false;
        return cursor.Next != (byte)' ' || (cursor.Literal(" "u8) && cursor.Run(Letters));
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
