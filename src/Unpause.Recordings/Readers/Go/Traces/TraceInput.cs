namespace Unpause.Recordings.Readers.Go.Traces;

/// <summary>The bytes of a trace, one after the other. A fault of the stream is its end.</summary>
/// <param name="stream">The bytes.</param>
internal sealed class TraceInput(Stream stream)
{
    private readonly byte[] _buffer = new byte[Limits.BlockBytes];
    private int _at;
    private int _length;

    /// <summary>Why reading ended before the stream did; null when it didn't.</summary>
    public string? Failure { get; private set; }

    /// <summary>Bytes taken so far.</summary>
    public long Taken { get; private set; }

    /// <summary>Takes a byte; false at the end.</summary>
    public bool TryTake(out byte value)
    {
        value = 0;
        if (_at == _length && !Fill()) return false;
        value = _buffer[_at++];
        Taken++;
        return true;
    }

    /// <summary>Takes a varint; false where the bytes end before it does, or it has more than 64 bits.</summary>
    public bool TryTakeVarint(out ulong value)
    {
        const int More = 0x80, Bits = 7, Most = 64;
        value = 0;
        for (var shift = 0; shift < Most; shift += Bits)
        {
            if (!TryTake(out var part)) return false;
            value |= (ulong)(part & ~More) << shift;
            if (part < More) return shift < Most - 1 || part <= 1;
        }

        return false;
    }

    /// <summary>Fills a part of memory.</summary>
    /// <returns>How much of it there was.</returns>
    public int Take(Span<byte> target)
    {
        var taken = 0;
        while (taken < target.Length && (_at < _length || Fill()))
        {
            var part = Math.Min(target.Length - taken, _length - _at);
            _buffer.AsSpan(_at, part).CopyTo(target[taken..]);
            (_at, taken) = (_at + part, taken + part);
        }

        Taken += taken;
        return taken;
    }

    private bool Fill()
    {
        try
        {
            (_at, _length) = (0, stream.Read(_buffer));
        }
        catch (Exception e) when (e is IOException or InvalidDataException)
        {
            (_at, _length) = (0, 0);
            Failure = e.Message;
        }

        return _length > 0;
    }
}
