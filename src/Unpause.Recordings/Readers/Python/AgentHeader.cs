namespace Unpause.Recordings.Readers.Python;

/// <summary>
/// The header of the CPython agent's file, version 1 (agents/python/FORMAT.md). Times are nanoseconds of the agent's clock.
/// </summary>
public sealed class AgentHeader
{
    /// <summary>Bytes that contain every field with a fixed place.</summary>
    public const int FixedBytes = 128;

    /// <summary>Facts, by their keys: the interpreter's version, the recorder, and each word of the command line.</summary>
    public const string VersionFact = "version", AgentFact = PythonSettings.Agent, ArgumentFact = "argument";

    private const uint FreeThreadedFlag = 1;
    private const uint ForkedFlag = 2;
    private const uint ClosedFlag = 4;
    private const uint FullFlag = 8;
    private const uint LockedFlag = 16;
    private const uint OutsideFlag = 64;
    private const uint CopiedRequestsFlag = 128;

    /// <summary>Where the fields of requests begin, and where they end; a file without requests has others in their place.</summary>
    private const int RequestBytesAt = 84;
    private const int RequestsEnd = 112;
    private const int WatchedAt = 88;
    private const int LostHitsAt = 96;

    // Of a copy with requests: the two are right before the facts, since requests have their places.
    private const int OutsideBytes = 16;

    // The offset of what all our files have in common.
    private const uint OwnHeaderBytes = 16384, OwnAnchorsAt = 128, OwnAnchors = 128, OwnFactsAt = 4352;

    /// <summary>Capacity of a ring of ours, in records.</summary>
    public const int OwnCapacity = 262144;

    /// <summary>Capacity of a ring of ours, in requests.</summary>
    public const int OwnRequests = 131072;

    /// <summary>The file's first bytes.</summary>
    public static ReadOnlySpan<byte> Magic => "UPGC\r\n\u001a\n"u8;

    /// <summary>Bytes before the first record.</summary>
    public required int HeaderBytes { get; init; }

    /// <summary>Capacity of the ring, in records.</summary>
    public required int Capacity { get; init; }

    /// <summary>The process, as it numbers itself.</summary>
    public required int ProcessId { get; init; }

    /// <summary>What is reported of the process and its recording.</summary>
    public required uint Flags { get; init; }

    public required long Started { get; init; }

    /// <summary>Records begun so far.</summary>
    public required ulong Begun { get; init; }

    /// <summary>When the interpreter ran its exit handlers; 0 when it has not.</summary>
    public required long Exited { get; init; }

    /// <summary>Forked children that could make no file of their own.</summary>
    public required uint LostChildren { get; init; }

    /// <summary>Capacity of the ring of requests; 0 where the file has none.</summary>
    public required int RequestCapacity { get; init; }

    /// <summary>Where it begins in the file.</summary>
    public required long RequestsAt { get; init; }

    /// <summary>Requests served so far.</summary>
    public required ulong RequestsBegun { get; init; }

    /// <summary>Requests for which the file had no room.</summary>
    public required uint RequestsLost { get; init; }

    /// <summary>Where requests are, and how many.</summary>
    internal RequestRing Requests => new(RequestsAt, RequestCapacity, RequestsBegun, RequestsLost, OutsideAt > 0);

    /// <summary>Where the table of callers begins; 0 in files without one.</summary>
    public required int CallersAt { get; init; }

    /// <summary>Entries of that table.</summary>
    public required int Callers { get; init; }

    /// <summary>Bytes of an entry.</summary>
    public required int CallerBytes { get; init; }

    /// <summary>Offset of the collector's state; 0 in files without it.</summary>
    internal int StateAt { get; init; }

    public required int FactsBytes { get; init; }

    /// <summary>Offset of the anchors.</summary>
    public required int AnchorsAt { get; init; }

    /// <summary>Anchors that fit.</summary>
    public required int AnchorCount { get; init; }

    /// <summary>Offset of the facts.</summary>
    public required int FactsAt { get; init; }

    /// <summary>When recording from outside was ended while the process kept running; 0 when it was not.</summary>
    public long WatchedUntil { get; private set; }

    /// <summary>Of a recording from outside: ends and beginnings of collections that were lost.</summary>
    public ulong LostHits { get; private set; }

