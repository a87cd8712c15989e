using System.Buffers;

namespace Unpause.Recordings.Readers.Go;

/// <summary>
/// Compares a text with a shape of gctrace lines, byte for byte; <see cref="RanOut"/> once something that fits so far needed more
/// text than there is.
/// </summary>
internal ref struct GcLineMatcher(ReadOnlySpan<byte> text)
{
    private static readonly SearchValues<byte> Digits = SearchValues.Create("0123456789"u8);
    private static readonly SearchValues<byte> Decimal = SearchValues.Create("0123456789."u8);
    private static readonly SearchValues<byte> Letters = SearchValues.Create("abcdefghijklmnopqrstuvwxyz"u8);

    private readonly ReadOnlySpan<byte> _text = text;

    /// <summary>Bytes taken so far.</summary>
    public int Position { get; private set; }

    /// <summary>Whether the text ended before the shape did.</summary>
    public bool RanOut { get; private set; }

    public bool Take(GcToken[] tokens)
    {
        foreach (ref readonly var token in tokens.AsSpan())
        {
            if (!Take(token)) return false;
        }

        return true;
    }

    /// <summary>Takes a given text.</summary>
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

    private bool Take(in GcToken token)
    {
        if (token.Literal is { } literal) return Literal(literal);
        return token.Field switch
        {
            GcField.Start => Seconds(),
            >= GcField.Clock0 and <= GcField.MarkTerminationCpu => Milliseconds(),
            GcField.Forced => Position >= _text.Length || _text[Position] != (byte)' ' || Literal(" (forced)"u8),
            GcField.Further => Further(),
            _ => Run(Digits),
        };
    }

    /// <summary><c># MB word, </c> any number of times.</summary>
    private bool Further()
    {
        while (true)
        {
            var start = Position;
            if (Run(Digits) && Literal(" MB "u8) && Run(Letters) && Literal(", "u8)) continue;
            if (RanOut) return false;
            Position = start;
            return true;
        }
    }

    private bool Milliseconds()
    {
        var start = Position;
        return Run(Decimal) ? GctraceGrammar.IsMilliseconds(_text[start..Position]) : RanOut && CanGrow(_text[start..]);
    }

    /// <summary>With three decimals (itoaDiv in mgc.go).</summary>
    private bool Seconds()
    {
        var start = Position;
        return Run(Decimal) && _text[start..Position].IndexOf((byte)'.') == Position - start - 4;
    }

    // At the text's end a number may still be growing: `0.` and `0.0` become `0.01` and `0.012`.
    private bool CanGrow(ReadOnlySpan<byte> number)
    {
        RanOut = number.Length <= 1 || (number.IndexOf((byte)'.') == 1 && number.Length <= 5 && number.Count((byte)'.') == 1)
            || (number.IndexOf((byte)'.') < 0 && number[0] != (byte)'0');
        return false;
    }

    /// <summary>One or more of <paramref name="allowed"/>, and then something else.</summary>
    private bool Run(SearchValues<byte> allowed)
    {
        var length = _text[Position..].IndexOfAnyExcept(allowed);
        RanOut = length < 0;
        if (length <= 0) return false;
        Position += length;
        return true;
    }
}
