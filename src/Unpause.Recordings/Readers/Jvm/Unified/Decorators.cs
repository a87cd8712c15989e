using System.Buffers.Text;

namespace Unpause.Recordings.Readers.Jvm.Unified;

/// <summary>Recognises and reads single decorators.</summary>
internal static class Decorators
{
    /// <summary>uptimemillis stays below this for three years, timemillis has been above it since 1973.</summary>
    private const long LeastUnixMillis = 100_000_000_000;

    /// <summary>The kind of a bracket's content.</summary>
    public static DecoratorKind KindOf(ReadOnlySpan<byte> text)
    {
        text = text.TrimEnd((byte)' ');
        if (text.IsEmpty) return DecoratorKind.Other;
        if (char.IsAsciiDigit((char)text[0])) return KindOfNumber(text);
        if (text.SequenceEqual("info"u8) || text.SequenceEqual("debug"u8) || text.SequenceEqual("trace"u8)
            || text.SequenceEqual("warning"u8) || text.SequenceEqual("error"u8))
        {
            return DecoratorKind.Level;
        }

        return text.ContainsAnyExcept(TagBytes) ? DecoratorKind.Other : DecoratorKind.Tags;
    }

    private static readonly System.Buffers.SearchValues<byte> TagBytes = System.Buffers.SearchValues.Create(
        "abcdefghijklmnopqrstuvwxyz,0123456789_"u8);

    private static readonly System.Buffers.SearchValues<byte> Digits = System.Buffers.SearchValues.Create("0123456789"u8);

    /// <summary>Reads a timestamp; false when the text is not of the kind.</summary>
    public static bool TryReadNanoseconds(DecoratorKind kind, ReadOnlySpan<byte> text, out long nanoseconds)
    {
        nanoseconds = 0;
        switch (kind)
        {
            case DecoratorKind.Date:
                return JvmDate.TryRead(text, out nanoseconds);
            case DecoratorKind.UptimeSeconds:
                return TryReadSeconds(text, out nanoseconds);
            case DecoratorKind.UptimeMillis or DecoratorKind.UnixMillis:
                return Scaled(text, "ms"u8, 1_000_000, out nanoseconds);
            case DecoratorKind.Nanos:
                return Scaled(text, "ns"u8, 1, out nanoseconds);
            default:
                return false;
        }
    }

    /// <summary><c>12.345s</c>. This shape is in every line, so it has a path of its own.</summary>
    private static bool TryReadSeconds(ReadOnlySpan<byte> text, out long nanoseconds)
    {
        nanoseconds = 0;
        if (text.Length is < 6 or > 16 || text[^1] != 's' || text[^5] is not ((byte)'.' or (byte)',')) return false;
        long milliseconds = 0;
        for (var i = 0; i < text.Length - 1; i++)
        {
            if (i == text.Length - 5) continue;
            var digit = (uint)(text[i] - '0');
            if (digit > 9) return false;
            milliseconds = (milliseconds * 10) + digit;
        }

        nanoseconds = milliseconds * 1_000_000;
        return true;
    }

    private static bool Scaled(ReadOnlySpan<byte> text, ReadOnlySpan<byte> unit, long scale, out long nanoseconds)
    {
        nanoseconds = 0;
        if (!Utf8Parser.TryParse(text, out long value, out var used) || !text[used..].SequenceEqual(unit)) return false;
        if (value < 0 || value > long.MaxValue / scale) return false;
        nanoseconds = value * scale;
        return true;
    }

    private static DecoratorKind KindOfNumber(ReadOnlySpan<byte> text)
    {
        if (!text.ContainsAnyExcept(Digits)) return DecoratorKind.Number;
        if (TryReadNanoseconds(DecoratorKind.Nanos, text, out _)) return DecoratorKind.Nanos;
        if (TryReadNanoseconds(DecoratorKind.UptimeMillis, text, out var millis))
        {
            return millis / 1_000_000 >= LeastUnixMillis ? DecoratorKind.UnixMillis : DecoratorKind.UptimeMillis;
        }

        if (TryReadNanoseconds(DecoratorKind.UptimeSeconds, text, out _)) return DecoratorKind.UptimeSeconds;
        return JvmDate.TryRead(text, out _) ? DecoratorKind.Date : DecoratorKind.Other;
    }
}