    /// <summary>Offset of the time until which a copy with requests was written; 0 in other files.</summary>
    public required int OutsideAt { get; init; }

    /// <summary>A build without the global interpreter lock.</summary>
    public bool FreeThreaded => (Flags & FreeThreadedFlag) != 0;

    /// <summary>A forked child.</summary>
    public bool Forked => (Flags & ForkedFlag) != 0;

    /// <summary>The interpreter exited in order.</summary>
    public bool Closed => (Flags & ClosedFlag) != 0;

    /// <summary>Recording stopped while the application ran on.</summary>
    public bool Stopped => (Flags & FullFlag) != 0;

    /// <summary>It stopped because the file could not be opened again; else because the disk was full.</summary>
    public bool Locked => (Flags & LockedFlag) != 0;

    /// <summary>Recorded by the kernel's probes: counts, thresholds and whether it collects by itself are not known.</summary>
    public bool Outside => (Flags & OutsideFlag) != 0;

    /// <summary>The header of a file that is written from outside, facts and anchors absent.</summary>
    /// <param name="process">The process, as it numbers itself.</param>
    /// <param name="freeThreaded">Whether its build has no global interpreter lock.</param>
    public static byte[] OfOutside(int process, bool freeThreaded, long started)
    {
        var bytes = new byte[OwnHeaderBytes];
        Magic.CopyTo(bytes);
        var flags = OutsideFlag | (freeThreaded ? FreeThreadedFlag : 0);
        uint[] words = [1, OwnHeaderBytes, AgentRecord.Bytes, OwnCapacity, (uint)process, flags];
        for (var i = 0; i < words.Length; i++) Put(bytes, 8 + (i * sizeof(uint)), words[i]);
        Put(bytes, 72, OwnAnchorsAt);
        Put(bytes, 76, OwnAnchors);
        Put(bytes, 80, OwnFactsAt);
        SetStarted(bytes, started);
        return bytes;
    }

    /// <summary>The header of a part of a file: it goes on in a file of its own.</summary>
    /// <param name="bytes">All bytes of the header that it has.</param>
    /// <param name="header">The same, read.</param>
    /// <param name="started">When the part begins.</param>
    public static byte[] OfPart(ReadOnlySpan<byte> bytes, AgentHeader header, long started)
    {
        var part = bytes.ToArray();
        // A recorder that started later has lost nothing at the fork, and children only by itself.
        Put(part, 28, header.Flags & ~ForkedFlag);
        Put(part, 64, 0);
        Put(part, 20, OwnCapacity);
        part.AsSpan(RequestBytesAt, RequestsEnd - RequestBytesAt).Clear();
        Put(part, 28, Word(part, 28) & ~CopiedRequestsFlag);
        if (header.RequestCapacity > 0) MakeRoomForRequests(part, header);
        SetStarted(part, started);
        SetBegun(part, 0);
        return part;
    }

    /// <summary>Marks that requests follow the records, and moves the contents of those fields before the facts.</summary>
    private static void MakeRoomForRequests(Span<byte> part, AgentHeader header)
    {
        var outside = header.FactsAt - OutsideBytes;
        // A header of another layout than ours keeps no place free: its requests are not copied.
        if (outside < FixedBytes || header.AnchorsAt + (header.AnchorCount * AgentClock.AnchorBytes) > outside) return;
        if (header.StateAt > outside - AgentState.Bytes) return;
        part.Slice(outside, OutsideBytes).Clear();
        Put(part, 28, Word(part, 28) | CopiedRequestsFlag);
        Put(part, RequestBytesAt, AgentRequest.Bytes);
        Put(part, 88, OwnRequests);
        BinaryPrimitives.WriteInt64LittleEndian(part[104..], OwnRequestsAt(part));
    }

    /// <summary>Where a file of ours has the two fields for which requests leave no place; 0 when it has no requests.</summary>
    /// <param name="header">All bytes of its header.</param>
    public static int OwnOutsideAt(ReadOnlySpan<byte> header) =>
        (Word(header, 28) & CopiedRequestsFlag) == 0 ? 0 : (int)Word(header, 80) - OutsideBytes;

    /// <summary>Where requests begin in a file of ours; 0 when it has none.</summary>
    /// <param name="header">All bytes of its header.</param>
    public static long OwnRequestsAt(ReadOnlySpan<byte> header) =>
        Word(header, RequestBytesAt) == 0 ? 0 : header.Length + ((long)OwnCapacity * AgentRecord.Bytes);

