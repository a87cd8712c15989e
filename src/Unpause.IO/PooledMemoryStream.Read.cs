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
    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        cancellationToken.IsCancellationRequested
            ? Task.FromCanceled<int>(cancellationToken)
            : Task.FromResult(Read(buffer, offset, count));

#if NET
    /// <inheritdoc/>
    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
        cancellationToken.IsCancellationRequested
            ? ValueTask.FromCanceled<int>(cancellationToken)
            : new ValueTask<int>(Read(buffer.Span));

    /// <summary>Writes what is left from the position on to another stream, segment by segment.</summary>
    public override void CopyTo(Stream destination, int bufferSize)
#else
    /// <summary>Writes what is left from the position on to another stream, segment by segment.</summary>
    public new void CopyTo(Stream destination)
#endif
    {
        StreamThrow.IfNull(destination, nameof(destination));
        ThrowIfDisposed();
        while (_segmentStart + _offset < _length)
        {
            var part = NextPart();
            destination.Write(part.Array, part.Offset, part.Length);
            _offset += part.Length;
        }
    }

    /// <summary>Writes what is left from the position on to another stream, segment by segment.</summary>
    public override async Task CopyToAsync(Stream destination, int bufferSize, CancellationToken cancellationToken)
    {
        StreamThrow.IfNull(destination, nameof(destination));
        ThrowIfDisposed();
        while (_segmentStart + _offset < _length)
        {
            var part = NextPart();
#if NET
            await destination.WriteAsync(part.Array.AsMemory(part.Offset, part.Length), cancellationToken).ConfigureAwait(false);
#else
            await destination.WriteAsync(part.Array, part.Offset, part.Length, cancellationToken).ConfigureAwait(false);
#endif
            ThrowIfDisposed();
            _offset += part.Length;
        }
    }

    /// <summary>Writes the whole stream, whatever the position, to another one.</summary>
    public void WriteTo(Stream destination)
    {
        ThrowIfDisposed();
        var position = _segmentStart + _offset;
        MoveTo(0);
        try
        {
            CopyTo(destination);
        }
        finally
        {
            MoveTo(position);
        }
    }

    /// <summary>All bytes, without copying; valid until the stream is changed or disposed.</summary>
    public ReadOnlySequence<byte> GetReadOnlySequence()
    {
        ThrowIfDisposed();
        if (_length == 0) return ReadOnlySequence<byte>.Empty;
        if (_table is null) return new ReadOnlySequence<byte>(_segment, 0, (int)_length);
        SequencePart? first = null, last = null;
        for (var i = 0; i < _count && _table[i].Start < _length; i++)
        {
            var end = Math.Min(_length, i + 1 < _count ? _table[i + 1].Start : _capacity);
            last = new SequencePart(new ReadOnlyMemory<byte>(_table[i].Array, 0, (int)(end - _table[i].Start)), last);
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
}
