namespace Unpause.IO;

/// <content>Writing.</content>
public sealed partial class PooledMemoryStream
{
    /// <inheritdoc/>
    public override void Write(byte[] buffer, int offset, int count)
    {
        StreamThrow.IfNotRange(buffer, offset, count);
        Write(new ReadOnlySpan<byte>(buffer, offset, count));
    }

    /// <summary>Writes bytes at the position.</summary>
#if NET
    public override void Write(ReadOnlySpan<byte> buffer)
#else
    public void Write(ReadOnlySpan<byte> buffer)
#endif
    {
        var offset = _offset;
        var end = _segmentStart + offset + buffer.Length;
        if (!_disposed && buffer.Length <= _segmentLength - offset && end - buffer.Length <= _length)
        {
            buffer.CopyTo(new Span<byte>(_segment, offset, buffer.Length));
            _offset = offset + buffer.Length;
            if (end > _length) _length = end;
            return;
        }

        WriteAcross(buffer);
    }

    /// <inheritdoc/>
    public override void WriteByte(byte value)
    {
        var offset = _offset;
        var segment = _segment;
        if (offset < _segmentLength && (uint)offset < (uint)segment.Length && _segmentStart + offset <= _length)
        {
            segment[offset] = value;
            _offset = ++offset;
            if (_segmentStart + offset > _length) _length = _segmentStart + offset;
            return;
        }

        ReadOnlySpan<byte> one = [value];
        WriteAcross(one);
    }

    /// <inheritdoc/>
    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        StreamThrow.IfNotRange(buffer, offset, count);
        if (cancellationToken.IsCancellationRequested) return Task.FromCanceled(cancellationToken);
        try
        {
            Write(new ReadOnlySpan<byte>(buffer, offset, count));
            return Task.CompletedTask;
        }
        catch (Exception exception)
        {
            return Task.FromException(exception);
        }
    }

#if NET
    /// <inheritdoc/>
    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        if (cancellationToken.IsCancellationRequested) return ValueTask.FromCanceled(cancellationToken);
        try
        {
            Write(buffer.Span);
            return default;
        }
        catch (Exception exception)
        {
            return ValueTask.FromException(exception);
        }
    }
#endif

    /// <summary>All that the shortest streams need.</summary>
    private void WriteFirst(ReadOnlySpan<byte> source)
    {
        var own = new byte[OwnLength];
        source.CopyTo(own);
        _segment = own;
        _ownsFirst = true;
        _count = 1;
        _capacity = _segmentLength = OwnLength;
        _length = _offset = source.Length;
    }

    private void WriteAcross(ReadOnlySpan<byte> source)
    {
        ThrowIfDisposed();
        if (source.IsEmpty) return;
        if (_count == 0 && _segmentStart == 0 && source.Length <= OwnLength)
        {
            WriteFirst(source);
            return;
        }

        WriteSegments(source);
    }

    private void WriteSegments(ReadOnlySpan<byte> source)
    {
        var position = _segmentStart + _offset;
        if (source.Length > MaxLength - position) throw new IOException("Stream was too long.");
        if (position + source.Length > _capacity) Reserve(position + source.Length);
        if (position > _length) ExtendWithZeros(position);
        while (true)
        {
            if (_offset == _segmentLength) MoveTo(_segmentStart + _offset);
            var count = Math.Min(source.Length, _segmentLength - _offset);
            source.Slice(0, count).CopyTo(new Span<byte>(_segment, _offset, count));
            _offset += count;
            source = source.Slice(count);
            if (source.IsEmpty) break;
        }

        _length = Math.Max(_length, _segmentStart + _offset);
    }
}
