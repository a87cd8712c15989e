using System.Buffers.Binary;

namespace Unpause.Requests.Otlp;

/// <summary>
/// Gives the ResourceSpans messages of an OTLP protobuf file one by one, whatever the framing, each at most
/// <see cref="Limits.MessageBytes"/> long and never allocated before its bytes are there.
/// </summary>
public sealed class MessageStream(Stream stream, ProtobufFraming framing)
{
    private const int GrowBytes = 1 << 20;
    private const ulong ResourceSpansTag = (1 << 3) | 2;
    private byte[] _message = new byte[Limits.BlockBytes];
    private int _length;
    private long _frameEnd;
    private bool _ended;

    /// <summary>The current ResourceSpans message.</summary>
    public ReadOnlySpan<byte> Message => _message.AsSpan(0, _length);

    public long Position { get; private set; }

    /// <summary>Why reading ended early, as a phrase; null when the end was reached.</summary>
    public string? Fault { get; private set; }

    /// <summary>Detects the framing from a file's first bytes.</summary>
    public static ProtobufFraming Detect(ReadOnlySpan<byte> block)
    {
        if (LooksLikeTraces(block)) return ProtobufFraming.Bare;
        if (block.Length > 6 && block[0] < 0x10 && BinaryPrimitives.ReadUInt32BigEndian(block) > 1 && LooksLikeTraces(block[4..]))
        {
            return ProtobufFraming.FixedLength;
        }

        var length = 0;
        while (length < block.Length && length < 5 && block[length] >= 0x80) length++;
        return length + 1 < block.Length && LooksLikeTraces(block[(length + 1)..]) ? ProtobufFraming.VarintLength : ProtobufFraming.None;
    }

    /// <summary>Reads the next ResourceSpans message; other fields are skipped.</summary>
    public bool MoveNext()
    {
        while (Fault is null && TryBeginField(out var tag))
        {
            switch (tag & 7)
            {
                case 2:
                    if (!TryTakeVarint(out var length)) return Break("truncated inside a length");
                    if (tag != ResourceSpansTag) Skip(length);
                    else return ReadMessage(length);
                    break;
                case 0:
                    if (!TryTakeVarint(out _)) return Break("truncated inside a number");
                    break;
                case 1:
                    Skip(8);
                    break;
                case 5:
                    Skip(4);
                    break;
                default:
                    return Break($"no protobuf field at byte {Position:N0}");
            }
        }

        return false;
    }

    /// <summary>
    /// A list of ResourceSpans: field 1, whose content begins with a resource, scope spans or schema URL that fits into it.
    /// </summary>
    private static bool LooksLikeTraces(ReadOnlySpan<byte> block)
    {
        var index = 1;
        if (block.Length < 4 || block[0] != (byte)ResourceSpansTag || block.IndexOfAnyInRange((byte)0, (byte)8) < 0) return false;
        return TryTakeLength(block, ref index, out var outer) && index < block.Length && block[index++] is 0x0a or 0x12 or 0x1a
            && TryTakeLength(block, ref index, out var inner) && inner < outer;
    }

    private static bool TryTakeLength(ReadOnlySpan<byte> block, ref int index, out long value)
    {
        value = 0;
        for (var shift = 0; shift < 35 && index < block.Length; shift += 7)
        {
            value |= (long)(block[index] & 0x7f) << shift;
            if (block[index++] < 0x80) return true;
        }

        return false;
    }

    private bool TryBeginField(out ulong tag)
    {
        tag = 0;
        while (framing != ProtobufFraming.Bare && Position >= _frameEnd)
        {
            if (!TryReadFrameLength(out var length)) return false;
            _frameEnd = Position + (long)length;
        }

        var start = Position;
        return TryTakeVarint(out tag) || (Position > start && Break("truncated inside a field"));
    }

    private bool TryReadFrameLength(out ulong length)
    {
        var start = Position;
        length = 0;
        if (framing == ProtobufFraming.VarintLength)
        {
            if (!TryTakeVarint(out length)) return Position > start && Break("truncated inside a message's length");
        }
        else
        {
            for (var i = 0; i < 4; i++)
            {
                if (!TryTakeByte(out var b)) return i > 0 && Break("truncated inside a message's length");
                length = (length << 8) | b;
            }
        }

        return length <= long.MaxValue / 2 || Break($"a message of {length:N0} bytes");
    }

    private bool ReadMessage(ulong length)
    {
        if (length > Limits.MessageBytes) return Break($"a message of {length:N0} bytes, more than {Limits.MessageBytes:N0}");
        _length = 0;
        while (_length < (int)length)
        {
            if (_length == _message.Length)
            {
                Array.Resize(ref _message, (int)Math.Min(Limits.MessageBytes, _message.Length + Math.Max(_message.Length, GrowBytes)));
            }

            var read = ReadInto(_message.AsSpan(_length, Math.Min(_message.Length, (int)length) - _length));
            if (read == 0)
            {
                // The part that is there may contain whole spans.
                Fault ??= "truncated inside a message";
                return _length > 0;
            }

            _length += read;
        }

        return true;
    }

    private void Skip(ulong count)
    {
        Span<byte> scratch = stackalloc byte[4096];
        while (count > 0)
        {
            var read = ReadInto(scratch[..(int)Math.Min(count, (ulong)scratch.Length)]);
            if (read == 0)
            {
                Fault ??= "truncated inside a field";
                return;
            }

            count -= (ulong)read;
        }
    }

    private bool TryTakeVarint(out ulong value)
    {
        value = 0;
        for (var i = 0; i < 10; i++)
        {
            if (!TryTakeByte(out var b)) return false;
            value |= (ulong)(b & 0x7f) << (7 * i);
            if (b < 0x80) return true;
        }

        return Break($"no protobuf number at byte {Position:N0}");
    }

    private bool TryTakeByte(out byte value)
    {
        Span<byte> one = stackalloc byte[1];
        var read = ReadInto(one);
        value = one[0];
        return read == 1;
    }

    private int ReadInto(Span<byte> target)
    {
        if (_ended) return 0;
        var read = 0;
        try
        {
            read = stream.Read(target);
        }
        catch (Exception exception) when (exception is IOException or InvalidDataException)
        {
            Fault = exception.Message;
        }

        _ended = read == 0;
        Position += read;
        return read;
    }

    private bool Break(string fault)
    {
        Fault ??= fault;
        return false;
    }
}

/// <summary>How OTLP messages are framed in a file.</summary>
public enum ProtobufFraming
{
    None,

    /// <summary>One message, the file's whole content (or several, which protobuf reads as one).</summary>
    Bare,

    /// <summary>Each message after its length in four bytes, big-endian: the collector's file exporter.</summary>
    FixedLength,

    /// <summary>Each message after its length as a varint: writeDelimitedTo.</summary>
    VarintLength,
}
