using System.Buffers.Binary;
using System.IO.Compression;
using Unpause.Reports.Documents;
using Unpause.Reports.Fleets;

namespace Unpause.Fleet.Receiving;

/// <summary>What a receiver must know of a report before it keeps it.</summary>
/// <param name="Hosts">All hosts that its processes claim.</param>
/// <param name="Day">The day on which its first process starts; null where it is unknown.</param>
internal sealed record ReceivedReport(IReadOnlyList<string> Hosts, string? Day)
{
    private const int MostHosts = 1000, MostHostChars = 1000;

    private const int FirstBytes = 1024 * 1024;

    // The depth of the contract's reader.
    private const int MostDepth = 32;

    /// <summary>Looks through a report.</summary>
    /// <param name="packed">Whether it is gzip.</param>
    /// <param name="mostBytes">Bytes at most, unpacked.</param>
    /// <exception cref="RefusedReport">It is none.</exception>
    public static ReceivedReport Read(Stream file, bool packed, int mostBytes)
    {
        try
        {
            if (!packed) return Scan(ReadAll(file, mostBytes));
            using var unpacked = new GZipStream(file, CompressionMode.Decompress, leaveOpen: true);
            var json = ReadAll(unpacked, mostBytes);
            // .NET's decoder takes an end before the checksum for the end of the data. One member, as our writers make it.
            return LengthAtEndOf(file) == (uint)json.Length ? Scan(json) : throw new InvalidDataException();
        }
        catch (JsonException e)
        {
            throw new RefusedReport(Refusal.NoReport, $"not JSON of a report: line {e.LineNumber + 1}");
        }
        catch (InvalidDataException)
        {
            throw new RefusedReport(Refusal.NoReport, packed ? "not gzip data, or damaged" : "damaged");
        }
        catch (InvalidOperationException)
        {
            // A text of it is no Unicode.
            throw new RefusedReport(Refusal.NoReport, "not JSON of a report: a text is damaged");
        }
    }

    /// <summary>The unpacked length that gzip's last four bytes have (RFC 1952, ISIZE).</summary>
    private static uint LengthAtEndOf(Stream file)
    {
        Span<byte> bytes = stackalloc byte[sizeof(uint)];
        if (file.Length < bytes.Length) return 0;
        file.Seek(-bytes.Length, SeekOrigin.End);
        file.ReadExactly(bytes);
        return BinaryPrimitives.ReadUInt32LittleEndian(bytes);
    }

    private static ReadOnlySpan<byte> ReadAll(Stream stream, int mostBytes)
    {
        var bytes = new byte[Math.Min(FirstBytes, mostBytes + 1)];
        var length = 0;
        while (true)
        {
            var count = stream.Read(bytes.AsSpan(length));
            if (count == 0) return bytes.AsSpan(0, length);
            length += count;
            if (length > mostBytes) throw new RefusedReport(Refusal.TooLarge, $"more than {mostBytes} bytes unpacked");
            if (length == bytes.Length) Array.Resize(ref bytes, (int)Math.Min(2L * length, mostBytes + 1L));
        }
    }

    private static ReceivedReport Scan(ReadOnlySpan<byte> json)
    {
        if (json.StartsWith("\uFEFF"u8)) json = json[3..];
        var reader = new Utf8JsonReader(json, new JsonReaderOptions { MaxDepth = MostDepth });
        var (hosts, day, isReport) = (new HashSet<string>(StringComparer.Ordinal), (string?)null, false);
        // Only $.schema, $.processes[].source.started_at and $.processes[].source.identity.host are read.
        var (kinds, areArrays) = (new Member[MostDepth + 1], new bool[MostDepth + 1]);
        var named = Member.Other;
        while (reader.Read())
        {
            var depth = reader.CurrentDepth;
            switch (reader.TokenType)
            {
                case JsonTokenType.PropertyName:
                    named = MemberOf(ref reader, kinds[depth - 1]);
                    break;
                case JsonTokenType.StartObject or JsonTokenType.StartArray:
                    kinds[depth] = KindAt(depth);
                    areArrays[depth] = reader.TokenType == JsonTokenType.StartArray;
                    break;
                case JsonTokenType.EndObject or JsonTokenType.EndArray:
                    break;
                default:
                    isReport |= Take(ref reader, KindAt(depth), hosts, ref day);
                    break;
            }
        }

        return isReport ? new([.. hosts], day) : throw new RefusedReport(Refusal.NoReport, "no schema of a report");

        Member KindAt(int depth) => depth == 0 ? Member.Root
            : !areArrays[depth - 1] ? named
            : kinds[depth - 1] == Member.Processes ? Member.Processes : Member.Other;
    }

    private static Member MemberOf(ref Utf8JsonReader reader, Member parent) => parent switch
    {
        Member.Root when reader.ValueTextEquals("schema"u8) => Member.Schema,
        Member.Root when reader.ValueTextEquals("processes"u8) => Member.Processes,
        Member.Processes when reader.ValueTextEquals("source"u8) => Member.Source,
        Member.Source when reader.ValueTextEquals("identity"u8) => Member.Identity,
        Member.Source when reader.ValueTextEquals("started_at"u8) => Member.StartedAt,
        Member.Identity when reader.ValueTextEquals("host"u8) => Member.Host,
        _ => Member.Other,
    };

    /// <summary>Takes a value; true for the schema.</summary>
    private static bool Take(ref Utf8JsonReader reader, Member member, HashSet<string> hosts, ref string? day)
    {
        if (reader.TokenType != JsonTokenType.String) return false;
        switch (member)
        {
            case Member.Schema when reader.ValueTextEquals(ReportDocument.CurrentSchema):
                return true;
            case Member.Schema:
                throw new RefusedReport(Refusal.OtherVersion, $"only {ReportDocument.CurrentSchema} is kept");
            case Member.Host:
                if (reader.ValueSpan.Length > MostHostChars) throw new RefusedReport(Refusal.NoReport, "a host name is too long");
                if (reader.GetString() is { Length: > 0 } host) hosts.Add(host);
                if (hosts.Count > MostHosts) throw new RefusedReport(Refusal.NoReport, "it is of too many hosts");
                return false;
            case Member.StartedAt when day is null && reader.ValueSpan.Length < MostHostChars:
                day = KeptReports.DayOf(reader.GetString());
                return false;
            default:
                return false;
        }
    }

    private enum Member
    {
        Other,
        Root,
        Schema,
        Processes,
        Source,
        Identity,
        StartedAt,
        Host,
    }
}

/// <summary>Why a report is not kept.</summary>
internal enum Refusal
{
    /// <summary>It is none, or damaged.</summary>
    NoReport,

    /// <summary>It is of another version of the contract.</summary>
    OtherVersion,

    /// <summary>It is too large.</summary>
    TooLarge,

    /// <summary>It claims a host that its token is not for.</summary>
    OtherHost,

    /// <summary>Its name is not that of a report.</summary>
    Name,

    /// <summary>It is encoded for its way.</summary>
    Encoding,
}

/// <summary>A report is not kept, and would not be if it were sent again.</summary>
internal sealed class RefusedReport(Refusal why, string message) : Exception(message)
{
    /// <summary>Why.</summary>
    public Refusal Why { get; } = why;
}
