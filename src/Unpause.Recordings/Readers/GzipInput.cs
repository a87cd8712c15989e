using System.IO.Compression;

namespace Unpause.Recordings.Readers;

/// <summary>
/// Unpacks gzip data (RFC 1952) and detects truncation: the framework's stream ends silently there. A member's
/// last four bytes are its unpacked length, so a file whose last four bytes are more than was unpacked is truncated.
/// Files of several members unpack to more than the last length, and pass. Data that unpack to far more than logs do end early.
/// </summary>
public sealed class GzipInput : ForwardStream
{
    private readonly TailStream _packed;
    private readonly GZipStream _unpacked;
    private long _length;

    public GzipInput(Stream packed)
    {
        _packed = new TailStream(packed);
        _unpacked = new GZipStream(_packed, CompressionMode.Decompress);
    }

    /// <summary>How much may be unpacked of the packed bytes read so far.</summary>
    public static long MostUnpacked(long packed) => Math.Max(Limits.UnpackedBytes, packed * Limits.UnpackedRatio);

    /// <summary>Why the rest is not read.</summary>
    public static string TooMuch { get; } = string.Create(
        CultureInfo.InvariantCulture, $"unpacked more than {Limits.UnpackedRatio} times its size: the rest was left out");

    /// <exception cref="InvalidDataException">The data is damaged or cut; what came before it has been given.</exception>
    public override int Read(Span<byte> buffer)
    {
        var read = Unpack(buffer);
        _length += read;
        if (_length > MostUnpacked(_packed.Count)) throw new InvalidDataException(TooMuch);
        if (read == 0 && buffer.Length > 0 && BinaryPrimitives.ReadUInt32LittleEndian(_packed.Tail) > _length)
        {
            throw new InvalidDataException("the gzip data is truncated");
        }

        return read;
    }

    /// <summary>Replaces the framework's messages about its internals.</summary>
    private int Unpack(Span<byte> buffer)
    {
        try
        {
            return _unpacked.Read(buffer);
        }
        catch (InvalidDataException exception) when (!_packed.HasFailed)
        {
            throw new InvalidDataException("it cannot be unpacked", exception);
        }
    }

    protected override void Dispose(bool disposing)
    {
        if (disposing) _unpacked.Dispose();
        base.Dispose(disposing);
    }

    /// <summary>Remembers the last four bytes that were read through it.</summary>
    private sealed class TailStream(Stream inner) : ForwardStream
    {
        private readonly byte[] _tail = [0xff, 0xff, 0xff, 0xff];

        public ReadOnlySpan<byte> Tail => _tail;

        /// <summary>How many were read.</summary>
        public long Count { get; private set; }

        /// <summary>Whether the last failure is that of the bytes' source, and not of their unpacking.</summary>
        public bool HasFailed { get; private set; }

        public override int Read(Span<byte> buffer)
        {
            HasFailed = true;
            var read = inner.Read(buffer);
            HasFailed = false;
            Count += read;
            var last = buffer[Math.Max(0, read - 4)..read];
            _tail.AsSpan(last.Length).CopyTo(_tail);
            last.CopyTo(_tail.AsSpan(4 - last.Length));
            return read;
        }

        protected override void Dispose(bool disposing)
        {
            if (disposing) inner.Dispose();
            base.Dispose(disposing);
        }
    }
}
