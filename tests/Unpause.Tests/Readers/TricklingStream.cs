using Unpause.Recordings.Readers;

namespace Unpause.Tests.Readers;

/// <summary>A stream that gives a different, small number of bytes at each read, and can fail at its end.</summary>
internal sealed class TricklingStream(byte[] bytes, int seed, int most = 7, Exception? failure = null) : ForwardStream
{
    private readonly Random _random = new(seed);
    private int _position;

    public override int Read(Span<byte> buffer)
    {
        if (_position == bytes.Length && failure is not null) throw failure;
        var count = Math.Min(Math.Min(buffer.Length, _random.Next(1, most + 1)), bytes.Length - _position);
        bytes.AsSpan(_position, count).CopyTo(buffer);
        _position += count;
        return count;
    }
}
