using System.Buffers;
using System.Runtime.CompilerServices;
#if NET
using System.Text.Unicode;
#else
using System.Text;
#endif

namespace Unpause.IO;

/// <summary>
/// Hands out the free bytes of a <see cref="PooledMemoryStream"/>, for serialisers that take an <see cref="IBufferWriter{T}"/>.
/// </summary>
/// <remarks>
/// Every segment is filled to its last byte, whatever is asked for. A serialiser asks for the most that a value may need, thrice the
/// length of a string; where that is more than the segment has left, it writes into an array from the pool, and
/// <see cref="Advance"/> copies what it wrote. What a span holds when it is handed out is undefined: advance only over bytes that
/// were written. Each span is for one Advance, and dead after any other use of the stream.
/// </remarks>
public sealed class PooledBufferWriter : IBufferWriter<byte>
{
    private const int LeastAside = 256;

    // The longest character of UTF-8.
    private const int LongestCharacter = 4;

    private readonly PooledMemoryStream _stream;

    // Of what is handed out: where its bytes will be, how many they may be when they are a segment's, else the array that they are in.
    private long _lentAt;
    private int _lent;
    private byte[]? _aside;
    private int _lentAside;
    private long _lengthThen;

    internal PooledBufferWriter(PooledMemoryStream stream) => _stream = stream;

    /// <summary>A span at the stream's position, of at least <paramref name="sizeHint"/> bytes, to write to.</summary>
    public Span<byte> GetSpan(int sizeHint = 0)
    {
        var span = _stream.Lend(sizeHint);
        if (span.IsEmpty) return GetSpanElsewhere(sizeHint);
        _lent = span.Length;
        _lentAt = _stream.End;

        // An array that was handed out before stays rented until another one is needed, but nobody may advance over it any more.
        _lentAside = 0;
        return span;
    }

    /// <summary>The same as <see cref="GetSpan"/>, as memory.</summary>
    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        _stream.ThrowIfDisposed();
        if (sizeHint < 0) throw new ArgumentOutOfRangeException(nameof(sizeHint), sizeHint, "Non-negative number required.");
        TakeBack();
        var wanted = Math.Max(1, sizeHint);
        var free = _stream.Reach(wanted);
        _lentAt = _stream.At;
        if (free.Length >= wanted)
        {
            _lent = sizeHint == 0 ? free.Length : _stream.Lend(wanted).Length;
            return free.Slice(0, _lent);
        }

        // Too little is left, or the bytes go over others or beyond the end: they go where Write puts them.
        var length = Math.Max(wanted, LeastAside);
        _aside = _stream.Rent(length);
        _lengthThen = _stream.End;
        _lentAside = length;
        return new Memory<byte>(_aside, 0, length);
    }

    /// <summary>Makes the first <paramref name="count"/> bytes of the span last handed out part of the stream.</summary>
    /// <exception cref="InvalidOperationException">
    /// No span is handed out, or not one so long, or the stream was used since.
    /// </exception>
    public void Advance(int count)
    {
        if ((uint)(count - 1) < (uint)_lent && _stream.TryExtend(_lentAt, count)) _lent = 0;
        else AdvanceElsewhere(count);
    }

    /// <summary>Writes bytes at the stream's position.</summary>
    public void Write(ReadOnlySpan<byte> bytes) => _stream.Write(bytes);

    /// <summary>Writes text as UTF-8, piece by piece into the segments: it needs no array of its own, however long the text is.</summary>
    /// <remarks>Halves of surrogate pairs become U+FFFD.</remarks>
    public void WriteUtf8(ReadOnlySpan<char> text)
    {
#if NET
        while (!text.IsEmpty)
        {
            var span = GetSpan();
            if (span.Length < LongestCharacter) span = GetSpan(LongestCharacter);
            Utf8.FromUtf16(text, span, out var read, out var written);
            Advance(written);
            text = text.Slice(read);
        }
#else
        const int PieceLength = 1024;
        var chars = ArrayPool<char>.Shared.Rent(PieceLength);
        var bytes = ArrayPool<byte>.Shared.Rent(PieceLength * LongestCharacter);
        try
        {
            while (!text.IsEmpty)
            {
                var count = Math.Min(text.Length, PieceLength);
                if (count < text.Length && char.IsHighSurrogate(text[count - 1])) count--;
                text.Slice(0, count).CopyTo(chars);
                _stream.Write(bytes, 0, Encoding.UTF8.GetBytes(chars, 0, count, bytes, 0));
                text = text.Slice(count);
            }
        }
        finally
        {
            ArrayPool<char>.Shared.Return(chars);
            ArrayPool<byte>.Shared.Return(bytes);
        }
#endif
    }

    /// <summary>Ends what is handed out, and gives its array back.</summary>
    internal void TakeBack()
    {
        _lent = _lentAside = 0;
        if (_aside is not { } aside) return;
        _aside = null;
        _stream.Return(aside);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private Span<byte> GetSpanElsewhere(int sizeHint) => GetMemory(sizeHint).Span;

    private void AdvanceElsewhere(int count)
    {
        _stream.ThrowIfDisposed();
        if (count < 0) throw new ArgumentOutOfRangeException(nameof(count), count, "Non-negative number required.");
        if (count > 0)
        {
            // What was handed out last of both is a segment's, which Advance has found out of its place.
            var lent = _lent > 0 ? _lent : _lentAside;
            if (lent == 0) throw new InvalidOperationException("No span is handed out: GetSpan comes before each Advance.");
            if (count > lent) throw new InvalidOperationException("Cannot advance past the end of the buffer.");
            if (_lent > 0 || _stream.At != _lentAt || _stream.End != _lengthThen)
            {
                throw new InvalidOperationException("The stream was used since the buffer was obtained.");
            }

            _stream.Write(new ReadOnlySpan<byte>(_aside, 0, count));
        }

        TakeBack();
    }
}
