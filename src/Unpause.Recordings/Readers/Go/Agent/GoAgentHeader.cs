namespace Unpause.Recordings.Readers.Go.Agent;

/// <summary>The header of the Go agent's file, version 1 (agents/go/FORMAT.md). Times are nanoseconds of the agent's clock.</summary>
internal sealed class GoAgentHeader
{
    /// <summary>Bytes that contain every field with a fixed place.</summary>
    public const int FixedBytes = 256;

    private const uint EndedFlag = 1;
    private const int CountsAt = 64, PlacesAt = 80;

    private readonly uint _factsAt, _factsBytes, _namesAt, _namesUsed;

    private GoAgentHeader(ReadOnlySpan<byte> bytes)
    {
        HeaderBytes = (int)Word(bytes, 12);
        (ProcessId, Ended) = ((int)Word(bytes, 16), (Word(bytes, 20) & EndedFlag) != 0);
        StartedUnixNanoseconds = BinaryPrimitives.ReadInt64LittleEndian(bytes[24..]);
        (CyclesBegun, SamplesBegun, RequestsBegun) = (Long(bytes, 40), Long(bytes, 48), Long(bytes, 56));
        (_factsAt, _factsBytes, _namesAt) = (Word(bytes, PlacesAt), Word(bytes, PlacesAt + 4), Word(bytes, PlacesAt + 8));
        _namesUsed = Math.Min(Word(bytes, 108), Word(bytes, PlacesAt + 12));
        (LostCycles, Unnamed) = (Long(bytes, 112), Long(bytes, 120));
    }

    /// <summary>The file's first bytes.</summary>
    public static ReadOnlySpan<byte> Magic => "UPGO\r\n\u001a\n"u8;

    /// <summary>Bytes before the first ring.</summary>
    public int HeaderBytes { get; }

    public int ProcessId { get; }

    /// <summary>Whether the recording was ended in order.</summary>
    public bool Ended { get; }

    /// <summary>Wall time of the agent's zero.</summary>
    public long StartedUnixNanoseconds { get; }

    /// <summary>Places of collections, samples and requests.</summary>
    public (int Cycles, int Samples, int Requests) Places { get; private init; }

    /// <summary>Collections written so far.</summary>
    public ulong CyclesBegun { get; }

    /// <summary>Samples written so far.</summary>
    public ulong SamplesBegun { get; }

    /// <summary>Requests written so far.</summary>
    public ulong RequestsBegun { get; }

    /// <summary>Collections that the runtime no longer had when it was polled.</summary>
    public ulong LostCycles { get; }

    /// <summary>Requests for whose name there was no room.</summary>
    public ulong Unnamed { get; }

    /// <summary>Reads the fixed fields.</summary>
    /// <param name="bytes">The file's first <see cref="FixedBytes"/> bytes.</param>
    /// <param name="wrong">What is wrong with them, as a phrase, when the result is null.</param>
    public static GoAgentHeader? Parse(ReadOnlySpan<byte> bytes, out string wrong)
    {
        wrong = "the header is not one of the Go agent";
        if (bytes.Length < FixedBytes || !bytes.StartsWith(Magic)) return null;
        var version = Word(bytes, 8);
        wrong = $"version {version} of the Go agent's file format is unknown (supported: 1)";
        if (version != 1) return null;
        wrong = "sizes in the header are out of bounds";
        uint header = Word(bytes, 12);
        uint cycles = Word(bytes, CountsAt), samples = Word(bytes, CountsAt + 4), requests = Word(bytes, CountsAt + 8);
        if (header is < FixedBytes or > Limits.GoAgentHeaderBytes || Word(bytes, 16) is 0 or > int.MaxValue) return null;
        if (Math.Max(cycles, requests) > Limits.GoAgentRecords || samples > Limits.GoAgentSamples) return null;
        ulong factsAt = Word(bytes, PlacesAt), facts = Word(bytes, PlacesAt + 4);
        ulong namesAt = Word(bytes, PlacesAt + 8), names = Word(bytes, PlacesAt + 12);
        if (factsAt + facts > header || namesAt + names > header) return null;
        var at = (ulong)header;
        wrong = "its sections are not contiguous";
        if (Word(bytes, PlacesAt + 16) != at) return null;
        if (Word(bytes, PlacesAt + 20) != (at += cycles * (ulong)GoAgentCycle.Bytes)) return null;
        if (Word(bytes, PlacesAt + 24) != at + (samples * (ulong)GoAgentSample.Bytes)) return null;
        return new GoAgentHeader(bytes) { Places = ((int)cycles, (int)samples, (int)requests) };
    }

    /// <summary>The facts of a header, in the order of the file.</summary>
    /// <param name="header">All <see cref="HeaderBytes"/> bytes of it.</param>
    public IEnumerable<KeyValuePair<string, string>> Facts(byte[] header) =>
        AgentFacts.Read(header.AsMemory((int)_factsAt, (int)_factsBytes));

    /// <summary>The names of requests; the first is for those without room.</summary>
    /// <param name="header">All <see cref="HeaderBytes"/> bytes of it.</param>
    public List<string> Names(byte[] header)
    {
        List<string> names = ["other"];
        ReadOnlySpan<byte> rest = header.AsSpan((int)_namesAt, (int)_namesUsed);
        while (rest.Length >= sizeof(ushort) && names.Count <= Limits.Names)
        {
            var length = BinaryPrimitives.ReadUInt16LittleEndian(rest);
            rest = rest[sizeof(ushort)..];
            if (length > Limits.NameBytes || length > rest.Length) break;
            names.Add(Encoding.UTF8.GetString(rest[..length]));
            rest = rest[length..];
        }

        return names;
    }

    private static uint Word(ReadOnlySpan<byte> bytes, int at) => BinaryPrimitives.ReadUInt32LittleEndian(bytes[at..]);

    private static ulong Long(ReadOnlySpan<byte> bytes, int at) => BinaryPrimitives.ReadUInt64LittleEndian(bytes[at..]);
}
