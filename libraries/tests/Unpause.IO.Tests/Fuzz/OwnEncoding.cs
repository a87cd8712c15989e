using System.Text;

namespace Unpause.IO.Tests.Fuzz;

/// <summary>
/// An encoding of a user's own: UTF-16 with every byte turned over, a decoder and an encoder that keep what is incomplete, and
/// another's code page.
/// </summary>
internal sealed class OwnEncoding(int codePage)
    : Encoding(codePage, EncoderFallback.ReplacementFallback, DecoderFallback.ReplacementFallback)
{
    private const byte Turned = 0x5A;

    private static readonly UnicodeEncoding Inner = new(bigEndian: true, byteOrderMark: false);

    public override string WebName => "own";

    public override int GetByteCount(char[] chars, int index, int count) => Inner.GetByteCount(chars, index, count);

    public override int GetBytes(char[] chars, int charIndex, int charCount, byte[] bytes, int byteIndex) =>
        Turn(bytes, byteIndex, Inner.GetBytes(chars, charIndex, charCount, bytes, byteIndex));

    public override int GetCharCount(byte[] bytes, int index, int count) => Inner.GetCharCount(TurnedCopy(bytes, index, count), 0, count);

    public override int GetChars(byte[] bytes, int byteIndex, int byteCount, char[] chars, int charIndex) =>
        Inner.GetChars(TurnedCopy(bytes, byteIndex, byteCount), 0, byteCount, chars, charIndex);

    public override int GetMaxByteCount(int charCount) => Inner.GetMaxByteCount(charCount);

    public override int GetMaxCharCount(int byteCount) => Inner.GetMaxCharCount(byteCount);

    public override Decoder GetDecoder() => new OwnDecoder();

    public override Encoder GetEncoder() => new OwnEncoder();

    private static int Turn(byte[] bytes, int index, int count)
    {
        for (var i = index; i < index + count; i++) bytes[i] ^= Turned;
        return count;
    }

    private static byte[] TurnedCopy(byte[] bytes, int index, int count)
    {
        var turned = bytes[index..(index + count)];
        Turn(turned, 0, count);
        return turned;
    }

    private sealed class OwnDecoder : Decoder
    {
        private readonly Decoder _inner = Inner.GetDecoder();

        public override void Reset() => _inner.Reset();

        public override int GetCharCount(byte[] bytes, int index, int count) => GetCharCount(bytes, index, count, flush: false);

        public override int GetCharCount(byte[] bytes, int index, int count, bool flush) =>
            _inner.GetCharCount(TurnedCopy(bytes, index, count), 0, count, flush);

        public override int GetChars(byte[] bytes, int byteIndex, int byteCount, char[] chars, int charIndex) =>
            GetChars(bytes, byteIndex, byteCount, chars, charIndex, flush: false);

        public override int GetChars(byte[] bytes, int byteIndex, int byteCount, char[] chars, int charIndex, bool flush) =>
            _inner.GetChars(TurnedCopy(bytes, byteIndex, byteCount), 0, byteCount, chars, charIndex, flush);
    }

    private sealed class OwnEncoder : Encoder
    {
        private readonly Encoder _inner = Inner.GetEncoder();

        public override void Reset() => _inner.Reset();

        public override int GetByteCount(char[] chars, int index, int count, bool flush) => _inner.GetByteCount(chars, index, count, flush);

        public override int GetBytes(char[] chars, int charIndex, int charCount, byte[] bytes, int byteIndex, bool flush) =>
            Turn(bytes, byteIndex, _inner.GetBytes(chars, charIndex, charCount, bytes, byteIndex, flush));
    }
}
