using System.Buffers;

namespace Unpause.IO;

/// <content>Writing.</content>
public sealed partial class PooledMemoryStream
{
    private const int DefaultSpanLength = 256;

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
        if (cancellationToken.IsCancellationRequested) return Task.FromCanceled(cancellationToken);
        Write(buffer, offset, count);
        return Task.CompletedTask;
    }

#if NET
    /// <inheritdoc/>
    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        if (cancellationToken.IsCancellationRequested) return ValueTask.FromCanceled(cancellationToken);
        Write(buffer.Span);
        return default;
    }
#endif

    /// <summary>A span at the position, of at least <paramref name="sizeHint"/> bytes, to write to before <see cref="Advance"/>.</summary>
    /// <remarks>Its content is undefined: advance only over bytes that were written.</remarks>
    public Span<byte> GetSpan(int sizeHint = 0)
    {
        var offset = _offset;
        var room = _segmentLength - offset;
        if (room > 0 && (uint)sizeHint <= (uint)room && _segmentStart + offset == _length && _bridge is null)
        {
            return new Span<byte>(_segment, offset, room);
        }

        return GetMemory(sizeHint).Span;
    }

    /// <summary>The same as <see cref="GetSpan"/>, as memory.</summary>
    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        ThrowIfDisposed();
        if (sizeHint < 0) throw new ArgumentOutOfRangeException(nameof(sizeHint), sizeHint, "Non-negative number required.");
        DropBridge();
        var wanted = sizeHint == 0 ? 1 : sizeHint;
        var position = _segmentStart + _offset;
        if (position == _length)
        {
            if (_segmentLength - _offset < wanted && HasNothingBehind(position)) StartAt(position, wanted);
            if (_segmentLength - _offset >= wanted) return new Memory<byte>(_segment, _offset, _segmentLength - _offset);
        }

        // Over existing bytes, or beyond the end: the bytes go where Write puts them.
        _bridge = Rent(Math.Max(wanted, DefaultSpanLength));
        return _bridge;
    }

    /// <summary>Makes the first <paramref name="count"/> bytes of the span last handed out part of the stream.</summary>
    public void Advance(int count)
    {
        var offset = _offset;
        if ((uint)(count - 1) < (uint)(_segmentLength - offset) && _segmentStart + offset == _length && _bridge is null)
        {
            _offset = offset + count;
            _length += count;
            return;
        }

        AdvanceElsewhere(count);
    }

    private void AdvanceElsewhere(int count)
    {
        ThrowIfDisposed();
        if (count < 0) throw new ArgumentOutOfRangeException(nameof(count), count, "Non-negative number required.");
        if (_bridge is { } bridge)
        {
            if (count > bridge.Length) throw new InvalidOperationException("Cannot advance past the end of the buffer.");
            _bridge = null;
            Write(new ReadOnlySpan<byte>(bridge, 0, count));
            Return(bridge);
            return;
        }

        if (count > _segmentLength - _offset) throw new InvalidOperationException("Cannot advance past the end of the buffer.");
        if (_segmentStart + _offset != _length)
        {
            throw new InvalidOperationException("The position was changed since the buffer was obtained.");
        }

        _offset += count;
        _length += count;
    }

    /// <summary>Whether no bytes and no whole segment follow, so that a new segment may begin right here.</summary>
    private bool HasNothingBehind(long position) =>
        position == _capacity || _segmentStart + _segmentLength == _capacity;

    /// <summary>Begins a new segment at the position, giving up the rest of the current one.</summary>
    private void StartAt(long position, int wanted)
    {
        if (_count == 1 && _table is null) MakeTable();
        _capacity = position;
        Append(wanted);
    }

    private void DropBridge()
    {
        if (_bridge is not { } bridge) return;
        _bridge = null;
        Return(bridge);
    }

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

        var position = _segmentStart + _offset;
        if (source.Length > MaxLength - position) throw new IOException("Stream was too long.");
        if (position > _length) ExtendWithZeros(position);
        while (true)
        {
            var count = Math.Min(source.Length, _segmentLength - _offset);
            source.Slice(0, count).CopyTo(new Span<byte>(_segment, _offset, count));
            _offset += count;
            source = source.Slice(count);
            if (source.IsEmpty) break;
            NextSegment(Math.Min(source.Length, FullRent));
        }

        _length = Math.Max(_length, _segmentStart + _offset);
    }
}
