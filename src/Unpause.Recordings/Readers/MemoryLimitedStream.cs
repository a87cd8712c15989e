namespace Unpause.Recordings.Readers;

/// <summary>Ends with a fault when the data read from it fills the memory limit; checked once per megabyte.</summary>
/// <param name="inner">What is read; not closed with this one.</param>
public sealed class MemoryLimitedStream(Stream inner, MemoryLimit memory) : ForwardStream
{
    private const int Step = 1024 * 1024;

    private int _untilAsked = Step;

    /// <summary>
    /// The same without the limit, for a reader that asks <see cref="Memory"/> itself: that must be done on the thread that keeps data.
    /// </summary>
    internal Stream Inner => inner;

    /// <summary>The limit.</summary>
    internal MemoryLimit Memory => memory;

    /// <exception cref="InvalidDataException">The memory is full.</exception>
    public override int Read(Span<byte> buffer)
    {
        if (_untilAsked <= 0)
        {
            if (memory.IsFull) throw new InvalidDataException(memory.Reason);
            _untilAsked = Step;
        }

        var read = inner.Read(buffer);
        _untilAsked -= read;
        return read;
    }
}
