using System.Buffers.Binary;

namespace Unpause.Recordings.Readers.Go.Agent;

/// <summary>What a record of any of the Go agent's rings has around its content: its number at both ends.</summary>
internal static class GoAgentSlot
{
    /// <summary>The content of a slot in a ring.</summary>
    public enum State
    {
        /// <summary>Nothing was written there.</summary>
        Empty,

        Written,

        /// <summary>One that is being written.</summary>
        Torn,

        /// <summary>One that can't be there.</summary>
        Wrong,
    }

    /// <summary>Finds out what a slot contains.</summary>
    /// <param name="slot">Its bytes.</param>
    /// <param name="index">Which place it is.</param>
    /// <param name="capacity">How many there are.</param>
    /// <param name="number">The record's number, from 1.</param>
    public static State Read(ReadOnlySpan<byte> slot, int index, int capacity, out ulong number)
    {
        number = BinaryPrimitives.ReadUInt64LittleEndian(slot);
        var last = BinaryPrimitives.ReadUInt64LittleEndian(slot[^sizeof(ulong)..]);
        if (number == 0) return last == 0 ? State.Empty : State.Torn;
        if (number != last) return State.Torn;
        return (number - 1) % (ulong)capacity == (ulong)index && number < long.MaxValue ? State.Written : State.Wrong;
    }
}
