namespace Unpause.Recordings.Readers.Jvm.Unified;

/// <summary>Recognises unified JVM logs (<c>-Xlog</c>, JDK 9-25) by their lines.</summary>
internal static class UnifiedFormat
{
    /// <summary>The text after <c>GC(7) </c> in lines that end or begin something.</summary>
    private static readonly byte[][] Events =
    [
        "Pause "u8.ToArray(), "Concurrent "u8.ToArray(), "Garbage Collection "u8.ToArray(), "Minor Collection "u8.ToArray(),
        "Major Collection "u8.ToArray(), "Incremental GC ("u8.ToArray(), "Full GC ("u8.ToArray(),
    ];

    /// <summary>Brackets of a line that are looked at for the first decorator: a prefix may have some of its own.</summary>
    private const int MostBrackets = 8;

    /// <summary>Whether a block of text contains GC lines of a unified log, also behind text that others put in front of them.</summary>
    public static bool Recognises(ReadOnlySpan<byte> block)
    {
        var inside = block.IndexOf("GC("u8) >= 0 || block.IndexOf("Safepoint \""u8) >= 0 || block.IndexOf(" Stall ("u8) >= 0;
        while (!block.IsEmpty)
        {
            var end = block.IndexOf((byte)'\n');
            var line = end < 0 ? block : block[..end];
            block = end < 0 ? default : block[(end + 1)..];
            line = line.TrimEnd((byte)'\r');
            if (IsCollectorLine(line) || (inside && StartOf(line) > 0)) return true;
        }

        return false;
    }

    /// <summary>Where a collector's line begins behind a prefix; 0 when it has none, -1 when the line is no collector's.</summary>
    public static int StartOf(ReadOnlySpan<byte> line)
    {
        var start = line.IndexOf((byte)'[');
        for (var tries = 0; start >= 0 && tries < MostBrackets; tries++)
        {
            var behind = line[(start + 1)..];
            // A bracket that another one interrupts is a piece of a line, or sets a terminal's colour.
            var whole = behind.IndexOfAny((byte)'[', (byte)']') is var end and >= 0 && behind[end] == ']';
            if (whole && DecoratorLayout.Learn(line[start..], out var message) is not null
                && IsCollectorMessage(line[(start + message)..]))
            {
                return IsPrefix(line[..start]) ? start : -1;
            }

            var next = behind.IndexOf((byte)'[');
            start = next < 0 ? -1 : start + 1 + next;
        }

        start = line.IndexOf("GC("u8);
        return start >= 0 && IsBareEvent(line[start..]) && IsPrefix(line[..start]) ? start : -1;
    }

    private static bool IsPrefix(ReadOnlySpan<byte> text) => text.IsEmpty || Prefixes.LearntPrefixes.IsPossible(text);

    private static bool IsCollectorMessage(ReadOnlySpan<byte> message) =>
        UnifiedMessage.TryTakeNumber(ref message, out _) || message.StartsWith("Safepoint \""u8)
        || message.StartsWith("Allocation Stall ("u8) || message.StartsWith("Relocation Stall ("u8)
        || message.StartsWith("Total time for which application threads were stopped: "u8) || UsingLine.CollectorOf(message) is not null;

    /// <summary>The first timestamp of a block; null for a log without times.</summary>
    public static PartStamp? FirstStamp(ReadOnlySpan<byte> block)
    {
        foreach (var range in block.Split((byte)'\n'))
        {
            var line = block[range];
            if (line is not [(byte)'[', ..] || DecoratorLayout.Learn(line) is not { HasTime: true } layout) continue;
            var decorators = new DecoratorReader(layout);
            if (decorators.Read(line) >= 0 && decorators.Stamp is { } stamp) return stamp.ToPartStamp();
        }

        return null;
    }

    private static bool IsCollectorLine(ReadOnlySpan<byte> line)
    {
        if (line.IsEmpty) return false;
        if (line[0] == '[')
        {
            return (line.IndexOf("[gc"u8) >= 0 || line.IndexOf("[safepoint"u8) >= 0
                || line.IndexOf("GC("u8) >= 0 || line.IndexOf("] Using "u8) >= 0
                || line.IndexOf("Safepoint \""u8) >= 0)
                && DecoratorLayout.Learn(line) is not null;
        }

        return IsBareEvent(line) || line.StartsWith("Safepoint \""u8) || UsingLine.CollectorOf(line) is not null;
    }

    private static bool IsBareEvent(ReadOnlySpan<byte> line)
    {
        if (!UnifiedMessage.TryTakeNumber(ref line, out _)) return false;
        foreach (var start in Events)
        {
            if (line.StartsWith(start)) return true;
        }

        return false;
    }
}