    /// <summary>Writes into a file with requests how many were served, and how many of them are missing.</summary>
    /// <param name="header">All bytes of the header.</param>
    /// <param name="begun">All that the file got.</param>
    /// <param name="lost">Those that it missed.</param>
    public static void SetRequests(Span<byte> header, ulong begun, ulong lost)
    {
        Put(header, 92, (uint)Math.Min(lost, uint.MaxValue));
        BinaryPrimitives.WriteUInt64LittleEndian(header[96..], begun);
    }

    /// <summary>Takes over what changes in a header: its anchors, how recording stopped, and when the interpreter exited.</summary>
    /// <param name="part">The header that changes.</param>
    /// <param name="whole">The one whose part it is, as it is now.</param>
    /// <param name="first">The same as it was.</param>
    public static void TakeEnd(Span<byte> part, ReadOnlySpan<byte> whole, AgentHeader first)
    {
        var anchors = first.AnchorCount * AgentClock.AnchorBytes;
        whole.Slice(first.AnchorsAt, anchors).CopyTo(part[first.AnchorsAt..]);
        var callers = first.Callers * first.CallerBytes;
        whole.Slice(first.CallersAt, callers).CopyTo(part[first.CallersAt..]);
        if (first.StateAt > 0) whole.Slice(first.StateAt, AgentState.Bytes).CopyTo(part[first.StateAt..]);
        Put(part, 28, (Word(whole, 28) & ~(ForkedFlag | OutsideFlag | CopiedRequestsFlag)) | (Word(part, 28) & CopiedRequestsFlag));
        whole.Slice(56, sizeof(long)).CopyTo(part[56..]);
    }

    /// <summary>Writes when recording began.</summary>
    public static void SetStarted(Span<byte> header, long started) => BinaryPrimitives.WriteInt64LittleEndian(header[40..], started);

    /// <summary>Writes how many records were begun.</summary>
    public static void SetBegun(Span<byte> header, ulong begun) => BinaryPrimitives.WriteUInt64LittleEndian(header[48..], begun);

    /// <summary>Writes until when was recorded, and what was lost.</summary>
    /// <param name="header">All bytes of the header.</param>
    /// <param name="outside">Where, of a file with requests; else 0.</param>
    /// <param name="until">Until when.</param>
    /// <param name="lost">How much was lost.</param>
    public static void SetWatched(Span<byte> header, int outside, long until, ulong lost)
    {
        BinaryPrimitives.WriteInt64LittleEndian(header[(outside == 0 ? WatchedAt : outside)..], until);
        BinaryPrimitives.WriteUInt64LittleEndian(header[(outside == 0 ? LostHitsAt : outside + sizeof(long))..], lost);
    }

    /// <summary>Reads what a copy with requests has behind the fixed fields.</summary>
    /// <param name="header">All <see cref="HeaderBytes"/> bytes of it.</param>
    public void TakeOutside(ReadOnlySpan<byte> header)
    {
        if (OutsideAt == 0) return;
        WatchedUntil = BinaryPrimitives.ReadInt64LittleEndian(header[OutsideAt..]);
        LostHits = BinaryPrimitives.ReadUInt64LittleEndian(header[(OutsideAt + sizeof(long))..]);
    }

    /// <summary>Takes facts over: pairs <c>key NUL value NUL</c>, as many as fit.</summary>
    /// <param name="header">All bytes of the header.</param>
    public static void SetFacts(Span<byte> header, IEnumerable<KeyValuePair<string, string>> facts)
    {
        var at = (int)OwnFactsAt;
        foreach (var (key, value) in facts)
        {
            var pair = Encoding.UTF8.GetBytes($"{key}\0{value.Replace('\0', ' ')}\0");
            if (at + pair.Length > header.Length) break;
            pair.CopyTo(header[at..]);
            at += pair.Length;
        }

        Put(header, 68, (uint)at - OwnFactsAt);
    }

