using System.Buffers.Binary;

namespace Unpause.Recordings.Readers.Python;

/// <summary>One collection as the CPython agent wrote it (agents/python/FORMAT.md). Times are nanoseconds of the agent's clock.</summary>
public readonly record struct AgentRecord(
    ulong Sequence,
    long Start,
    long End,
    int Count0,
    int Count,
    int Threshold0,
    int Threshold,
    byte Generation,
    bool Enabled,
    bool Ended,
    uint Collected,
    uint Uncollectable,
    byte Caller)
{
    /// <summary>The generation of a collection for which it is not recorded.</summary>
    public const byte NoGeneration = 255;

    /// <summary>What was collected when that isn't known.</summary>
    public const uint NotCounted = uint.MaxValue;

    /// <summary>Bytes of a record.</summary>
    public const int Bytes = 64;

    /// <summary>Decodes a slot of the ring.</summary>
    /// <param name="slot"><see cref="Bytes"/> bytes.</param>
    /// <param name="index">The slot's place in the ring.</param>
    /// <param name="capacity">Slots of the ring.</param>
    /// <param name="record">The record, when the result is <see cref="SlotState.Written"/>.</param>
    public static SlotState Parse(ReadOnlySpan<byte> slot, int index, int capacity, out AgentRecord record)
    {
        var sequence = BinaryPrimitives.ReadUInt64LittleEndian(slot);
        record = default;
        if (sequence == 0) return SlotState.Empty;
        if ((uint)sequence != BinaryPrimitives.ReadUInt32LittleEndian(slot[44..])) return SlotState.Torn;
        record = new AgentRecord(
            sequence,
            BinaryPrimitives.ReadInt64LittleEndian(slot[8..]),
            BinaryPrimitives.ReadInt64LittleEndian(slot[48..]),
            BinaryPrimitives.ReadInt32LittleEndian(slot[24..]),
            BinaryPrimitives.ReadInt32LittleEndian(slot[28..]),
            BinaryPrimitives.ReadInt32LittleEndian(slot[32..]),
            BinaryPrimitives.ReadInt32LittleEndian(slot[36..]),
            slot[40],
            slot[41] != 0,
            slot[42] != 0,
            BinaryPrimitives.ReadUInt32LittleEndian(slot[56..]),
            BinaryPrimitives.ReadUInt32LittleEndian(slot[60..]),
            slot[43]);
        return record.IsPossible(index, capacity) ? SlotState.Written : SlotState.Wrong;
    }

    /// <summary>Writes a record with what is known from outside the process.</summary>
    /// <param name="slot">All <see cref="Bytes"/> of it, zeros.</param>
    public void WriteOutside(Span<byte> slot)
    {
        BinaryPrimitives.WriteUInt64LittleEndian(slot[8..], (ulong)Start);
        BinaryPrimitives.WriteInt32LittleEndian(slot[24..], Count0);
        BinaryPrimitives.WriteInt32LittleEndian(slot[28..], Count);
        slot[40] = Generation;
        slot[42] = (byte)(Ended ? 1 : 0);
        BinaryPrimitives.WriteInt64LittleEndian(slot[48..], End);
        BinaryPrimitives.WriteUInt32LittleEndian(slot[56..], Collected);
        BinaryPrimitives.WriteUInt32LittleEndian(slot[60..], Uncollectable);
        Number(slot, Sequence);
    }

    /// <summary>Gives a record another number, for another file.</summary>
    public static void Number(Span<byte> slot, ulong sequence)
    {
        BinaryPrimitives.WriteUInt64LittleEndian(slot, sequence);
        BinaryPrimitives.WriteUInt32LittleEndian(slot[44..], (uint)sequence);
    }

    private bool IsPossible(int index, int capacity) =>
        (Sequence - 1) % (ulong)capacity == (ulong)index
        && (Generation is <= 2 or NoGeneration)
        && Start is >= 0 and < Limits.LongestNanoseconds
        && (!Ended || (End >= Start && End < Limits.LongestNanoseconds));
}
