namespace Unpause.Services.Mcp;

/// <summary>
/// Lines of at most so many bytes. The rest of a longer line is read and dropped, so the line is refused as no JSON and takes no memory.
/// </summary>
/// <param name="ended">Called when the client has closed the input.</param>
internal sealed class BoundedLines(Stream input, int most, Action ended) : Stream
{
    private int _length;

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        while (await input.ReadAsync(buffer, cancellationToken).ConfigureAwait(false) is var read and > 0)
        {
            if (Keep(buffer.Span[..read]) is var kept and > 0) return kept;
        }

        ended();
        return 0;
    }

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    public override int Read(byte[] buffer, int offset, int count)
    {
        while (input.Read(buffer, offset, count) is var read and > 0)
        {
            if (Keep(buffer.AsSpan(offset, read)) is var kept and > 0) return kept;
        }

        ended();
        return 0;
    }

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        if (disposing) input.Dispose();
        base.Dispose(disposing);
    }

    /// <summary>Moves the bytes that are kept to the front, and gives their number.</summary>
    private int Keep(Span<byte> read)
    {
        var kept = 0;
        while (!read.IsEmpty && kept < read.Length)
        {
            var rest = read[kept..];
            var end = rest.IndexOf((byte)'\n');
            var line = end < 0 ? rest.Length : end;
            var taken = Math.Clamp(most - _length, 0, line);
            // Dropped bytes: what follows them moves up.
            rest[line..].CopyTo(rest[taken..]);
            read = read[..^(line - taken)];
            _length = end < 0 ? Math.Min(most, _length + line) : 0;
            kept += taken + (end < 0 ? 0 : 1);
        }

        return kept;
    }
}
