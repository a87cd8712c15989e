namespace Unpause.Recordings.Readers.Node;

/// <summary>The header of the Node.js agent's file, version 1 (agents/node/FORMAT.md). Times are nanoseconds of CLOCK_MONOTONIC.</summary>
internal sealed class NodeAgentHeader
{
    /// <summary>Bytes that contain every field with a fixed place.</summary>
    public const int FixedBytes = 128;

    /// <summary>Bytes of a block of the event loop.</summary>
    public const int BlockBytes = 32;

    private const uint EndedFlag = 1;
    private readonly int _anchorsAt, _anchors, _factsAt, _factsBytes;

    private NodeAgentHeader(ReadOnlySpan<byte> bytes)
    {
        (HeaderBytes, ProcessId) = ((int)Word(bytes, 12), (int)Word(bytes, 16));
        Ended = (Word(bytes, 20) & EndedFlag) != 0;
        (Started, Written) = (BinaryPrimitives.ReadInt64LittleEndian(bytes[24..]), BinaryPrimitives.ReadInt64LittleEndian(bytes[32..]));
        (_anchorsAt, _anchors, _factsAt, _factsBytes) =
            ((int)Word(bytes, 72), (int)Word(bytes, 76), (int)Word(bytes, 80), (int)Word(bytes, 84));
        Requests = new RequestRing(Word(bytes, 96), (int)Word(bytes, 88), Long(bytes, 40), (long)Math.Min(Long(bytes, 48), long.MaxValue));
        (BlockCapacity, BlocksBegun) = ((int)Word(bytes, 92), Long(bytes, 56));
        (Open, TimerMilliseconds) = (Long(bytes, 64), Word(bytes, 104));
    }

    /// <summary>The file's first bytes.</summary>
    public static ReadOnlySpan<byte> Magic => "UPNO\r\n\u001a\n"u8;

    /// <summary>Bytes before the first ring.</summary>
    public int HeaderBytes { get; }

    public int ProcessId { get; }

    /// <summary>Whether the process ran its exit handlers.</summary>
    public bool Ended { get; }

    /// <summary>When recording started: at the first request.</summary>
    public long Started { get; }

    /// <summary>When the file was written last; 0 when it never was.</summary>
    public long Written { get; }

    public RequestRing Requests { get; }

    /// <summary>Capacity of the ring of blocks of the event loop, which begins behind the header.</summary>
    public int BlockCapacity { get; }

    /// <summary>Blocks written so far.</summary>
    public ulong BlocksBegun { get; }

    /// <summary>Requests that had not ended.</summary>
    public ulong Open { get; }

    /// <summary>The period of the timer that finds a blocked loop.</summary>
    public uint TimerMilliseconds { get; }

    /// <summary>Reads the fixed fields.</summary>
    /// <param name="bytes">The file's first <see cref="FixedBytes"/> bytes.</param>
    /// <param name="wrong">What is wrong with them, as a phrase, when the result is null.</param>
    public static NodeAgentHeader? Parse(ReadOnlySpan<byte> bytes, out string wrong)
    {
        wrong = "the header is not one of the Node.js agent";
        if (bytes.Length < FixedBytes || !bytes.StartsWith(Magic)) return null;
        var version = Word(bytes, 8);
        wrong = $"version {version} of the Node.js agent's file format is unknown (supported: 1)";
        if (version != 1) return null;
        wrong = "sizes in the header are out of bounds";
        uint header = Word(bytes, 12), requests = Word(bytes, 88), blocks = Word(bytes, 92);
        if (header is < FixedBytes or > Limits.NodeAgentHeaderBytes || Word(bytes, 16) is 0 or > int.MaxValue) return null;
        if (requests is 0 or > Limits.NodeAgentRecords || blocks is 0 or > Limits.NodeAgentRecords) return null;
        if (Word(bytes, 72) + (Word(bytes, 76) * (ulong)AgentClock.AnchorBytes) > header) return null;
        if (Word(bytes, 80) + (ulong)Word(bytes, 84) > header) return null;
        wrong = "its sections are not contiguous";
        if (Word(bytes, 100) != header || Word(bytes, 96) != header + (blocks * BlockBytes)) return null;
        wrong = "its times are impossible";
        var parsed = new NodeAgentHeader(bytes);
        return parsed.Started is < 0 or >= Limits.LongestNanoseconds || parsed.Written is < 0 or >= Limits.LongestNanoseconds
            ? null : parsed;
    }

    /// <summary>The anchors' bytes.</summary>
    /// <param name="header">All <see cref="HeaderBytes"/> bytes of it.</param>
    public ReadOnlySpan<byte> Anchors(byte[] header) => header.AsSpan(_anchorsAt, _anchors * AgentClock.AnchorBytes);

    /// <summary>The facts of a header, in the order of the file: pairs <c>key NUL value NUL</c>.</summary>
    /// <param name="header">All <see cref="HeaderBytes"/> bytes of it.</param>
    public IEnumerable<KeyValuePair<string, string>> Facts(byte[] header) =>
        AgentFacts.Read(header.AsMemory(_factsAt, _factsBytes));

    private static uint Word(ReadOnlySpan<byte> bytes, int at) => BinaryPrimitives.ReadUInt32LittleEndian(bytes[at..]);

    private static ulong Long(ReadOnlySpan<byte> bytes, int at) => BinaryPrimitives.ReadUInt64LittleEndian(bytes[at..]);
}