    /// <summary>Puts an anchor into a slot: a wall time between two readings of the agent's clock.</summary>
    public static void SetAnchor(Span<byte> header, ulong number, (long Before, long Wall, long After) anchor)
    {
        var slot = number == 1 ? 0 : 1 + (int)((number - 2) % (OwnAnchors - 1));
        var bytes = header[((int)OwnAnchorsAt + (slot * AgentClock.AnchorBytes))..];
        BinaryPrimitives.WriteUInt64LittleEndian(bytes, number);
        BinaryPrimitives.WriteInt64LittleEndian(bytes[8..], anchor.Before);
        BinaryPrimitives.WriteInt64LittleEndian(bytes[16..], anchor.Wall);
        BinaryPrimitives.WriteInt64LittleEndian(bytes[24..], anchor.After);
    }

    /// <summary>Reads the fixed fields.</summary>
    /// <param name="bytes">The file's first <see cref="FixedBytes"/> bytes.</param>
    /// <param name="wrong">What is wrong with them, as a phrase, when the result is null.</param>
    public static AgentHeader? Parse(ReadOnlySpan<byte> bytes, out string wrong)
    {
        wrong = "the header is not one of the CPython agent";
        if (bytes.Length < FixedBytes || !bytes.StartsWith(Magic)) return null;
        var version = Word(bytes, 8);
        wrong = $"version {version} of the CPython agent's file format is unknown (supported: 1)";
        if (version != 1) return null;
        wrong = "sizes in the header are out of bounds";
        uint headerBytes = Word(bytes, 12), recordBytes = Word(bytes, 16), capacity = Word(bytes, 20), pid = Word(bytes, 24);
        uint anchorsAt = Word(bytes, 72), anchors = Word(bytes, 76), factsAt = Word(bytes, 80), factsBytes = Word(bytes, 68);
        if (recordBytes != AgentRecord.Bytes || headerBytes is < FixedBytes or > Limits.PythonHeaderBytes) return null;
        if (capacity is 0 or > Limits.PythonRingRecords || pid > int.MaxValue) return null;
        if (anchorsAt + ((ulong)anchors * AgentClock.AnchorBytes) > headerBytes || factsAt + (ulong)factsBytes > headerBytes) return null;
        var requestsAt = BinaryPrimitives.ReadInt64LittleEndian(bytes[104..]);
        var requests = Word(bytes, RequestBytesAt) == 0 ? 0 : Word(bytes, 88);
        var ringEnd = headerBytes + ((long)capacity * AgentRecord.Bytes);
        if (requests > 0 && (Word(bytes, RequestBytesAt) != AgentRequest.Bytes || requests > Limits.PythonRequests
            || requestsAt < ringEnd || requestsAt > ringEnd + Limits.PythonHeaderBytes))
        {
            return null;
        }

        uint callersAt = Word(bytes, 112), callers = Word(bytes, 116), callerBytes = Word(bytes, 120);
        if (callersAt + ((ulong)callers * callerBytes) > headerBytes || callers > byte.MaxValue) return null;
        var flags = Word(bytes, 28);
        var outsideAt = requests > 0 && (flags & CopiedRequestsFlag) != 0 ? (int)factsAt - OutsideBytes : 0;
        if (outsideAt != 0 && outsideAt < FixedBytes) return null;
        var stateAt = Word(bytes, 124);
        if (stateAt + (ulong)AgentState.Bytes > headerBytes) return null;
        return new AgentHeader
        {
            HeaderBytes = (int)headerBytes,
            Capacity = (int)capacity,
            ProcessId = (int)pid,
            Flags = flags,
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
            OutsideAt = outsideAt,
            StateAt = (int)stateAt,
            WatchedUntil = requests > 0 ? 0 : BinaryPrimitives.ReadInt64LittleEndian(bytes[WatchedAt..]),
            LostHits = requests > 0 ? 0 : BinaryPrimitives.ReadUInt64LittleEndian(bytes[LostHitsAt..]),
        };
    }

    /// <summary>The facts of a header, in the order of the file.</summary>
    /// <param name="header">All <see cref="HeaderBytes"/> bytes of it.</param>
    public IEnumerable<KeyValuePair<string, string>> Facts(byte[] header) =>
        AgentFacts.Read(header.AsMemory(FactsAt, FactsBytes));

    private static void Put(Span<byte> bytes, int at, uint word) => BinaryPrimitives.WriteUInt32LittleEndian(bytes[at..], word);

    private static uint Word(ReadOnlySpan<byte> bytes, int at) => BinaryPrimitives.ReadUInt32LittleEndian(bytes[at..]);
}
