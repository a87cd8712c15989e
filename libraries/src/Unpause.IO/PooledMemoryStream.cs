using System.Buffers;

namespace Unpause.IO;

/// <summary>
/// A memory stream whose bytes lie in segments from an array pool, none of them large enough for the large object heap. Growing
/// copies nothing; up to 64 bytes nothing is rented.
/// </summary>
/// <remarks>
/// Behaves as <see cref="MemoryStream"/>, with these differences: the length may exceed 2 GiB, a write of zero bytes beyond the end
/// does not extend the stream, and every member throws <see cref="ObjectDisposedException"/> after <see cref="Dispose"/>. Bytes
/// that were never written read as zero; the pool's earlier content is never visible through a read. Spans, memory and sequences
/// obtained from the stream are dead after Dispose. Not safe for concurrent use. There is no finalizer: a stream that is not
/// disposed leaves its segments to the collector instead of the pool. What writes to an <see cref="IBufferWriter{T}"/> writes into
/// the same segments through <see cref="Writer"/>.
/// </remarks>
public sealed partial class PooledMemoryStream : Stream
{
    /// <summary>The longest stream: 64 GiB. A position or length beyond is a mistake, not a wish.</summary>
    public const long MaxLength = 1L << 36;

    private const int OwnLength = 64;
    private const int FirstRent = 4096;
    private const int SecondRent = 16_384;

    // With the array's own 24 bytes far below 85,000.
    private const int FullRent = 65_536;

    // Null for the shared one: the JIT knows its type, and a stream of a few bytes is spared a write barrier.
    private readonly ArrayPool<byte>? _pool;

    // Null while one segment is enough.
    private SegmentTable? _table;

    // The segment that holds the position: its array, its first position, how many bytes of it count, and the place within.
    // Beyond the last segment the array is empty and the start is the position.
    private byte[] _segment = [];
    private long _segmentStart;
    private int _segmentLength;
    private int _offset;

    private long _length;
    private long _capacity;
    private int _count;
    private PooledBufferWriter? _writer;
    private bool _ownsFirst;
    private bool _disposed;

    /// <summary>An empty stream that rents from <see cref="ArrayPool{T}.Shared"/>.</summary>
    public PooledMemoryStream()
    {
    }

    /// <summary>An empty stream that rents from <paramref name="pool"/>.</summary>
    public PooledMemoryStream(ArrayPool<byte> pool)
    {
        StreamThrow.IfNull(pool, nameof(pool));
        _pool = pool;
    }

    /// <summary>True until the stream is disposed.</summary>
    public override bool CanRead => !_disposed;

    /// <summary>True until the stream is disposed.</summary>
    public override bool CanSeek => !_disposed;

    /// <summary>True until the stream is disposed.</summary>
    public override bool CanWrite => !_disposed;

    /// <summary>Number of bytes.</summary>
    public override long Length
    {
        get
        {
            ThrowIfDisposed();
            return _length;
        }
    }

    /// <summary>Where the next byte is read or written; may lie beyond the end.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative or beyond <see cref="MaxLength"/>.</exception>
    public override long Position
    {
        get
        {
            ThrowIfDisposed();
            return _segmentStart + _offset;
        }

        set
        {
            ThrowIfDisposed();
            if (value is < 0 or > MaxLength) throw new ArgumentOutOfRangeException(nameof(value), value, "Non-negative number required.");
            MoveTo(value);
        }
    }

    /// <summary>Number of bytes that fit into the segments at hand.</summary>
    public long Capacity
    {
        get
        {
            ThrowIfDisposed();
            return _capacity;
        }
    }

    /// <summary>
    /// Writes at the stream's position, as Write does, without a buffer in between: for serialisers that take an
    /// <see cref="IBufferWriter{T}"/>. There is one for each stream, and it ends with the stream.
    /// </summary>
    public PooledBufferWriter Writer
    {
        get
        {
            ThrowIfDisposed();
            return _writer ??= new PooledBufferWriter(this);
        }
    }

    /// <inheritdoc/>
    public override long Seek(long offset, SeekOrigin origin)
    {
        ThrowIfDisposed();
        var from = origin switch
        {
            SeekOrigin.Begin => 0,
            SeekOrigin.Current => _segmentStart + _offset,
            SeekOrigin.End => _length,
            _ => throw new ArgumentException("Invalid seek origin.", nameof(origin)),
        };
        if (offset > MaxLength - from) throw new ArgumentOutOfRangeException(nameof(offset), offset, "The position is too large.");
        if (from + offset < 0) throw new IOException("An attempt was made to move the position before the beginning of the stream.");
        MoveTo(from + offset);
        return from + offset;
    }

    /// <summary>Cuts the stream, or extends it with zeros. A position beyond the new end moves to it.</summary>
    public override void SetLength(long value)
    {
        ThrowIfDisposed();
        if (value is < 0 or > MaxLength) throw new ArgumentOutOfRangeException(nameof(value), value, "Stream length must be non-negative.");
        var position = _segmentStart + _offset;
        if (value > _length) ExtendWithZeros(value);
        _length = value;
        MoveTo(Math.Min(position, value));
    }

    /// <summary>Nothing to do.</summary>
    public override void Flush() => ThrowIfDisposed();

    /// <inheritdoc/>
    public override Task FlushAsync(CancellationToken cancellationToken)
    {
        if (cancellationToken.IsCancellationRequested) return Task.FromCanceled(cancellationToken);
        Flush();
        return Task.CompletedTask;
    }

    /// <summary>The same as <see cref="Stream.Dispose()"/>; there is no finalizer to suppress.</summary>
    public override void Close() => Dispose(true);

    /// <summary>Gives every segment back to the pool, once.</summary>
    protected override void Dispose(bool disposing)
    {
        if (!_disposed && disposing)
        {
            _disposed = true;
            ReturnSegments();
        }

        base.Dispose(disposing);
    }

    internal byte[] Rent(int length)
    {
        var array = _pool is null ? ArrayPool<byte>.Shared.Rent(length) : _pool.Rent(length);
        if (array.Length >= length) return array;
        Return(array);
        throw new InvalidOperationException($"The pool lent an array of {array.Length} bytes where {length} were asked for.");
    }

    internal void Return(byte[] array)
    {
        if (_pool is null) ArrayPool<byte>.Shared.Return(array);
        else _pool.Return(array);
    }

    internal void ThrowIfDisposed()
    {
        if (_disposed) StreamThrow.Disposed(nameof(PooledMemoryStream));
    }

    private void ReturnSegments()
    {
        var first = _segment;
        var table = _table;
        _segment = [];
        _table = null;
        _segmentLength = _offset = _count = 0;
        _length = _capacity = _segmentStart = 0;
        _writer?.TakeBack();
        if (table is null)
        {
            if (first.Length > 0 && !_ownsFirst) Return(first);
            return;
        }

        for (var i = _ownsFirst ? 1 : 0; i < table.Count; i++) Return(table[i].Array);
    }
}
