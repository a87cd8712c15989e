namespace Unpause.IO.Tests.Fuzz;

/// <summary>Forbids synchronous writes and flushes, as ASP.NET Core's response does, and ends asynchronously now and then.</summary>
internal sealed class AsynchronousOutput(Random random) : Stream
{
    public MemoryStream Got { get; } = new();

    public int Flushed { get; private set; }

    /// <summary>False when the rest is the runtime's own: closing a dictionary writer flushes synchronously.</summary>
    public bool Forbids { get; set; } = true;

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
        if (Forbids) throw new InvalidOperationException("Synchronous operations are disallowed.");
    }

    public override void Write(byte[] buffer, int offset, int count) =>
        throw new InvalidOperationException("Synchronous operations are disallowed.");

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override async Task FlushAsync(CancellationToken cancellationToken)
    {
        if (random.Next(2) == 0) await Task.Yield();
        Flushed++;
    }

    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        WriteAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    /// <summary>In small pieces, so that a buffer that is used again too early shows.</summary>
    public override async ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        for (var pieces = 0; !buffer.IsEmpty; pieces++)
        {
            if (random.Next(4) == 0) await Task.Yield();
            var count = pieces > 20 ? buffer.Length : Math.Min(buffer.Length, 1 + random.Next(3000));
            Got.Write(buffer.Span[..count]);
            buffer = buffer[count..];
        }
    }
}
