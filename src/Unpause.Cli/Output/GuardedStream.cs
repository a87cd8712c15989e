namespace Unpause.Cli;

/// <summary>An output on which every failed write is an <see cref="OutputFailure"/> that names it, whoever writes.</summary>
/// <param name="name">As the user knows it.</param>
/// <param name="open">Opens it at the first write.</param>
internal sealed class GuardedStream(string name, Func<Stream> open) : Stream
{
    private Stream? _opened;

    public override bool CanRead => false;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        try
        {
            (_opened ??= open()).Write(buffer);
        }
        catch (Exception exception) when (OutputFault.Is(exception))
        {
            throw Failed(exception);
        }
    }

    public override void Flush()
    {
        try
        {
            _opened?.Flush();
        }
        catch (Exception exception) when (OutputFault.Is(exception))
        {
            throw Failed(exception);
        }
    }

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        if (disposing) Close(_opened);
        base.Dispose(disposing);
    }

    private void Close(Stream? opened)
    {
        try
        {
            opened?.Dispose();
        }
        catch (Exception exception) when (OutputFault.Is(exception))
        {
            throw Failed(exception);
        }
    }

    private OutputFailure Failed(Exception exception) => new($"{name} cannot be written: {OutputFault.Reason(exception)}");
}
