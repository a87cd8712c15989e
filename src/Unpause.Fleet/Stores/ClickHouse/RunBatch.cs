using System.Buffers.Binary;
using Unpause.Fleet.Rows;

namespace Unpause.Fleet.Stores.ClickHouse;

/// <summary>
/// Rows of some runs, ready to insert. All have one <c>made</c>: the same batch twice is the same rows twice, of which one counts.
/// </summary>
/// <param name="RunCount">Its runs.</param>
/// <param name="Marks">A <see cref="MarkOf"/> each run: what waits is not made to wait again.</param>
internal sealed record RunBatch(
    int RunCount, ReadOnlyMemory<byte> Runs, ReadOnlyMemory<byte> Causes, ReadOnlyMemory<byte> Stops, ReadOnlyMemory<byte> Traces,
    ReadOnlyMemory<byte> Marks = default)
{
    private const int Sections = 5, HeadBytes = 8 + ((1 + Sections) * sizeof(int)) + sizeof(ulong);

    private const ulong Magic = 0x33_48_43_50_4E_55; // "UNPCH3"

    /// <summary>A run with its content as 64 bits.</summary>
    public static ulong MarkOf(long key, ulong content) => unchecked((ulong)key * 0x9E3779B97F4A7C15UL) ^ content;

    /// <summary>Adds the marks to a set.</summary>
    public void AddMarksTo(HashSet<ulong> marks)
    {
        var left = Marks.Span;
        for (; left.Length >= sizeof(ulong); left = left[sizeof(ulong)..]) marks.Add(BinaryPrimitives.ReadUInt64LittleEndian(left));
    }

    /// <summary>Inserts it. The runs come last: what is there without its run counts nowhere.</summary>
    /// <exception cref="ClickHouseFailure">It failed.</exception>
    public async Task InsertAsync(ClickHouseClient client, CancellationToken stop)
    {
        if (Causes.Length > 0) await client.InsertAsync(ClickHouseTables.Causes, Causes, stop);
        if (Stops.Length > 0) await client.InsertAsync(ClickHouseTables.Stops, Stops, stop);
        if (Traces.Length > 0) await client.InsertAsync(ClickHouseTables.Traces, Traces, stop);
        if (Runs.Length > 0) await client.InsertAsync(ClickHouseTables.Runs, Runs, stop);
    }

    /// <summary>The batch as a file of the spool.</summary>
    public byte[] ToBytes()
    {
        var sections = (ReadOnlySpan<ReadOnlyMemory<byte>>)[Runs, Causes, Stops, Traces, Marks];
        var length = HeadBytes;
        foreach (var section in sections) length += section.Length;
        var bytes = new byte[length];
        var head = bytes.AsSpan(0, HeadBytes);
        BinaryPrimitives.WriteUInt64LittleEndian(head, Magic);
        BinaryPrimitives.WriteInt32LittleEndian(head[8..], RunCount);
        var at = HeadBytes;
        for (var i = 0; i < Sections; i++)
        {
            BinaryPrimitives.WriteInt32LittleEndian(head[(12 + (i * sizeof(int)))..], sections[i].Length);
            sections[i].CopyTo(bytes.AsMemory(at));
            at += sections[i].Length;
        }

        BinaryPrimitives.WriteUInt64LittleEndian(head[^sizeof(ulong)..], Fnv1a.Of(bytes.AsSpan(HeadBytes)));
        return bytes;
    }

    /// <summary>The batch of a file of the spool; null when it is damaged.</summary>
    public static RunBatch? FromBytes(ReadOnlyMemory<byte> bytes)
    {
        var head = bytes.Span;
        if (head.Length < HeadBytes || BinaryPrimitives.ReadUInt64LittleEndian(head) != Magic) return null;
        var count = BinaryPrimitives.ReadInt32LittleEndian(head[8..]);
        var sections = new ReadOnlyMemory<byte>[Sections];
        var left = bytes[HeadBytes..];
        for (var i = 0; i < Sections; i++)
        {
            var length = BinaryPrimitives.ReadUInt32LittleEndian(head[(12 + (i * sizeof(int)))..]);
            if (length > left.Length) return null;
            sections[i] = left[..(int)length];
            left = left[(int)length..];
        }

        if (left.Length > 0) return null;
        return BinaryPrimitives.ReadUInt64LittleEndian(head[(HeadBytes - sizeof(ulong))..]) == Fnv1a.Of(head[HeadBytes..])
            ? new(count, sections[0], sections[1], sections[2], sections[3], sections[4])
            : null;
    }
}
