using System.Buffers.Binary;
using Unpause.Recordings.Objects;

namespace Unpause.Recordings.Readers.Python;

/// <summary>Whether the collector was enabled, and what came while it wasn't (agents/python/FORMAT.md, State of the collector).</summary>
internal static class AgentState
{
    /// <summary>Bytes of it in the header.</summary>
    public const int Bytes = 32;

    private const uint Enabled = 1, Disabled = 2;
    private const long BytesOfKibibyte = 1024;

    /// <summary>Objects created while the collector was disabled; null where it was enabled, or where not recorded.</summary>
    /// <param name="header">The header with its offset.</param>
    /// <param name="zero">The recording's zero on the agent's clock.</param>
    public static UncollectedObjects? ReadUncollected(AgentHeader header, byte[] bytes, long zero)
    {
        if (IsDisabled(header, bytes) != true) return null;
        var state = bytes.AsSpan(header.StateAt, Bytes);
        long at = Time(state, 8), since = Time(state, 24);
        if (since < 0 || at < since || at > Limits.LongestNanoseconds || zero is < 0 or > Limits.LongestNanoseconds) return null;
        return new UncollectedObjects(Word(state, 4), since - zero, at - zero)
        {
            ResidentBytesAtStart = Kibibytes(state, 16),
            ResidentBytes = Kibibytes(state, 20),
            IsAtEnd = header.Closed,
        };
    }

    /// <summary>Whether the collector was disabled when this was last recorded; null where nothing records that time.</summary>
    public static bool? IsDisabled(AgentHeader header, byte[] bytes)
    {
        if (header.StateAt == 0) return null;
        var state = bytes.AsSpan(header.StateAt, Bytes);
        // What record PID has copied may have been written long before.
        if (Time(state, 8) < header.Started) return null;
        return Word(state, 0) switch { Enabled => false, Disabled => true, _ => null };
    }

    private static long? Kibibytes(ReadOnlySpan<byte> state, int at) => Word(state, at) is > 0 and var size ? size * BytesOfKibibyte : null;

    private static uint Word(ReadOnlySpan<byte> bytes, int at) => BinaryPrimitives.ReadUInt32LittleEndian(bytes[at..]);

    private static long Time(ReadOnlySpan<byte> bytes, int at) => BinaryPrimitives.ReadInt64LittleEndian(bytes[at..]);
}
