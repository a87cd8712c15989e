using System.Buffers;

namespace Unpause.IO;

/// <summary>From GB18030: the way through characters, whose decoder never has to keep bytes that may turn out to be invalid.</summary>
/// <remarks>
/// What the runtime's decoder makes of a lead byte and a digit that begin no character depends on whether two more bytes are at hand,
/// and for bytes that it kept from the block before it decides otherwise (seen with .NET 10): "8131" in two blocks became one character
/// more. So the route decides itself where characters end.
/// </remarks>
internal sealed class Gb18030Route(CharRoute inner) : Route
{
    internal const int CodePage = 54936;

    private const int LongestCharacter = 4;

    internal override int Convert(ReadOnlySpan<byte> source, IBufferWriter<byte> destination, bool isFinal)
    {
        var done = 0;
        while (done < source.Length)
        {
            var run = RunLength(source.Slice(done));
            inner.Convert(source.Slice(done, run), destination, endsDecoding: false, endsEncoding: false);
            done += run;
            var left = source.Length - done;
            if (left == 0 || (left < LongestCharacter && !isFinal)) break;

            // An invalid lead byte alone, or the whole end of the input: the decoder has no need to wait for more.
            var count = left < LongestCharacter ? left : 1;
            inner.Convert(source.Slice(done, count), destination, endsDecoding: true, endsEncoding: false);
            done += count;
        }

        if (isFinal) inner.Convert([], destination, endsDecoding: true, endsEncoding: true);
        return done;
    }

    internal override void Finish(IBufferWriter<byte> destination) => inner.Finish(destination);

    internal override void Reset() => inner.Reset();

    /// <summary>Number of bytes up to a lead byte and a digit that begin no character, or of which that cannot be said yet.</summary>
    private static int RunLength(ReadOnlySpan<byte> source)
    {
        var done = 0;
        while (done < source.Length)
        {
            var length = CharacterLength(source.Slice(done));
            if (length == 0) break;
            done += length;
        }

        return done;
    }

    private static int CharacterLength(ReadOnlySpan<byte> source)
    {
        if (!IsLead(source[0])) return 1;
        if (source.Length == 1) return 0;
        if (!IsDigit(source[1])) return source[1] is >= 0x40 and not (0x7F or 0xFF) ? 2 : 1;
        return source.Length >= LongestCharacter && IsLead(source[2]) && IsDigit(source[3]) ? LongestCharacter : 0;
    }

    private static bool IsLead(byte value) => value is >= 0x81 and not 0xFF;

    private static bool IsDigit(byte value) => value is >= 0x30 and <= 0x39;
}
