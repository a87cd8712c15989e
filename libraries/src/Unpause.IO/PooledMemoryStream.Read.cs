using System.Buffers;

namespace Unpause.IO;

/// <content>Reading, and looking at the bytes as a whole.</content>
public sealed partial class PooledMemoryStream
{
    // As in the runtime: the largest array of bytes.
    private const int MaxArrayLength = 0x7FFF_FFC7;

    /// <inheritdoc/>
    public override int Read(byte[] buffer, int offset, int count)
    {
        StreamThrow.IfNotRange(buffer, offset, count);
        return Read(new Span<byte>(buffer, offset, count));
    }

    /// <summary>Reads up to as many bytes as the buffer takes; 0 at the end.</summary>
#if NET
    public override int Read(Span<byte> buffer)
#else
    public int Read(Span<byte> buffer)
#endif
    {
        ThrowIfDisposed();
        var done = 0;
        while (done < buffer.Length && _segmentStart + _offset < _length)
        {
            var part = NextPart();
            var count = Math.Min(part.Length, buffer.Length - done);
            new ReadOnlySpan<byte>(part.Array, part.Offset, count).CopyTo(buffer.Slice(done));
            _offset += count;
            done += count;
        }

        return done;
    }

    /// <inheritdoc/>
    public override int ReadByte()
    {
        ThrowIfDisposed();
        if (_segmentStart + _offset >= _length) return -1;
        var part = NextPart();
        _offset++;
        return part.Array[part.Offset];
    }

    /// <inheritdoc/>
    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        StreamThrow.IfNotRange(buffer, offset, count);
        if (cancellationToken.IsCancellationRequested) return Task.FromCanceled<int>(cancellationToken);
        return _disposed
            ? Task.FromException<int>(StreamThrow.Closed(nameof(PooledMemoryStream)))
            : Task.FromResult(Read(new Span<byte>(buffer, offset, count)));
    }

#if NET
    /// <inheritdoc/>
    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        if (cancellationToken.IsCancellationRequested) return ValueTask.FromCanceled<int>(cancellationToken);
        return _disposed
            ? ValueTask.FromException<int>(StreamThrow.Closed(nameof(PooledMemoryStream)))
            : new ValueTask<int>(Read(buffer.Span));
    }

    /// <summary>Writes what is left from the position on to another stream, segment by segment.</summary>
    /// <remarks>The position moves to the end first. To itself: what is left is written once more behind the end.</remarks>
    public override void CopyTo(Stream destination, int bufferSize)
    {
        StreamThrow.IfNotBufferSize(bufferSize);
#else
    /// <summary>Writes what is left from the position on to another stream, segment by segment.</summary>
    /// <remarks>The position moves to the end first. To itself: what is left is written once more behind the end.</remarks>
    public new void CopyTo(Stream destination)
    {
#endif
        StreamThrow.IfNotWritable(destination);
        ThrowIfDisposed();
        var (at, end) = (_segmentStart + _offset, _length);
        if (at >= end) return;
        MoveTo(end);
        CopyPart(at, end, destination);
    }

    /// <summary>Writes what is left from the position on to another stream, segment by segment.</summary>
    /// <remarks>The position moves to the end first. To itself: what is left is written once more behind the end.</remarks>
    public override Task CopyToAsync(Stream destination, int bufferSize, CancellationToken cancellationToken)
    {
        StreamThrow.IfNotBufferSize(bufferSize);
        StreamThrow.IfNotWritable(destination);
        ThrowIfDisposed();
        if (cancellationToken.IsCancellationRequested) return Task.FromCanceled(cancellationToken);
        var (at, end) = (_segmentStart + _offset, _length);
        if (at >= end) return Task.CompletedTask;
        MoveTo(end);
        return CopyPartAsync(at, end, destination, cancellationToken);
    }

    /// <summary>Writes the whole stream, whatever the position, to another one.</summary>
    /// <remarks>To itself: what the stream holds now is written at its position.</remarks>
    public void WriteTo(Stream destination)
    {
        StreamThrow.IfNull(destination, nameof(destination));
        ThrowIfDisposed();
        if (ReferenceEquals(destination, this))
        {
            // Source and target overlap: a segment may be written over before its turn.
            using var copy = _pool is null ? new PooledMemoryStream() : new PooledMemoryStream(_pool);
            CopyPart(0, _length, copy);
            copy.CopyPart(0, copy._length, this);
            return;
        }

        CopyPart(0, _length, destination);
    }

    /// <summary>All bytes, without copying; valid until the stream is changed or disposed.</summary>
    public ReadOnlySequence<byte> GetReadOnlySequence()
    {
        ThrowIfDisposed();
        if (_length == 0) return ReadOnlySequence<byte>.Empty;
        if (_table is null) return new ReadOnlySequence<byte>(_segment, 0, (int)_length);
        SequencePart? first = null, last = null;
        for (long at = 0; at < _length; at += last.Memory.Length)
        {
            var part = PartAt(at, _length);
            last = new SequencePart(part, last);
            first ??= last;
        }

        return new ReadOnlySequence<byte>(first!, 0, last!, last!.Memory.Length);
    }

    /// <summary>A new array of all bytes: one large object when there are many. Prefer <see cref="Stream.CopyTo(Stream)"/>.</summary>
    /// <exception cref="InvalidOperationException">There are more bytes than an array can hold.</exception>
    public byte[] ToArray()
    {
        ThrowIfDisposed();
        if (_length > MaxArrayLength) throw new InvalidOperationException($"An array cannot hold {_length} bytes.");
        var array = new byte[_length];
        GetReadOnlySequence().CopyTo(array);
        return array;
    }

    /// <summary>The bytes from the position to the end of its segment; the position must be before the end.</summary>
    private (byte[] Array, int Offset, int Length) NextPart()
    {
        if (_offset == _segmentLength) MoveTo(_segmentStart + _offset);
        return (_segment, _offset, (int)Math.Min(_segmentLength - _offset, _length - _segmentStart - _offset));
    }

    /// <summary>The bytes from a place to an end or that of their segment; the current segment stays the current one.</summary>
    private ArraySegment<byte> PartAt(long at, long end)
    {
        if (_table is null) return new ArraySegment<byte>(_segment, (int)at, (int)(end - at));
        var index = _table.IndexOf(at);
        var segment = _table[index];
        return new ArraySegment<byte>(segment.Array, (int)(at - segment.Start), (int)(Math.Min(end, EndOf(index)) - at));
    }

    // The destination may be or write into this very stream: what it does to the length and the position is looked at anew each time.
    private void CopyPart(long at, long end, Stream destination)
    {
        while (at < end)
        {
            ThrowIfDisposed();
            if (at >= _length) return;
            var part = PartAt(at, Math.Min(end, _length));
            destination.Write(part.Array!, part.Offset, part.Count);
            at += part.Count;
        }
    }

    private async Task CopyPartAsync(long at, long end, Stream destination, CancellationToken cancellationToken)
    {
        while (at < end)
        {
            ThrowIfDisposed();
            if (at >= _length) return;
            var part = PartAt(at, Math.Min(end, _length));
#if NET
            await destination.WriteAsync(part.AsMemory(), cancellationToken).ConfigureAwait(false);
#else
            await destination.WriteAsync(part.Array!, part.Offset, part.Count, cancellationToken).ConfigureAwait(false);
#endif
            at += part.Count;
        }
    }
}
