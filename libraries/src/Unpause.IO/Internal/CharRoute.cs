using System.Buffers;
using System.Text;

namespace Unpause.IO;

/// <summary>Any pair: a decoder and an encoder, and between them one block of characters from a pool. Both keep their own state.</summary>
/// <remarks>
/// Neither ever meets a full output: the runtime's UTF-7 decoder loses its place between '+' and '-' when it does (seen with .NET 10),
/// and an encoding of the user's own may be no better. So both get pieces whose worst case fits.
/// </remarks>
internal sealed class CharRoute : Route
{
    private const int MostChars = 4096;
    private const int MostBytes = 4096;

    // Where pieces begin to be halved until their worst case fits: two and four bytes a character are common.
    private const int LongestPiece = 16_000;

    // Beyond this a fallback's own word for its longest text isn't believed.
    private const int LongestFallback = 1024;

    private readonly Encoding _from;
    private readonly Encoding _to;
    private Decoder _decoder;
    private Encoder _encoder;
    private readonly int _pieceBytes;
    private readonly int _pieceChars;
    private readonly int _room;

    internal CharRoute(Encoding from, Encoding to)
    {
        (_from, _to) = (from, to);
        (_decoder, _encoder) = (from.GetDecoder(), to.GetEncoder());
        var fallback = Math.Max(1, Math.Min(from.DecoderFallback.MaxCharCount, LongestFallback));
        _pieceBytes = Piece(from.GetMaxCharCount, fallback == 1 ? LongestPiece : MostChars / fallback, MostChars, out _);
        _pieceChars = Piece(to.GetMaxByteCount, MostChars, MostBytes, out _room);
    }

    internal override int Convert(ReadOnlySpan<byte> source, IBufferWriter<byte> destination, bool isFinal) =>
        Convert(source, destination, isFinal, isFinal);

    /// <summary>The same for a caller who knows that the decoder has all bytes of a character, though more characters follow.</summary>
    internal int Convert(ReadOnlySpan<byte> source, IBufferWriter<byte> destination, bool endsDecoding, bool endsEncoding)
    {
        var all = source.Length;
        if (all == 0 && !endsDecoding) return 0;
        var chars = ArrayPool<char>.Shared.Rent(MostChars);
        var bytes = RentBytes();
        try
        {
            do
            {
                var piece = source.Slice(0, Math.Min(source.Length, _pieceBytes));
                source = source.Slice(piece.Length);
                ConvertPiece(piece, chars, bytes, destination, endsDecoding && source.IsEmpty, endsEncoding && source.IsEmpty);
            }
            while (!source.IsEmpty);
            return all;
        }
        finally
        {
            ArrayPool<char>.Shared.Return(chars);
            ReturnBytes(bytes);
        }
    }

    internal override void Finish(IBufferWriter<byte> destination)
    {
        _decoder.Reset();
        _encoder.Reset();
    }

    /// <summary>New ones: within a text the runtime's encoder for ISCII keeps its script through Reset (seen with .NET 10).</summary>
    internal override void Reset() => (_decoder, _encoder) = (_from.GetDecoder(), _to.GetEncoder());

    /// <summary>The longest piece whose worst case, which is given, fits; at the least one.</summary>
    private static int Piece(Func<int, int> worst, int length, int most, out int result)
    {
        while ((result = Worst(worst, length)) > most && length > 1) length /= 2;
        result = Math.Min(result, 16 * most);
        return length;
    }

    private static int Worst(Func<int, int> worst, int length)
    {
        try
        {
            return worst(length);
        }
        catch (ArgumentOutOfRangeException)
        {
            // The runtime's encodings say so when the number is too large for an int.
            return int.MaxValue;
        }
    }

    private void ConvertPiece(
        ReadOnlySpan<byte> piece, char[] chars, byte[] bytes, IBufferWriter<byte> destination, bool endsDecoding, bool endsEncoding)
    {
        for (var completed = false; !completed;)
        {
            int read = 0, count;
            if (piece.IsEmpty)
            {
                // What a Decoder that doesn't override Convert inherits throws on no bytes at all.
                count = _decoder.GetChars([], 0, 0, chars, 0, endsDecoding);
                completed = true;
            }
            else
            {
                Decode(piece, bytes, chars, endsDecoding, out read, out count, out completed);
            }

            if (read == 0 && count == 0 && !completed)
            {
                // A decoder that wants more of a final block says "not completed" for ever.
                ThrowIfStuck(piece.Length);
                completed = true;
            }

            piece = piece.Slice(read);
            Encode(chars, count, bytes, destination, endsEncoding && completed);
        }
    }

    private void Encode(char[] chars, int count, byte[] bytes, IBufferWriter<byte> destination, bool flush)
    {
        if (count == 0 && flush)
        {
            Flush(destination);
            return;
        }

        var done = 0;
        for (var completed = count == 0 && !flush; !completed;)
        {
            Encode(chars, done, count - done, bytes, destination, flush, out var read, out var written, out completed);
            done += read;
            completed &= done == count;
            if (read > 0 || written > 0 || completed) continue;
            ThrowIfStuck(count - done);
            completed = true;
        }
    }

    private void Flush(IBufferWriter<byte> destination)
    {
        // As with the decoder, Convert won't do without a character.
        var last = ArrayPool<byte>.Shared.Rent(_room);
        destination.Write(new ReadOnlySpan<byte>(last, 0, _encoder.GetBytes([], 0, 0, last, 0, flush: true)));
        ArrayPool<byte>.Shared.Return(last);
    }

    private static void ThrowIfStuck(int left)
    {
        if (left > 0) throw new InvalidOperationException("The encoding makes no progress.");
    }

#if NET
    private static byte[] RentBytes() => [];

    private static void ReturnBytes(byte[] bytes)
    {
    }

    private void Decode(
        ReadOnlySpan<byte> source, byte[] unused, char[] chars, bool flush, out int read, out int count, out bool completed) =>
        _decoder.Convert(source, chars, flush, out read, out count, out completed);

    private void Encode(
        char[] chars, int start, int count, byte[] unused, IBufferWriter<byte> destination, bool flush,
        out int read, out int written, out bool completed)
    {
        var span = destination.GetSpan(_room);
        var part = Math.Min(count, _pieceChars * Math.Max(1, span.Length / _room));
        _encoder.Convert(new ReadOnlySpan<char>(chars, start, part), span, flush && part == count, out read, out written, out completed);
        destination.Advance(written);
    }
#else
    private byte[] RentBytes() => ArrayPool<byte>.Shared.Rent(Math.Max(_pieceBytes, _room));

    private static void ReturnBytes(byte[] bytes) => ArrayPool<byte>.Shared.Return(bytes);

    private void Decode(
        ReadOnlySpan<byte> source, byte[] bytes, char[] chars, bool flush, out int read, out int count, out bool completed)
    {
        source.CopyTo(bytes);
        _decoder.Convert(bytes, 0, source.Length, chars, 0, chars.Length, flush, out read, out count, out completed);
    }

    private void Encode(
        char[] chars, int start, int count, byte[] bytes, IBufferWriter<byte> destination, bool flush,
        out int read, out int written, out bool completed)
    {
        var part = Math.Min(count, _pieceChars);
        _encoder.Convert(chars, start, part, bytes, 0, bytes.Length, flush && part == count, out read, out written, out completed);
        destination.Write(new ReadOnlySpan<byte>(bytes, 0, written));
    }
#endif
}
