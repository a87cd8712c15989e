namespace Unpause.Recordings.Readers.Node;

/// <summary>
/// A line that <c>--trace-gc-verbose</c> prints behind a collection: <c>New space, used: 0 KB, available: 16107 KB, committed: 32768
/// KB</c>, <c>External memory reported: 10 KB</c>. Source: V8, src/heap/heap.cc (PrintShortHeapStatistics).
/// </summary>
/// <param name="Space">The part of the heap; null for memory outside of it.</param>
/// <param name="Bytes">In use.</param>
internal readonly record struct HeapLine(HeapSpace? Space, long Bytes)
{
    private const long Kibibyte = 1024;

    /// <summary>Reads what follows a stamp without a time; false for other lines.</summary>
    public static bool TryRead(ReadOnlySpan<byte> text, out HeapLine line)
    {
        line = default;
        var cursor = new Utf8Cursor(text);
        if (cursor.TryTake("External memory reported:"u8))
        {
            if (!TryTakeSize(ref cursor, out var external)) return false;
            line = new HeapLine(null, external);
            return true;
        }

        if (SpaceOf(text) is not { } space || !cursor.TrySkipPast("used:"u8) || !TryTakeSize(ref cursor, out var used)) return false;
        line = new HeapLine(space, used);
        return true;
    }

    private static bool TryTakeSize(ref Utf8Cursor cursor, out long bytes)
    {
        cursor.SkipSpaces();
        if (!cursor.TryTakeFixed(0, out bytes) || !cursor.TryTake(" KB"u8) || bytes > Limits.HeapBytes / Kibibyte) return false;
        bytes *= Kibibyte;
        return true;
    }

    private static HeapSpace? SpaceOf(ReadOnlySpan<byte> text)
    {
        if (text.StartsWith("New space,"u8)) return NodeSpaces.New;
        if (text.StartsWith("New large object space,"u8)) return NodeSpaces.NewLarge;
        if (text.StartsWith("Old space,"u8)) return NodeSpaces.Old;
        if (text.StartsWith("Large object space,"u8)) return NodeSpaces.Large;
        return text.StartsWith("Code space,"u8) ? NodeSpaces.Code : null;
    }
}
