using System.Buffers;
using System.Text;

namespace Unpause.IO;

/// <summary>Any pair: a decoder and an encoder, and between them one block of characters from a pool. Both keep their own state.</summary>
internal sealed class CharRoute(Encoding from, Encoding to) : Route
{
    private const int BlockChars = 4096;

    private readonly Decoder _decoder = from.GetDecoder();
    private readonly Encoder _encoder = to.GetEncoder();

    internal override int Convert(ReadOnlySpan<byte> source, IBufferWriter<byte> destination, bool isFinal)
    {
        var chars = ArrayPool<char>.Shared.Rent(BlockChars);
        try
        {
            var all = source.Length;
            for (var completed = false; !completed;)
            {
                Decode(source, chars, isFinal, out var read, out var count, out completed);

                // A decoder that wants more input of a final block says "not completed" for ever.
                completed |= read == 0 && count == 0;
                source = source.Slice(read);
                Encode(new ReadOnlySpan<char>(chars, 0, count), destination, isFinal && completed);
            }

            return all;
        }
        finally
        {
            ArrayPool<char>.Shared.Return(chars);
        }
    }

    internal override void Finish(IBufferWriter<byte> destination) => Reset();

    internal override void Reset()
    {
        _decoder.Reset();
        _encoder.Reset();
    }

    private void Encode(ReadOnlySpan<char> chars, IBufferWriter<byte> destination, bool flush)
    {
        for (var completed = false; !completed;)
        {
            // Room for the longest sequence of any encoding, else Convert throws.
            var span = destination.GetSpan(Math.Max(64, Math.Min(chars.Length * 2, BlockChars)));
            Encode(chars, span, flush, out var read, out var written, out completed);
            completed |= read == 0 && written == 0;
            chars = chars.Slice(read);
            destination.Advance(written);
        }
    }

#if NET
    private void Decode(ReadOnlySpan<byte> source, char[] chars, bool flush, out int read, out int count, out bool completed) =>
        _decoder.Convert(source, chars, flush, out read, out count, out completed);

    private void Encode(ReadOnlySpan<char> chars, Span<byte> span, bool flush, out int read, out int written, out bool completed) =>
        _encoder.Convert(chars, span, flush, out read, out written, out completed);
#else
    private void Decode(ReadOnlySpan<byte> source, char[] chars, bool flush, out int read, out int count, out bool completed)
    {
        var bytes = ArrayPool<byte>.Shared.Rent(BlockChars);
        try
        {
            var length = Math.Min(source.Length, BlockChars);
            source.Slice(0, length).CopyTo(bytes);
            _decoder.Convert(
                bytes, 0, length, chars, 0, chars.Length, flush && length == source.Length, out read, out count, out completed);
            completed &= read == source.Length;
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(bytes);
        }
    }

    private void Encode(ReadOnlySpan<char> chars, Span<byte> span, bool flush, out int read, out int written, out bool completed)
    {
        var text = ArrayPool<char>.Shared.Rent(BlockChars);
        var bytes = ArrayPool<byte>.Shared.Rent(BlockChars);
        try
        {
            var length = Math.Min(chars.Length, BlockChars);
            chars.Slice(0, length).CopyTo(text);
            _encoder.Convert(
                text, 0, length, bytes, 0, Math.Min(span.Length, bytes.Length), flush && length == chars.Length,
                out read, out written, out completed);
            completed &= read == chars.Length;
            new ReadOnlySpan<byte>(bytes, 0, written).CopyTo(span);
        }
        finally
        {
            ArrayPool<char>.Shared.Return(text);
            ArrayPool<byte>.Shared.Return(bytes);
        }
    }
#endif
}
