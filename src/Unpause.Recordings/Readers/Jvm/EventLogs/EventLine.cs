namespace Unpause.Recordings.Readers.Jvm.EventLogs;

/// <summary>What an event of the log is.</summary>
internal enum EventKind
{
    /// <summary>The heap before a collection.</summary>
    HeapBefore,

    /// <summary>The heap after a collection.</summary>
    HeapAfter,

    /// <summary>A VM operation began.</summary>
    Begin,

    /// <summary>A VM operation ended.</summary>
    End,
}

/// <summary>One event: <c>Event: 4.408 Executing VM operation: G1CollectForAllocation</c>.</summary>
internal readonly ref struct EventLine
{
    /// <summary>Every event that is read. JDK 25 adds whether an operation stops the threads, and its cause behind its name.</summary>
    private static readonly (byte[] Text, EventKind Kind, string Versions)[] Kinds =
    [
        ([.. "GC heap before"u8], EventKind.HeapBefore, "7-24"),
        ([.. "GC heap after"u8], EventKind.HeapAfter, "7-24"),
        ([.. "{heap Before GC"u8], EventKind.HeapBefore, "25"),
        ([.. "{heap After GC"u8], EventKind.HeapAfter, "25"),
        ([.. "Executing VM operation: "u8], EventKind.Begin, "7-24"),
        ([.. "Executing safepoint VM operation: "u8], EventKind.Begin, "25"),
    ];

    private static readonly byte[] Handshake = Encoding.UTF8.GetBytes(JvmStops.Handshake);

    private EventLine(EventKind kind, long time, ReadOnlySpan<byte> rest)
    {
        (Kind, Nanoseconds) = (kind, time);
        Rest = rest;
    }

    public EventKind Kind { get; }

    /// <summary>Since the JVM's start, printed in milliseconds.</summary>
    public long Nanoseconds { get; }

    /// <summary>Of an operation its name, and its cause in parentheses.</summary>
    public ReadOnlySpan<byte> Rest { get; }

    /// <summary>Reads an event; false for all that are not read, and for operations that do not stop the threads.</summary>
    public static bool TryRead(ReadOnlySpan<byte> line, out EventLine read)
    {
        read = default;
        var cursor = new Utf8Cursor(line);
        cursor.SkipSpaces();
        if (!cursor.TryTake("Event: "u8) || !cursor.TryTakeSeconds(out var time) || time > Limits.LongestNanoseconds) return false;
        cursor.SkipSpaces();
        foreach (var (text, kind, _) in Kinds)
        {
            if (!cursor.TryTake(text)) continue;
            var rest = cursor.Rest.TrimEnd(" \t\r"u8);
            if (kind != EventKind.Begin)
            {
                read = new EventLine(kind, time, rest);
                return true;
            }

            if (rest.IsEmpty || rest.StartsWith(Handshake)) return false;
            var ends = rest.EndsWith(" done"u8);
            read = new EventLine(ends ? EventKind.End : EventKind.Begin, time, ends ? rest[..^" done".Length] : rest);
            return true;
        }

        return false;
    }
}
