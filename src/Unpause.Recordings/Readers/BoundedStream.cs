namespace Unpause.Recordings.Readers;

/// <summary>Ends with a fault where an input is longer than it may be, so that a packed bomb is not read into memory.</summary>
/// <param name="inner">What is read; closed with this one.</param>
/// <param name="most">Bytes at most.</param>
public sealed class BoundedStream(Stream inner, long most) : ForwardStream
{
    private long _left = most;

    /// <exception cref="InvalidDataException">The input is longer.</exception>
    public override int Read(Span<byte> buffer)
    {
        var read = inner.Read(buffer);
        _left -= read;
        return _left >= 0 ? read : throw new InvalidDataException("too large to be read into memory");
    }

    protected override void Dispose(bool disposing)
    {
        if (disposing) inner.Dispose();
        base.Dispose(disposing);
    }
}
