using System.Buffers.Binary;

namespace Unpause.Recordings.Readers.Go.Agent;

/// <summary>A sample of runtime/metrics in the Go agent's file. Null means that the version of Go does not report it.</summary>
internal sealed class GoAgentSample
{
    /// <summary>Bytes of a record.</summary>
    public const int Bytes = 1024;

    /// <summary>Number of buckets for lengths of stops: bucket i is from 2^i ns up to twice that.</summary>
    public const int Buckets = 40;

    private const int ValuesAt = 32, PausesAt = 256;
    private const int FirstOfTimes = 16, Values = 23;
    private readonly ulong[] _values = new ulong[Values];
    private readonly ulong[] _stops = new ulong[2 * Buckets];

    private GoAgentSample()
    {
    }

    /// <summary>Its place in the order of writing.</summary>
    public ulong Sequence { get; private init; }

    /// <summary>The agent's clock before the wall clock was read.</summary>
    public long TimeNanoseconds { get; private init; }

    /// <summary>Wall time less the agent's.</summary>
    public long OffsetNanoseconds { get; private init; }

    /// <summary>Number, clock, wall time and clock: what <see cref="AgentClock"/> reads.</summary>
    public required byte[] Anchor { get; init; }

    /// <summary>Reads a whole record; null when it can't be one.</summary>
    public static GoAgentSample? Parse(ReadOnlySpan<byte> slot, ulong sequence)
    {
        long before = (long)Long(slot, 8), wall = (long)Long(slot, 16), after = (long)Long(slot, 24);
        if (before < 0 || after < before || after >= Limits.LongestNanoseconds) return null;
        if (wall is < 0 or >= 2 * Limits.LongestNanoseconds) return null;
        var sample = new GoAgentSample
        {
            Sequence = sequence,
            TimeNanoseconds = before,
            OffsetNanoseconds = wall - (before + ((after - before) / 2)),
            Anchor = slot[..AgentClock.AnchorBytes].ToArray(),
        };
        for (var i = 0; i < Values; i++) sample._values[i] = Long(slot, ValuesAt + (sizeof(ulong) * i));
        for (var i = 0; i < 2 * Buckets; i++) sample._stops[i] = Long(slot, PausesAt + (sizeof(ulong) * i));
        return sample;
    }

    /// <summary>A count or a size.</summary>
    public long? Get(GoAgentValue value) => _values[(int)value] is var number && number <= long.MaxValue ? (long)number : null;

    /// <summary>A CPU time in seconds.</summary>
    public double? Seconds(GoAgentValue value)
    {
        if ((int)value < FirstOfTimes || _values[(int)value] == ulong.MaxValue) return null;
        var seconds = BitConverter.UInt64BitsToDouble(_values[(int)value]);
        return seconds is >= 0 and < 1e12 ? seconds : null;
    }

    /// <summary>How many stops were in a bucket since the process started; null where the version does not report it.</summary>
    /// <param name="other">Those that were not the collector's.</param>
    public ulong? Stops(bool other, int bucket)
    {
        var at = other ? Buckets : 0;
        return _stops[at] == ulong.MaxValue ? null : _stops[at + bucket];
    }

    private static ulong Long(ReadOnlySpan<byte> slot, int at) => BinaryPrimitives.ReadUInt64LittleEndian(slot[at..]);
}
