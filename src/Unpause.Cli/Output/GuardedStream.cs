namespace Unpause.Cli.Output;

/// <summary>An output on which every failed write is an <see cref="OutputFailure"/> with its name.</summary>
/// <param name="name">The name that the user knows.</param>
/// <param name="open">Opens it at the first write.</param>
internal sealed class GuardedStream(string name, Func<Stream> open) : WriteOnlyStream
{
    private Stream? _opened;

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        try
        {
            (_opened ??= open()).Write(buffer);
        }
        catch (Exception exception) when (OutputFault.Is(exception))
        {
            throw OutputFailure.Create(name, exception);
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
            throw OutputFailure.Create(name, exception);
        }
    }

    protected override void Dispose(bool disposing)
    {
        try
        {
            if (disposing) _opened?.Dispose();
        }
        catch (Exception exception) when (OutputFault.Is(exception))
        {
            throw OutputFailure.Create(name, exception);
        }

        base.Dispose(disposing);
    }
}

/// <summary>A stream that is only written to, by <see cref="Stream.Write(ReadOnlySpan{byte})"/>.</summary>
internal abstract class WriteOnlyStream : Stream
{
    public sealed override bool CanRead => false;

    public sealed override bool CanSeek => false;

    public sealed override bool CanWrite => true;

    public sealed override long Length => throw new NotSupportedException();

    public sealed override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public abstract override void Write(ReadOnlySpan<byte> buffer);

    public sealed override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    public sealed override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public sealed override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public sealed override void SetLength(long value) => throw new NotSupportedException();
}
