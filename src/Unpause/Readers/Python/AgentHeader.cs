using System.Buffers.Binary;
using System.Text;

namespace Unpause.Readers.Python;

/// <summary>
/// The header of the CPython agent's file, version 1 (agents/python/FORMAT.md). Times are nanoseconds of the agent's clock.
/// </summary>
internal sealed class AgentHeader
{
    /// <summary>Bytes that hold every field with a fixed place.</summary>
    public const int FixedBytes = 128;

    private const uint FreeThreadedFlag = 1;
    private const uint ForkedFlag = 2;
    private const uint ClosedFlag = 4;
    private const uint FullFlag = 8;
    private const uint LockedFlag = 16;
    private const int PairsWithoutEnd = 4096;

    /// <summary>The file's first bytes.</summary>
    public static ReadOnlySpan<byte> Magic => "UPGC\r\n\u001a\n"u8;

    public required int HeaderBytes { get; init; }

    public required int Capacity { get; init; }

    public required int ProcessId { get; init; }

    public required uint Flags { get; init; }

    public required long Started { get; init; }

    public required ulong Begun { get; init; }

    /// <summary>When the interpreter ran its exit handlers; 0 when it has not.</summary>
    public required long Exited { get; init; }

    /// <summary>Forked children that could make no file of their own.</summary>
    public required uint LostChildren { get; init; }

    /// <summary>Requests that the ring of requests holds; 0 where the file has none.</summary>
    public required int RequestCapacity { get; init; }

    /// <summary>Where it begins in the file.</summary>
    public required long RequestsAt { get; init; }

    /// <summary>Requests served so far.</summary>
    public required ulong RequestsBegun { get; init; }

    /// <summary>Requests for which the file had no room.</summary>
    public required uint RequestsLost { get; init; }

    public required int FactsBytes { get; init; }

    /// <summary>Where the table of callers begins; 0 in files without one.</summary>
    public required int CallersAt { get; init; }

    /// <summary>Entries of that table.</summary>
    public required int Callers { get; init; }

    /// <summary>Bytes of an entry.</summary>
    public required int CallerBytes { get; init; }

    public required int AnchorsAt { get; init; }

    public required int AnchorCount { get; init; }

    public required int FactsAt { get; init; }

    public bool FreeThreaded => (Flags & FreeThreadedFlag) != 0;

    public bool Forked => (Flags & ForkedFlag) != 0;

    public bool Closed => (Flags & ClosedFlag) != 0;

    /// <summary>Recording stopped while the program ran on.</summary>
    public bool Stopped => (Flags & FullFlag) != 0;

    /// <summary>It stopped because the file could not be opened again; else because the disk was full.</summary>
    public bool Locked => (Flags & LockedFlag) != 0;

    /// <summary>Reads the fixed fields.</summary>
    /// <param name="bytes">The file's first <see cref="FixedBytes"/> bytes.</param>
    /// <param name="wrong">What is wrong with them, as a phrase, when the result is null.</param>
    public static AgentHeader? Parse(ReadOnlySpan<byte> bytes, out string wrong)
    {
        wrong = "the header is not one of the CPython agent";
        if (bytes.Length < FixedBytes || !bytes.StartsWith(Magic)) return null;
        var version = Word(bytes, 8);
        wrong = $"version {version} of the CPython agent's file is not known; this reads version 1";
        if (version != 1) return null;
        wrong = "sizes in the header are out of bounds";
        uint headerBytes = Word(bytes, 12), recordBytes = Word(bytes, 16), capacity = Word(bytes, 20), pid = Word(bytes, 24);
        uint anchorsAt = Word(bytes, 72), anchors = Word(bytes, 76), factsAt = Word(bytes, 80), factsBytes = Word(bytes, 68);
        if (recordBytes != AgentRecord.Bytes || headerBytes is < FixedBytes or > Limits.PythonHeaderBytes) return null;
        if (capacity is 0 or > Limits.PythonRingRecords || pid > int.MaxValue) return null;
        if (anchorsAt + ((ulong)anchors * AgentClock.AnchorBytes) > headerBytes || factsAt + (ulong)factsBytes > headerBytes) return null;
        var requestsAt = BinaryPrimitives.ReadInt64LittleEndian(bytes[104..]);
        var requests = Word(bytes, 84) == 0 ? 0 : Word(bytes, 88);
        var ringEnd = headerBytes + ((long)capacity * AgentRecord.Bytes);
        if (requests > 0 && (Word(bytes, 84) != AgentRequest.Bytes || requests > Limits.PythonRequests
            || requestsAt < ringEnd || requestsAt > ringEnd + Limits.PythonHeaderBytes))
        {
            return null;
        }

        uint callersAt = Word(bytes, 112), callers = Word(bytes, 116), callerBytes = Word(bytes, 120);
        if (callersAt + ((ulong)callers * callerBytes) > headerBytes || callers > byte.MaxValue) return null;
        return new AgentHeader
        {
            HeaderBytes = (int)headerBytes,
            Capacity = (int)capacity,
            ProcessId = (int)pid,
            Flags = Word(bytes, 28),
            Started = BinaryPrimitives.ReadInt64LittleEndian(bytes[40..]),
            Begun = BinaryPrimitives.ReadUInt64LittleEndian(bytes[48..]),
            Exited = BinaryPrimitives.ReadInt64LittleEndian(bytes[56..]),
            LostChildren = Word(bytes, 64),
            RequestCapacity = (int)requests,
            RequestsAt = requestsAt,
            RequestsBegun = requests == 0 ? 0 : BinaryPrimitives.ReadUInt64LittleEndian(bytes[96..]),
            RequestsLost = requests == 0 ? 0 : Word(bytes, 92),
            FactsBytes = (int)factsBytes,
            CallersAt = (int)callersAt,
            Callers = (int)callers,
            CallerBytes = (int)callerBytes,
            AnchorsAt = (int)anchorsAt,
            AnchorCount = (int)anchors,
            FactsAt = (int)factsAt,
        };
    }

    /// <summary>The facts of a header, in the order of the file.</summary>
    /// <param name="header">All <see cref="HeaderBytes"/> bytes of it.</param>
    public IEnumerable<KeyValuePair<string, string>> Facts(byte[] header)
    {
        ReadOnlyMemory<byte> rest = header.AsMemory(FactsAt, FactsBytes);
        for (var pair = 0; pair < PairsWithoutEnd; pair++)
        {
            if (!TakeWord(ref rest, out var key) || !TakeWord(ref rest, out var value)) yield break;
            yield return new(key, value);
        }
    }

    private static bool TakeWord(ref ReadOnlyMemory<byte> rest, out string word)
    {
        var end = rest.Span.IndexOf((byte)0);
        word = end < 0 ? "" : Encoding.UTF8.GetString(rest.Span[..end]);
        if (end >= 0) rest = rest[(end + 1)..];
        return end >= 0;
    }

    private static uint Word(ReadOnlySpan<byte> bytes, int at) => BinaryPrimitives.ReadUInt32LittleEndian(bytes[at..]);
}
