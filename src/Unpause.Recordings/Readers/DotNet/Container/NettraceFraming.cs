using System.Buffers.Binary;
using System.Globalization;

namespace Unpause.Recordings.Readers.DotNet.Container;

/// <summary>
/// The block structure of .nettrace files. Versions 4 and 5 wrap each block in an object of the FastSerialization
/// format (tags 5 5 1, version, minimal version, name, 6, body, 6; the file ends with tag 1); version 6 has a
/// 4-byte header with a 24-bit length and an 8-bit kind, and ends with kind 0. Sources: NetTraceFormat_v5.md and
/// NetTraceFormat.md in microsoft/perfview.
/// </summary>
internal sealed class NettraceFraming
{
    private const byte BeginObject = 5;
    private const byte NullReference = 1;
    private const byte EndObject = 6;
    private const int TraceObjectBytes = 48;
    private const int LongestTypeName = 64;

    private bool _started;

    /// <summary>The container's version; 0 before it is known.</summary>
    public int Version { get; private set; }

    /// <summary>Whether the file's proper end was reached.</summary>
    public bool AtEnd { get; private set; }

    /// <summary>What the block read last is.</summary>
    public NettraceBlock Block { get; private set; }

    /// <summary>The offset of its content.</summary>
    public Range Content { get; private set; }

    /// <summary>Reads the next block whole. Returns what is wrong, as a phrase, or null.</summary>
    /// <param name="frame">Empty; gets the block's bytes.</param>
    /// <param name="position">The file's position before the block.</param>
    public string? Next(Stream stream, FrameBuffer frame, long position)
    {
        string? fault;
        Block = NettraceBlock.None;
        if (!_started)
        {
            _started = true;
            fault = ReadHeader(stream, frame);
        }
        else
        {
            fault = Version >= 6 ? ReadBlockV6(stream, frame) : ReadObject(stream, frame, position);
        }

        if (fault is null) return null;
        frame.Clear();
        return string.Create(CultureInfo.InvariantCulture, $"{fault} at byte {position:N0}");
    }

    /// <summary>Writes what ends a file of this version.</summary>
    public void WriteEnd(FrameBuffer frame)
    {
        frame.Clear();
        for (var i = 0; i < (Version >= 6 ? 4 : 1); i++) frame.Add(Version >= 6 ? (byte)0 : NullReference);
    }

    private string? ReadHeader(Stream stream, FrameBuffer frame)
    {
        if (!frame.TryFill(stream, NettraceFormat.Magic.Length + 4)) return "truncated in the header";
        if (frame.LastInt32 == 0)
        {
            if (!frame.TryFill(stream, 4)) return "truncated in the header";
            Version = frame.LastInt32;
            if (Version != 6) return string.Create(CultureInfo.InvariantCulture, $"unknown container version {Version}");
            return frame.TryFill(stream, 4) ? null : "truncated in the header";
        }

        if (frame.LastInt32 != 20 || !frame.TryFill(stream, 20)) return "no FastSerialization header";
        return frame.Bytes[^20..].SequenceEqual("!FastSerialization.1"u8) ? null : "no FastSerialization header";
    }

    private string? ReadBlockV6(Stream stream, FrameBuffer frame)
    {
        if (!frame.TryFill(stream, 4)) return frame.Length == 0 ? "no end marker" : "truncated inside a block";
        var header = (uint)frame.LastInt32;
        AtEnd = header >> 24 == 0;
        var length = (int)(header & 0xFFFFFF);
        Block = KindOf(header >> 24);
        Content = new Range(frame.Length, frame.Length + length);
        return AtEnd || frame.TryFill(stream, length) ? null : "truncated inside a block";
    }

    private string? ReadObject(Stream stream, FrameBuffer frame, long position)
    {
        if (!frame.TryFill(stream, 1)) return "no end marker";
        AtEnd = frame.LastByte == NullReference;
        if (AtEnd) return null;
        if (frame.LastByte != BeginObject) return "invalid data instead of a block";
        if (!frame.TryFill(stream, 2 + 8 + 4)) return "truncated inside a block";
        var version = System.Buffers.Binary.BinaryPrimitives.ReadInt32LittleEndian(frame.Bytes.Slice(3, 4));
        var nameLength = frame.LastInt32;
        if (nameLength is < 1 or > LongestTypeName) return "invalid data instead of a block";
        if (!frame.TryFill(stream, nameLength + 1)) return "truncated inside a block";
        if (frame.LastByte != EndObject) return "invalid data instead of a block";
        var name = frame.Bytes.Slice(frame.Length - 1 - nameLength, nameLength);
        if (name.SequenceEqual("Trace"u8))
        {
            Version = version;
            if (version is < 4 or > 5)
            {
                return string.Create(CultureInfo.InvariantCulture, $"unknown container version {version}");
            }

            Block = NettraceBlock.Trace;
            Content = new Range(frame.Length, frame.Length + TraceObjectBytes);
            return frame.TryFill(stream, TraceObjectBytes + 1) ? null : "truncated inside a block";
        }

        Block = KindOf(name);
        return ReadBody(stream, frame, position);
    }

