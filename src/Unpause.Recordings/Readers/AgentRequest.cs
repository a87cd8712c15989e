namespace Unpause.Recordings.Readers;

/// <summary>A served request as the agents for CPython and Node.js write it (agents/python/FORMAT.md, Requests).</summary>
public static class AgentRequest
{
    /// <summary>Bytes of a record.</summary>
    public const int Bytes = 128;

    private const int NameAt = 56;
    private const int FirstFailure = 500;
    private const byte FailedFlag = 1, ParentFlag = 2;
    private const int ParentBytes = sizeof(ulong);

    /// <summary>The content of a slot of the ring.</summary>
    /// <param name="slot"><see cref="Bytes"/> bytes.</param>
    /// <param name="index">The slot's place in the ring.</param>
    /// <param name="capacity">Slots of the ring.</param>
    public static SlotState State(ReadOnlySpan<byte> slot, int index, int capacity)
    {
        var sequence = BinaryPrimitives.ReadUInt64LittleEndian(slot);
        if (sequence == 0) return SlotState.Empty;
        if ((uint)sequence != BinaryPrimitives.ReadUInt32LittleEndian(slot[52..])) return SlotState.Torn;
        return (sequence - 1) % (ulong)capacity == (ulong)index && slot[51] <= Bytes - NameAt && End(slot) >= Start(slot)
            ? SlotState.Written
            : SlotState.Wrong;
    }

    /// <summary>The number in a slot; 0 when it was never written.</summary>
    public static ulong Number(ReadOnlySpan<byte> slot) => BinaryPrimitives.ReadUInt64LittleEndian(slot);

    /// <summary>Numbers a slot anew.</summary>
    public static void SetNumber(Span<byte> slot, ulong number)
    {
        BinaryPrimitives.WriteUInt64LittleEndian(slot, number);
        BinaryPrimitives.WriteUInt32LittleEndian(slot[52..], (uint)number);
    }

    /// <summary>Its start on the agent's clock.</summary>
    public static long Start(ReadOnlySpan<byte> slot) => BinaryPrimitives.ReadInt64LittleEndian(slot[8..]);

    /// <summary>Its end on the agent's clock.</summary>
    public static long End(ReadOnlySpan<byte> slot) => BinaryPrimitives.ReadInt64LittleEndian(slot[16..]);

    /// <summary>The id of its trace, as W3C's header has it; 0 for none.</summary>
    public static UInt128 Trace(ReadOnlySpan<byte> slot) => BinaryPrimitives.ReadUInt128BigEndian(slot[32..]);

    /// <summary>Method and route. Hostile: clean it before showing.</summary>
    public static ReadOnlySpan<byte> Name(ReadOnlySpan<byte> slot) => slot.Slice(NameAt, slot[51] - (HasParent(slot) ? ParentBytes : 0));

    /// <summary>The span of the caller, in whose trace the request was sampled; 0 for none.</summary>
    public static ulong Parent(ReadOnlySpan<byte> slot) =>
        HasParent(slot) ? BinaryPrimitives.ReadUInt64BigEndian(slot.Slice(NameAt + slot[51] - ParentBytes, ParentBytes)) : 0;

    /// <summary>Whether it ended by an exception, or with a status of 500 or more.</summary>
    public static bool Failed(ReadOnlySpan<byte> slot) =>
        (slot[50] & FailedFlag) != 0 || BinaryPrimitives.ReadUInt16LittleEndian(slot[48..]) >= FirstFailure;

    private static bool HasParent(ReadOnlySpan<byte> slot) => (slot[50] & ParentFlag) != 0 && slot[51] >= ParentBytes;
}

/// <summary>The content of a slot of the agent's ring.</summary>
public enum SlotState
{
    Empty,

    Written,

    /// <summary>A record that was being written when the process ended or the file was copied.</summary>
    Torn,

    /// <summary>Numbers that no agent writes.</summary>
    Wrong,
}
