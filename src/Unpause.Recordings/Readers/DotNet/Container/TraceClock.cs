namespace Unpause.Recordings.Readers.DotNet.Container;

/// <summary>The Trace block: the file's clock and the process it is about.</summary>
internal readonly struct TraceClock
{
    private readonly long _zeroTicks;
    private readonly long _ticksPerSecond;

    private TraceClock(long zeroTicks, long ticksPerSecond, DateTimeOffset? startedAt, int pointerBytes, int processId, int processors)
    {
        _zeroTicks = zeroTicks;
        _ticksPerSecond = ticksPerSecond;
        StartedAt = startedAt;
        PointerBytes = pointerBytes;
        ProcessId = processId;
        Processors = processors;
    }

    /// <summary>Wall time of the clock's zero, with a resolution of 1 ms.</summary>
    public DateTimeOffset? StartedAt { get; }

    /// <summary>The clock's zero on the machine's own clock, which other recordings share.</summary>
    public long ZeroNanoseconds => _ticksPerSecond == 0 ? 0 : (long)((Int128)_zeroTicks * 1_000_000_000 / _ticksPerSecond);

    /// <summary>4 or 8.</summary>
    public int PointerBytes { get; }

    public int ProcessId { get; }

    /// <summary>Processors that the process may use.</summary>
    public int Processors { get; }

    /// <summary>
    /// Reads the block: year, month, weekday, day, hour, minute, second, millisecond (16 bits each, UTC), ticks, ticks a
    /// second, pointer size, process id, processors.
    /// </summary>
    public static bool TryRead(ReadOnlySpan<byte> content, out TraceClock clock)
    {
        clock = default;
        if (content.Length < 48) return false;
        var ticksPerSecond = BinaryPrimitives.ReadInt64LittleEndian(content[24..]);
        var pointerBytes = BinaryPrimitives.ReadInt32LittleEndian(content[32..]);
        if (ticksPerSecond <= 0 || pointerBytes is not (4 or 8)) return false;
        clock = new TraceClock(
            BinaryPrimitives.ReadInt64LittleEndian(content[16..]),
            ticksPerSecond,
            WallTime(content),
            pointerBytes,
            BinaryPrimitives.ReadInt32LittleEndian(content[36..]),
            BinaryPrimitives.ReadInt32LittleEndian(content[40..]));
        return true;
    }

    /// <summary>
    /// Reads the block of version 6: as before up to the pointer size, then a number of keys and values;
    /// <c>ProcessId</c> and <c>HardwareThreadCount</c> replace fields of earlier versions.
    /// </summary>
    public static bool TryReadV6(ReadOnlySpan<byte> content, out TraceClock clock)
    {
        clock = default;
        if (content.Length < 40) return false;
        Span<byte> fixedPart = stackalloc byte[48];
        content[..36].CopyTo(fixedPart);
        var reader = new VarReader(content[36..]);
        for (var count = (uint)reader.Int32(); count > 0 && reader.Remaining > 0 && !reader.Failed; count--)
        {
            var key = reader.Utf8();
            var value = reader.Utf8();
            if (!System.Buffers.Text.Utf8Parser.TryParse(value, out int number, out _)) continue;
            if (key.SequenceEqual("ProcessId"u8)) BinaryPrimitives.WriteInt32LittleEndian(fixedPart[36..], number);
            if (key.SequenceEqual("HardwareThreadCount"u8)) BinaryPrimitives.WriteInt32LittleEndian(fixedPart[40..], number);
        }

        return TryRead(fixedPart, out clock);
    }

    /// <summary>Nanoseconds since the clock's zero; false when that is not a possible time.</summary>
    public bool TryNanoseconds(long ticks, out long nanoseconds)
    {
        // The usual clock, and no overflow.
        if (_ticksPerSecond == 1_000_000_000 && (ticks ^ _zeroTicks) >= 0)
        {
            nanoseconds = Math.Max(0, ticks - _zeroTicks);
            return nanoseconds <= Limits.LongestNanoseconds;
        }

        var exact = ((Int128)ticks - _zeroTicks) * 1_000_000_000 / _ticksPerSecond;
        nanoseconds = exact < 0 ? 0 : exact > Limits.LongestNanoseconds ? -1 : (long)exact;
        return nanoseconds >= 0;
    }

    private static DateTimeOffset? WallTime(ReadOnlySpan<byte> content)
    {
        Span<int> parts = stackalloc int[8];
        for (var i = 0; i < parts.Length; i++) parts[i] = BinaryPrimitives.ReadUInt16LittleEndian(content[(2 * i)..]);
        var (year, month, day, hour, minute, second, millisecond) = (parts[0], parts[1], parts[3], parts[4], parts[5], parts[6], parts[7]);
        if (year is < 1970 or > 9998 || month is < 1 or > 12 || day < 1 || day > DateTime.DaysInMonth(year, month)) return null;
        if (hour > 23 || minute > 59 || second > 59 || millisecond > 999) return null;
        return new DateTimeOffset(year, month, day, hour, minute, second, millisecond, TimeSpan.Zero);
    }
}
