namespace Unpause.Readers;

/// <summary>A forward-only stream whose next bytes can be looked at before they are read.</summary>
internal sealed class PeekedStream(Stream inner) : Stream
{
    private readonly byte[] _buffer = new byte[Limits.DetectionBytes];
    private int _start;
    private int _end;

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    /// <summary>The next bytes, at most <paramref name="count"/>; fewer only at the end. Valid until the next call.</summary>
    public ReadOnlySpan<byte> Peek(int count)
    {
        if (_start > 0 && _start + count > _buffer.Length)
        {
            _buffer.AsSpan(_start, _end - _start).CopyTo(_buffer);
            _end -= _start;
            _start = 0;
        }

        while (_end - _start < count)
        {
            var read = inner.Read(_buffer.AsSpan(_end));
            if (read == 0) break;
            _end += read;
        }

        return _buffer.AsSpan(_start, Math.Min(count, _end - _start));
    }

    /// <summary>Passes over bytes that were peeked.</summary>
    public void Skip(int count) => _start += Math.Min(count, _end - _start);

    public override int Read(Span<byte> buffer)
    {
        if (_start == _end) return inner.Read(buffer);
        var count = Math.Min(buffer.Length, _end - _start);
        _buffer.AsSpan(_start, count).CopyTo(buffer);
        _start += count;
        return count;
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        if (disposing) inner.Dispose();
        base.Dispose(disposing);
    }
}