    private static NettraceBlock KindOf(uint kind) => kind switch
    {
        1 => NettraceBlock.Trace,
        2 => NettraceBlock.Events,
        3 => NettraceBlock.Metadata,
        4 => NettraceBlock.SequencePoint,
        5 => NettraceBlock.Stacks,
        6 => NettraceBlock.Threads,
        7 => NettraceBlock.RemovedThreads,
        8 => NettraceBlock.Labels,
        // Kinds to come are skipped.
        _ => NettraceBlock.None,
    };

    private static NettraceBlock KindOf(ReadOnlySpan<byte> name)
    {
        if (name.SequenceEqual("EventBlock"u8)) return NettraceBlock.Events;
        if (name.SequenceEqual("MetadataBlock"u8)) return NettraceBlock.Metadata;
        if (name.SequenceEqual("StackBlock"u8)) return NettraceBlock.Stacks;
        return name.SequenceEqual("SPBlock"u8) ? NettraceBlock.SequencePoint : NettraceBlock.None;
    }

    private string? ReadBody(Stream stream, FrameBuffer frame, long position)
    {
        if (!frame.TryFill(stream, 4)) return "truncated inside a block";
        var length = frame.LastInt32;
        if (length is < 0 or > Limits.NettraceBlockBytes)
        {
            return string.Create(CultureInfo.InvariantCulture, $"invalid block length {(uint)length:N0}");
        }

        var padding = (int)((4 - ((position + frame.Length) % 4)) % 4);
        Content = new Range(frame.Length + padding, frame.Length + padding + length);
        if (!frame.TryFill(stream, padding + length + 1)) return "truncated inside a block";
        return frame.LastByte == EndObject ? null : "invalid data instead of the end of a block";
    }
}

/// <summary>Kinds of blocks in .nettrace files.</summary>
internal enum NettraceBlock
{
    /// <summary>The header, the end, or a kind that is skipped.</summary>
    None,

    /// <summary>Start time, clock frequency, pointer size, process id.</summary>
    Trace,

    Events,

    /// <summary>What the events' numbers mean.</summary>
    Metadata,

    Stacks,

    /// <summary>A point in time up to which all events are in the file, with each thread's last sequence number.</summary>
    SequencePoint,

    /// <summary>Threads that events refer to by an index (version 6).</summary>
    Threads,

    /// <summary>Threads that come no more (version 6).</summary>
    RemovedThreads,

    /// <summary>Version 6: labels of events.</summary>
    Labels,
}

/// <summary>The bytes of one block of a .nettrace file; grows as they arrive, so that a lying length costs nothing.</summary>
internal sealed class FrameBuffer
{
    private const int Step = 64 * 1024;
    private byte[] _bytes = new byte[Step];

    /// <summary>Number of bytes in the buffer.</summary>
    public int Length { get; private set; }

    /// <summary>The bytes in the buffer.</summary>
    public ReadOnlySpan<byte> Bytes => _bytes.AsSpan(0, Length);

    public void Clear() => Length = 0;

    /// <summary>Reads exactly <paramref name="count"/> more bytes; false when the stream ends before.</summary>
    public bool TryFill(Stream stream, int count)
    {
        var end = Length + count;
        while (Length < end)
        {
            if (Length == _bytes.Length) Array.Resize(ref _bytes, Math.Min(end, _bytes.Length * 2));
            var read = stream.Read(_bytes.AsSpan(Length, Math.Min(end, _bytes.Length) - Length));
            if (read == 0) return false;
            Length += read;
        }

        return true;
    }

    public void Add(byte value)
    {
        if (Length == _bytes.Length) Array.Resize(ref _bytes, _bytes.Length + Step);
        _bytes[Length++] = value;
    }

    /// <summary>The little-endian 32-bit number in the last four bytes.</summary>
    public int LastInt32 => BinaryPrimitives.ReadInt32LittleEndian(_bytes.AsSpan(Length - 4, 4));

    public byte LastByte => _bytes[Length - 1];
}
