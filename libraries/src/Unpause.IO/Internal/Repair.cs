#if NET
using System.Buffers;
using System.Text;

namespace Unpause.IO;

/// <summary>What happens to an invalid sequence of bytes on a direct route.</summary>
internal sealed class Repair
{
    private readonly DecoderFallback _fallback;

    private Repair(DecoderFallback fallback, Encoding to)
    {
        _fallback = fallback;
        Text = fallback is DecoderReplacementFallback replacement ? replacement.DefaultString : string.Empty;
        Bytes = to.GetBytes(Text);
    }

    /// <summary>What stands for an invalid sequence, as characters.</summary>
    internal string Text { get; }

    /// <summary>The same in the target encoding.</summary>
    internal byte[] Bytes { get; }

    /// <summary>Null when a fallback is none of the runtime's two, so that only the runtime's own decoder can do it right.</summary>
    internal static Repair? For(Encoding from, Encoding to)
    {
        if (from.DecoderFallback is not (DecoderReplacementFallback or DecoderExceptionFallback)) return null;

        // A replacement that the target cannot express is a matter for its encoder.
        var isUnicode = to.CodePage is 65001 or 1200 or 65000;
        if (!isUnicode && from.DecoderFallback is DecoderReplacementFallback text && !Ascii.IsValid(text.DefaultString)) return null;
        return new Repair(from.DecoderFallback, to);
    }

    /// <summary>Writes the replacement, or throws.</summary>
    internal void Write(ReadOnlySpan<byte> invalid, IBufferWriter<byte> destination)
    {
        ThrowIfStrict(invalid);
        destination.Write(Bytes);
    }

    internal void ThrowIfStrict(ReadOnlySpan<byte> invalid)
    {
        if (_fallback is not DecoderExceptionFallback) return;
        throw new DecoderFallbackException(
            $"Unable to translate bytes [{Convert.ToHexString(invalid)}] from specified code page to Unicode.", invalid.ToArray(), 0);
    }
}
#endif
