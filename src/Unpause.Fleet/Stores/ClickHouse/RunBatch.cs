using System.Buffers.Binary;

namespace Unpause.Fleet.Stores.ClickHouse;

/// <summary>
/// Rows of some runs, ready to insert. All have one <c>made</c>: the same batch twice is the same rows twice, of which one counts.
/// </summary>
/// <param name="RunCount">Its runs.</param>
internal sealed record RunBatch(int RunCount, ReadOnlyMemory<byte> Runs, ReadOnlyMemory<byte> Causes, ReadOnlyMemory<byte> Stops)
{
    private const int Sections = 3, HeadBytes = 8 + ((1 + Sections) * sizeof(int)) + sizeof(ulong);

    private const ulong Magic = 0x31_48_43_50_4E_55; // "UNPCH1"

    /// <summary>Inserts it. The runs come last: what is there without its run counts nowhere.</summary>
    /// <exception cref="ClickHouseFailure">It failed.</exception>
    public async Task InsertAsync(ClickHouseClient client, CancellationToken stop)
    {
        if (Causes.Length > 0) await client.InsertAsync(ClickHouseTables.Causes, Causes, stop);
        if (Stops.Length > 0) await client.InsertAsync(ClickHouseTables.Stops, Stops, stop);
        if (Runs.Length > 0) await client.InsertAsync(ClickHouseTables.Runs, Runs, stop);
    }

    /// <summary>The batch as a file of the spool.</summary>
    public byte[] ToBytes()
    {
        var bytes = new byte[HeadBytes + Runs.Length + Causes.Length + Stops.Length];
        Runs.CopyTo(bytes.AsMemory(HeadBytes));
        Causes.CopyTo(bytes.AsMemory(HeadBytes + Runs.Length));
        Stops.CopyTo(bytes.AsMemory(HeadBytes + Runs.Length + Causes.Length));
        var head = bytes.AsSpan();
        BinaryPrimitives.WriteUInt64LittleEndian(head, Magic);
        BinaryPrimitives.WriteInt32LittleEndian(head[8..], RunCount);
        BinaryPrimitives.WriteInt32LittleEndian(head[12..], Runs.Length);
        BinaryPrimitives.WriteInt32LittleEndian(head[16..], Causes.Length);
        BinaryPrimitives.WriteInt32LittleEndian(head[20..], Stops.Length);
        BinaryPrimitives.WriteUInt64LittleEndian(head[24..], ClickHouseTables.Hash(head[HeadBytes..]));
        return bytes;
    }

    /// <summary>The batch of a file of the spool; null when it is damaged.</summary>
    public static RunBatch? FromBytes(ReadOnlyMemory<byte> bytes)
    {
        var head = bytes.Span;
        if (head.Length < HeadBytes || BinaryPrimitives.ReadUInt64LittleEndian(head) != Magic) return null;
        var count = BinaryPrimitives.ReadInt32LittleEndian(head[8..]);
        long runs = BinaryPrimitives.ReadUInt32LittleEndian(head[12..]);
        long causes = BinaryPrimitives.ReadUInt32LittleEndian(head[16..]);
        long stops = BinaryPrimitives.ReadUInt32LittleEndian(head[20..]);
        if (HeadBytes + runs + causes + stops != head.Length) return null;
        if (BinaryPrimitives.ReadUInt64LittleEndian(head[24..]) != ClickHouseTables.Hash(head[HeadBytes..])) return null;
        return new(
            count, bytes.Slice(HeadBytes, (int)runs), bytes.Slice(HeadBytes + (int)runs, (int)causes),
            bytes.Slice(HeadBytes + (int)runs + (int)causes, (int)stops));
    }
}
