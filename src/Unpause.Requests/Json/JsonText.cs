using System.Buffers.Text;
using System.Text.Json;

namespace Unpause.Requests.Json;

/// <summary>Reads single JSON values without throwing on what they contain.</summary>
public static class JsonText
{
    /// <summary>A value's text, unescaped; cut to what fits into <paramref name="scratch"/> only when it has escapes.</summary>
    public static ReadOnlySpan<byte> Utf8(in Utf8JsonReader value, Span<byte> scratch)
    {
        if (value.TokenType == JsonTokenType.Null) return default;
        var raw = value.ValueSpan;
        if (value.TokenType is not (JsonTokenType.String or JsonTokenType.PropertyName)
            || !value.ValueIsEscaped || raw.Length > scratch.Length)
        {
            return raw;
        }

        try
        {
            return scratch[..value.CopyString(scratch)];
        }
        catch (InvalidOperationException)
        {
            // Bytes that are not UTF-8, or half a surrogate pair: shown unchanged.
            return raw;
        }
    }

    /// <summary>A whole number, bare or in a string (as protobuf's JSON has 64-bit integers); fractions are cut.</summary>
    public static bool TryInteger(in Utf8JsonReader value, out long number)
    {
        number = 0;
        if (value.TokenType is not (JsonTokenType.Number or JsonTokenType.String)) return false;
        var text = value.ValueSpan;
        if (Utf8Parser.TryParse(text, out number, out var consumed) && consumed == text.Length) return true;
        return TryReal(text, out var real) && TryRound(real, out number);
    }

    /// <summary>A whole number of microseconds, in nanoseconds; null when it is none, or does not fit.</summary>
    public static long? Microseconds(in Utf8JsonReader value)
    {
        const long Microsecond = 1000;
        if (!TryInteger(in value, out var number)) return null;
        return number is > long.MaxValue / Microsecond or < long.MinValue / Microsecond ? null : number * Microsecond;
    }

    /// <summary>A finite number, bare or in a string.</summary>
    public static bool TryReal(in Utf8JsonReader value, out double number)
    {
        number = 0;
        return value.TokenType is JsonTokenType.Number or JsonTokenType.String && TryReal(value.ValueSpan, out number);
    }

    private static bool TryReal(ReadOnlySpan<byte> text, out double number) =>
        Utf8Parser.TryParse(text, out number, out var consumed) && consumed == text.Length && consumed > 0 && double.IsFinite(number);

    /// <summary>Rounds to a whole number if it fits into 64 bits.</summary>
    public static bool TryRound(double real, out long number)
    {
        number = 0;
        if (!double.IsFinite(real) || Math.Abs(real) >= 9.2e18) return false;
        number = (long)Math.Round(real);
        return true;
    }
}
