using System.Buffers.Binary;

namespace Unpause.Recordings.Readers.Go.Agent;

/// <summary>A collection in the Go agent's file.</summary>
/// <param name="Sequence">Its place in the order of writing.</param>
/// <param name="Number">The runtime's number.</param>
/// <param name="EndUnixNanoseconds">Wall time of its end.</param>
/// <param name="PauseNanoseconds">Both of its stops together.</param>
/// <param name="SeenNanoseconds">When the agent learned of it, on its clock.</param>
internal readonly record struct GoAgentCycle(
    ulong Sequence, long Number, long EndUnixNanoseconds, long PauseNanoseconds, long SeenNanoseconds)
{
    /// <summary>Bytes of a record.</summary>
    public const int Bytes = 64;

    /// <summary>Reads a whole record; null when it can't be one.</summary>
    public static GoAgentCycle? Parse(ReadOnlySpan<byte> slot, ulong sequence)
    {
        var cycle = new GoAgentCycle(sequence, Long(slot, 8), Long(slot, 16), Long(slot, 24), Long(slot, 32));
        return cycle.Number > 0 && cycle.EndUnixNanoseconds is >= 0 and < 2 * Limits.LongestNanoseconds
            && cycle.PauseNanoseconds is >= 0 and <= Limits.PauseNanoseconds
            && cycle.SeenNanoseconds is >= 0 and < Limits.LongestNanoseconds
            ? cycle : null;
    }

    private static long Long(ReadOnlySpan<byte> slot, int at) => BinaryPrimitives.ReadInt64LittleEndian(slot[at..]);
}
