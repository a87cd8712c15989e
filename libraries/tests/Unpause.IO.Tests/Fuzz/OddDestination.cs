namespace Unpause.IO.Tests.Fuzz;

/// <summary>A destination that may refuse after some bytes, do something to the source, or end asynchronously.</summary>
internal sealed class OddDestination(Action<int>? whenWritten = null) : Stream
{
    public MemoryStream Got { get; } = new();

    public override bool CanRead => false;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override void Flush()
    {
    }

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count)
    {
        Got.Write(buffer, offset, count);
        whenWritten?.Invoke(count);
    }

    public override async ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        await Task.Yield();
        Got.Write(buffer.Span);
        whenWritten?.Invoke(buffer.Length);
    }
}
