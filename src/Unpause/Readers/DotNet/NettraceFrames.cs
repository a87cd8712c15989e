namespace Unpause.Readers.DotNet;

/// <summary>
/// Passes a .nettrace stream on block by block, so that the decoder behind it only ever sees whole blocks of sane
/// size and a proper end: a file that was cut, or that turns into garbage, ends after its last whole block, and
/// <see cref="Fault"/> says where and why.
/// </summary>
internal sealed class NettraceFrames(Stream inner) : Stream
{
    private readonly FrameBuffer _frame = new();
    private readonly NettraceFraming _framing = new();
    private int _served;
    private bool _ended;

    /// <summary>What is wrong with the file, as a phrase with its place; null when nothing is.</summary>
    public string? Fault { get; private set; }

    /// <summary>Bytes of whole blocks passed on.</summary>
    public long PassedBytes { get; private set; }

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => PassedBytes;
        set => throw new NotSupportedException();
    }

    public override int Read(Span<byte> buffer)
    {
        if (buffer.IsEmpty) return 0;
        if (_served == _frame.Length && !Advance()) return 0;
        var count = Math.Min(buffer.Length, _frame.Length - _served);
        _frame.Bytes.Slice(_served, count).CopyTo(buffer);
        _served += count;
        return count;
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    private bool Advance()
    {
        PassedBytes += _frame.Length;
        _served = 0;
        _frame.Clear();
        if (_ended) return false;
        try
        {
            Fault = _framing.Next(inner, _frame, PassedBytes);
        }
        catch (InvalidDataException exception)
        {
            Fault = $"damaged gzip data: {exception.Message}";
        }

        if (Fault is not null) _framing.WriteEnd(_frame);
        _ended = Fault is not null || _framing.AtEnd;
        return _frame.Length > 0;
    }
}
