using System.Buffers.Binary;

namespace Unpause.Recorder.Runtimes.Node;

/// <summary>What arrives in the frames of an inspector.</summary>
internal interface IInspectorFrames
{
    /// <summary>A message that is not trace events.</summary>
    void TakeMessage(ReadOnlySpan<byte> json);

    /// <summary>Trace events, or a part of them: what is between the brackets of an array.</summary>
    /// <param name="isStart">Whether a message begins with them.</param>
    void TakeEvents(ReadOnlySpan<byte> json, bool isStart);

    /// <summary>A ping, which is to be answered.</summary>
    void TakePing(ReadOnlySpan<byte> content);

    /// <summary>The other end closes.</summary>
    void TakeClose();
}

/// <summary>
/// Reads the frames of a WebSocket (RFC 6455) from Node.js's inspector, which sends every message as one frame. Messages with trace events
/// have megabytes; they are passed on as they arrive, and not parsed.
/// </summary>
internal sealed class FrameReader(IInspectorFrames target)
{
    /// <summary>Lengths below are in the second byte; these two values of it mean that two or eight bytes follow.</summary>
    public const int ShortLengths = 126, LongLength = 127;

    /// <summary>Longest message that is not trace events.</summary>
    public const int MostMessageBytes = 64 * 1024;

    private const int HeaderBytes = 10, LengthBits = 0x7F, MaskBit = 0x80;
    private const int Text = 0x81, Close = 0x88, Ping = 0x89, Pong = 0x8A;

    private readonly byte[] _buffer = new byte[HeaderBytes + MostMessageBytes];
    private int _start, _end;
    private long _eventsLeft;
    private bool _inEvents, _isStart;

    /// <summary>Space for the next bytes; then call <see cref="Advance"/>.</summary>
    public Span<byte> Space
    {
        get
        {
            if (_start > 0) _buffer.AsSpan(_start, _end - _start).CopyTo(_buffer);
            (_start, _end) = (0, _end - _start);
            return _buffer.AsSpan(_end);
        }
    }

    private static ReadOnlySpan<byte> Before => "{\"method\":\"NodeTracing.dataCollected\",\"params\":{\"value\":["u8;

    private static ReadOnlySpan<byte> After => "]}}"u8;

    /// <summary>Takes bytes that were written to <see cref="Space"/>. False when they are no frames of an inspector.</summary>
    public bool Advance(int count)
    {
        _end += count;
        while (true)
        {
            var (goesOn, isValid) = _inEvents ? PassEvents() : PassFrame();
            if (!isValid) return false;
            if (!goesOn) return true;
        }
    }

    private ReadOnlySpan<byte> Rest => _buffer.AsSpan(_start, _end - _start);

    private (bool GoesOn, bool IsValid) PassEvents()
    {
        if (_eventsLeft > 0)
        {
            if (Rest.IsEmpty) return (false, true);
            var part = Rest[..(int)Math.Min(Rest.Length, _eventsLeft)];
            target.TakeEvents(part, _isStart);
            _isStart = false;
            _start += part.Length;
            _eventsLeft -= part.Length;
            return (true, true);
        }

        if (Rest.Length < After.Length) return (false, true);
        if (!Rest.StartsWith(After)) return (false, false);
        _start += After.Length;
        _inEvents = false;
        return (true, true);
    }

    private (bool GoesOn, bool IsValid) PassFrame()
    {
        if (Rest.Length < 2) return (false, true);
        int kind = Rest[0], mark = Rest[1] & LengthBits;
        if ((Rest[1] & MaskBit) != 0) return (false, false);
        var header = mark switch { LongLength => HeaderBytes, ShortLengths => 4, _ => 2 };
        if (Rest.Length < header) return (false, true);
        var length = mark switch
        {
            LongLength => BinaryPrimitives.ReadInt64BigEndian(Rest[2..]),
            ShortLengths => BinaryPrimitives.ReadUInt16BigEndian(Rest[2..]),
            _ => mark,
        };
        if (length < 0) return (false, false);
        var content = Rest[header..];
        if (kind == Text && length >= Before.Length + After.Length)
        {
            if (content.Length < Before.Length) return (false, true);
            if (content.StartsWith(Before))
            {
                _start += header + Before.Length;
                (_inEvents, _isStart, _eventsLeft) = (true, true, length - Before.Length - After.Length);
                return (true, true);
            }
        }

        if (length > MostMessageBytes) return (false, false);
        if (content.Length < length) return (false, true);
        content = content[..(int)length];
        _start += header + content.Length;
        switch (kind)
        {
            case Text:
                target.TakeMessage(content);
                return (true, true);
            case Ping:
                target.TakePing(content);
                return (true, true);
            case Close:
                target.TakeClose();
                return (false, true);
            default:
                return (true, kind == Pong);
        }
    }
}
