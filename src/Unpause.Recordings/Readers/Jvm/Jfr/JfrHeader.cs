using System.Buffers.Binary;

namespace Unpause.Recordings.Readers.Jvm.Jfr;

/// <summary>
/// The 68 bytes with which each chunk of a flight recording begins, big-endian. Source: <c>jfrChunkWriter.cpp</c> and
/// <c>jdk.jfr.internal.consumer.ChunkHeader</c> of JDK 11-25.
/// </summary>
/// <param name="SizeBytes">Bytes of the chunk; of one in progress those at its last flush, 0 before it.</param>
/// <param name="MetadataAt">The offset of its latest metadata event from the chunk's start; 0 when it has none yet.</param>
/// <param name="StartUnixNanoseconds">Wall time of its start.</param>
/// <param name="DurationNanoseconds">Its length; of one in progress that at its last flush.</param>
/// <param name="StartTicks">The JVM's counter at its start.</param>
/// <param name="InProgress">Whether the JVM had not finished it: it was killed, or the file was copied under it.</param>
internal readonly record struct JfrHeader(
    long SizeBytes,
    long MetadataAt,
    long StartUnixNanoseconds,
    long DurationNanoseconds,
    long StartTicks,
    long TicksPerSecond,
    bool InProgress)
{
    /// <summary>Bytes of a header.</summary>
    public const int Bytes = 68;

    /// <summary>A chunk's first bytes.</summary>
    public static ReadOnlySpan<byte> Magic => "FLR\0"u8;

    /// <summary>Reads a header.</summary>
    /// <param name="bytes">The chunk's first bytes.</param>
    /// <param name="wrong">Why it can't be used, as a phrase, when the result is false.</param>
    public static bool TryRead(ReadOnlySpan<byte> bytes, out JfrHeader header, out string wrong)
    {
        header = default;
        wrong = "it ends inside a chunk header";
        if (bytes.Length < Bytes) return false;
        wrong = "a chunk does not begin with the magic number of JFR";
        if (!bytes.StartsWith(Magic)) return false;
        int major = BinaryPrimitives.ReadUInt16BigEndian(bytes[4..]), minor = BinaryPrimitives.ReadUInt16BigEndian(bytes[6..]);
        wrong = $"its version {major}.{minor} is not supported: unpause reads 1 and 2 (JDK 9 and later, and OpenJDK 8u262 and later)";
        if (major is not (1 or 2)) return false;
        wrong = "its integers are not compressed, which no JDK writes";
        if ((bytes[67] & 1) == 0) return false;
        var size = Number(bytes, 8);
        header = new JfrHeader(
            size,
            Number(bytes, 24),
            Number(bytes, 32),
            Number(bytes, 40),
            Number(bytes, 48),
            Number(bytes, 56),
            bytes[64] != 0 || size == 0);
        wrong = "a chunk header has impossible numbers";
        return (size == 0 || size >= Bytes) && header is { TicksPerSecond: > 0, StartUnixNanoseconds: > 0, DurationNanoseconds: >= 0 };
    }

    /// <summary>A moment of the JVM's counter on the wall clock; null when it is not a possible one.</summary>
    public long? UnixNanoseconds(long ticks)
    {
        var since = ((Int128)ticks - StartTicks) * 1_000_000_000 / TicksPerSecond;
        return since > Limits.LongestNanoseconds || since < -Limits.LongestNanoseconds ? null : StartUnixNanoseconds + (long)since;
    }

    /// <summary>A length of the JVM's counter in nanoseconds; null when it is not a possible one.</summary>
    public long? Nanoseconds(long ticks)
    {
        var length = (Int128)ticks * 1_000_000_000 / TicksPerSecond;
        return length < 0 || length > Limits.LongestNanoseconds ? null : (long)length;
    }

    private static long Number(ReadOnlySpan<byte> bytes, int at) => BinaryPrimitives.ReadInt64BigEndian(bytes[at..]);
}
