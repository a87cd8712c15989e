using System.Buffers;
using System.Text;

namespace Unpause.IO;

/// <summary>
/// Turns bytes in one encoding into bytes in another without a string in between: straight from source to destination for the
/// Unicode encodings and ASCII, through a pooled buffer of characters for all others.
/// </summary>
/// <remarks>
/// Invalid input is treated as the source encoding's decoder fallback says (as a rule U+FFFD), and what the target cannot express as
/// the target's encoder fallback says; other fallback objects than the runtime's work too. A byte order mark is a character like any
/// other and none is added. Blocks may end anywhere, within a character too (an encoding of your own needs a decoder with memory for
/// that). A transcoder keeps state between calls of
/// <see cref="Transcode(ReadOnlySpan{byte}, IBufferWriter{byte}, bool)"/> until a final block; it is not safe for concurrent use.
/// </remarks>
public sealed class Transcoder
{
    private const int BlockLength = 16_384;

    private readonly Route _route;
    private readonly byte[] _carried = new byte[Route.MaxUnread];
    private int _carriedCount;

    /// <summary>A transcoder between two encodings.</summary>
    /// <param name="from">Encoding of the input.</param>
    /// <param name="to">Encoding of the output.</param>
    /// <param name="throwOnInvalid">
    /// True to throw on invalid input and on what the target cannot express: the encodings are cloned, with other fallbacks.
    /// </param>
    public Transcoder(Encoding from, Encoding to, bool throwOnInvalid = false)
    {
        StreamThrow.IfNull(from, nameof(from));
        StreamThrow.IfNull(to, nameof(to));
        From = throwOnInvalid ? Strict(from) : from;
        To = throwOnInvalid ? Strict(to) : to;
        _route = Route.Between(From, To);
    }

    /// <summary>Encoding of the input.</summary>
    public Encoding From { get; }

    /// <summary>Encoding of the output.</summary>
    public Encoding To { get; }

    /// <summary>Transcodes one block, continuing where the last one ended.</summary>
    /// <param name="source">The next bytes of the input.</param>
    /// <param name="destination">Gets the output.</param>
    /// <param name="isFinalBlock">Whether the input ends here; the transcoder is as new afterwards.</param>
    /// <exception cref="DecoderFallbackException">The input is invalid, and the policy is to throw.</exception>
    /// <exception cref="EncoderFallbackException">The target cannot express a character, and the policy is to throw.</exception>
    public void Transcode(ReadOnlySpan<byte> source, IBufferWriter<byte> destination, bool isFinalBlock = true)
    {
        StreamThrow.IfNull(destination, nameof(destination));
        try
        {
            if (_carriedCount > 0) source = source.Slice(ConvertCarried(source, destination, isFinalBlock));
            if (_carriedCount == 0)
            {
                source = source.Slice(_route.Convert(source, destination, isFinalBlock));
                source.CopyTo(_carried);
                _carriedCount = source.Length;
            }

            if (isFinalBlock) _route.Finish(destination);
        }
        catch
        {
            Reset();
            throw;
        }
    }

    /// <summary>Transcodes a whole input into a new pooled stream, whose position is its beginning.</summary>
    public PooledMemoryStream Transcode(ReadOnlySpan<byte> source)
    {
        var output = new PooledMemoryStream();
        try
        {
            Transcode(source, output.Writer, isFinalBlock: true);
        }
        catch
        {
            output.Dispose();
            throw;
        }

        output.Position = 0;
        return output;
    }

    /// <summary>Transcodes a stream to another, in blocks of 16 KiB from a pool.</summary>
    public void Transcode(Stream source, Stream destination)
    {
        StreamThrow.IfNull(source, nameof(source));
        StreamThrow.IfNull(destination, nameof(destination));
        var block = ArrayPool<byte>.Shared.Rent(BlockLength);
        using var output = new PooledMemoryStream();
        try
        {
            for (var count = -1; count != 0;)
            {
                count = source.Read(block, 0, BlockLength);
                ThrowIfLying(count);
                Transcode(new ReadOnlySpan<byte>(block, 0, count), output.Writer, isFinalBlock: count == 0);
                output.WriteTo(destination);
                output.SetLength(0);
            }
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(block);
            Reset();
        }
    }

    /// <summary>Transcodes a stream to another, in blocks of 16 KiB from a pool.</summary>
    public async Task TranscodeAsync(Stream source, Stream destination, CancellationToken cancellationToken = default)
    {
        StreamThrow.IfNull(source, nameof(source));
        StreamThrow.IfNull(destination, nameof(destination));
        var block = ArrayPool<byte>.Shared.Rent(BlockLength);
        using var output = new PooledMemoryStream();
        try
        {
            for (var count = -1; count != 0;)
            {
                count = await source.ReadAsync(block, 0, BlockLength, cancellationToken).ConfigureAwait(false);
                ThrowIfLying(count);
                Transcode(new ReadOnlySpan<byte>(block, 0, count), output.Writer, isFinalBlock: count == 0);
                output.Position = 0;
                await output.CopyToAsync(destination, BlockLength, cancellationToken).ConfigureAwait(false);
                output.SetLength(0);
            }
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(block);
            Reset();
        }
    }

    /// <summary>Forgets an input that was not ended.</summary>
    public void Reset()
    {
        _carriedCount = 0;
        _route.Reset();
    }

    /// <summary>Completes the character that the last block began; returns how many bytes of this one that took.</summary>
    private int ConvertCarried(ReadOnlySpan<byte> source, IBufferWriter<byte> destination, bool isFinalBlock)
    {
        var before = _carriedCount;
        Span<byte> joined = stackalloc byte[2 * Route.MaxUnread];
        new ReadOnlySpan<byte>(_carried, 0, before).CopyTo(joined);
        var added = Math.Min(source.Length, Route.MaxUnread);
        source.Slice(0, added).CopyTo(joined.Slice(before));
        var read = _route.Convert(joined.Slice(0, before + added), destination, isFinalBlock && added == source.Length);
        if (read >= before)
        {
            _carriedCount = 0;
            return read - before;
        }

        // Still one incomplete character: it is shorter than what can be carried, so all of the source went into it.
        joined.Slice(read, before + added - read).CopyTo(_carried);
        _carriedCount = before + added - read;
        return added;
    }

    // A clone, for an encoding of the user's own need not be the one that its code page names.
    private static Encoding Strict(Encoding encoding)
    {
        var clone = (Encoding)encoding.Clone();
        clone.EncoderFallback = EncoderFallback.ExceptionFallback;
        clone.DecoderFallback = DecoderFallback.ExceptionFallback;
        return clone;
    }

    private static void ThrowIfLying(int count)
    {
        if ((uint)count > BlockLength) throw new IOException($"The source says that it read {count} bytes into {BlockLength}.");
    }
}
