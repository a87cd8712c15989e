using System.Runtime.ExceptionServices;

namespace Unpause.Recordings.Readers.Archives;

/// <summary>
/// Unpacks data of one file. Decoders are foreign code that fails in many ways on damaged data: each is one fault here. Data that unpack to
/// far more than logs do end early.
/// </summary>
/// <param name="packed">The packed bytes; closed with this stream.</param>
/// <param name="open">Starts the decoder, which may read already.</param>
internal sealed class PackedInput(PackedBytes packed, Func<PackedBytes, Stream> open) : ForwardStream
{
    // What a decoder had unpacked when it fails is lost.
    private const int MostAtOnce = 4096;

    private Stream? _unpacked;
    private long _length;
    private bool _ended;

    /// <exception cref="InvalidDataException">The data is damaged or cut; what came before it has been given.</exception>
    public override int Read(Span<byte> buffer)
    {
        if (_ended || buffer.IsEmpty) return 0;
        var read = Unpack(buffer[..Math.Min(buffer.Length, MostAtOnce)]);
        _length += read;
        if (_length > GzipInput.MostUnpacked(packed.Count)) throw new InvalidDataException(GzipInput.TooMuch);
        if (read == 0) End();
        return read;
    }

    private int Unpack(Span<byte> buffer)
    {
        try
        {
            return (_unpacked ??= open(packed)).Read(buffer);
        }
        // SharpCompress 0.50.8 throws InvalidOperationException, IndexOutOfRangeException and kinds of its own.
        catch (Exception exception) when (exception is not (InvalidDataException or OutOfMemoryException))
        {
            if (packed.Failure is { } failure) ExceptionDispatchInfo.Throw(failure);
            throw new InvalidDataException(packed.IsAtEnd ? PackedBytes.Truncated : "it cannot be unpacked", exception);
        }
    }

    private void End()
    {
        _ended = true;
        _unpacked?.Dispose();
    }

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            End();
            packed.Dispose();
        }

        base.Dispose(disposing);
    }
}

/// <summary>Bytes that a decoder reads one by one: buffered and counted.</summary>
internal sealed class PackedBytes(Stream inner) : ForwardStream
{
    public const string Truncated = "the data is truncated";

    private readonly byte[] _buffer = new byte[Limits.BlockBytes];
    private int _start;
    private int _end;

    /// <summary>How many bytes were read from the input.</summary>
    public long Count { get; private set; }

    /// <summary>How many of them the decoder has taken.</summary>
    public long Taken => Count - (_end - _start);

    /// <summary>Whether the input has ended.</summary>
    public bool IsAtEnd { get; private set; }

    /// <summary>Why the input cannot be read, which is no fault of the packing.</summary>
    public Exception? Failure { get; private set; }

    /// <summary>
    /// Whether more bytes have to come: a decoder that takes -1 for a byte would go on forever (LzmaStream of SharpCompress 0.50.8).
    /// </summary>
    public bool MustContinue { get; set; }

    public override int Read(Span<byte> buffer)
    {
        if (buffer.IsEmpty || (_start == _end && !Fill())) return 0;
        var count = Math.Min(buffer.Length, _end - _start);
        _buffer.AsSpan(_start, count).CopyTo(buffer);
        _start += count;
        return count;
    }

    public override int ReadByte() => _start < _end || Fill() ? _buffer[_start++] : -1;

    /// <summary>The next byte.</summary>
    /// <exception cref="InvalidDataException">There is none.</exception>
    public byte Next() => _start < _end || Fill() ? _buffer[_start++] : throw new InvalidDataException(Truncated);

    /// <summary>Fills a buffer.</summary>
    /// <exception cref="InvalidDataException">There are fewer bytes.</exception>
    public void Take(Span<byte> target)
    {
        while (!target.IsEmpty)
        {
            var read = Read(target);
            if (read == 0) throw new InvalidDataException(Truncated);
            target = target[read..];
        }
    }

    private bool Fill()
    {
        try
        {
            (_start, _end) = (0, 0);
            _end = inner.Read(_buffer);
        }
        catch (Exception exception) when (exception is IOException or InvalidDataException)
        {
            Failure = exception;
            throw;
        }

        Count += _end;
        IsAtEnd = _end == 0;
        if (IsAtEnd && MustContinue) throw new InvalidDataException(Truncated);
        return !IsAtEnd;
    }

    protected override void Dispose(bool disposing)
    {
        if (disposing) inner.Dispose();
        base.Dispose(disposing);
    }
}
