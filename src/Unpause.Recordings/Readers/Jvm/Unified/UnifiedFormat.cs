namespace Unpause.Recordings.Readers.Jvm.Unified;

/// <summary>Recognises unified JVM logs (<c>-Xlog</c>, JDK 9-25) by their lines.</summary>
internal static class UnifiedFormat
{
    /// <summary>The text after <c>GC(7) </c> in lines that end or begin something.</summary>
    private static readonly byte[][] Events =
    [
        "Pause "u8.ToArray(), "Concurrent "u8.ToArray(), "Garbage Collection "u8.ToArray(), "Minor Collection "u8.ToArray(),
        "Major Collection "u8.ToArray(),
    ];

    /// <summary>Whether a block of text contains GC lines of a unified log.</summary>
    public static bool Recognises(ReadOnlySpan<byte> block)
    {
        while (!block.IsEmpty)
        {
            var end = block.IndexOf((byte)'\n');
            var line = end < 0 ? block : block[..end];
            block = end < 0 ? default : block[(end + 1)..];
            if (IsCollectorLine(line.TrimEnd((byte)'\r'))) return true;
        }

        return false;
    }

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
