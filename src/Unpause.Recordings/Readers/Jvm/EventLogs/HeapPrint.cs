namespace Unpause.Recordings.Readers.Jvm.EventLogs;

/// <summary>A heap that was printed before or after a collection: the sizes of its generations.</summary>
internal struct HeapPrint
{
    private static readonly (byte[] Start, string? Collector, HeapPart Part, string Versions)[] Parts =
    [
        ([.. "garbage-first heap"u8], JvmCollectors.G1, HeapPart.Whole, "7-25"),
        ([.. "PSYoungGen"u8], JvmCollectors.Parallel, HeapPart.Young, "7-25"),
        ([.. "ParOldGen"u8], null, HeapPart.Old, "7-25"),
        ([.. "PSOldGen"u8], null, HeapPart.Old, "7-14, without UseParallelOldGC"),
        ([.. "def new generation"u8], JvmCollectors.Serial, HeapPart.Young, "7-23"),
        ([.. "DefNew "u8], JvmCollectors.Serial, HeapPart.Young, "24-25"),
        ([.. "par new generation"u8], JvmCollectors.ConcurrentMarkSweep, HeapPart.Young, "7-13"),
        ([.. "tenured generation"u8], null, HeapPart.Old, "7-23"),
        ([.. "Tenured "u8], null, HeapPart.Old, "24-25"),
        ([.. "concurrent mark-sweep generation"u8], JvmCollectors.ConcurrentMarkSweep, HeapPart.Old, "7-13"),
        ([.. "ZHeap"u8], JvmCollectors.Z, HeapPart.Whole, "15-25"),
        ([.. "Shenandoah Heap"u8], JvmCollectors.Shenandoah, HeapPart.Name, "12-25"),
    ];

    private long? _used, _capacity;

    /// <summary>In use in all generations; null when not printed.</summary>
    public readonly long? UsedBytes => _used;

    /// <summary>Of all generations.</summary>
    public readonly long? CapacityBytes => _capacity;

    /// <summary>In use in the young generation.</summary>
    public long? YoungBytes { get; private set; }

    /// <summary>In use in the old generation.</summary>
    public long? OldBytes { get; private set; }

    /// <summary>Whose heap it is, where its lines show that.</summary>
    public string? Collector { get; private set; }

    /// <summary>
    /// Takes in a line: <c> PSYoungGen      total 2560K, used 2480K [0x…</c>; false when a size is missing or cannot be.
    /// </summary>
    public bool Take(ReadOnlySpan<byte> line)
    {
        line = line.Trim((byte)' ');
        foreach (var (start, collector, part, _) in Parts)
        {
            if (!line.StartsWith(start)) continue;
            Collector = collector ?? Collector;
            return part == HeapPart.Name || TakeSizes(line[start.Length..], part);
        }

        // Sizes of Shenandoah are in a line of their own: "256M max, 256M soft max, 256M committed, 43008K used".
        if (Collector != JvmCollectors.Shenandoah || _used is not null || !line.EndsWith(" used"u8)) return true;
        var at = line.LastIndexOf(", "u8);
        return at >= 0 && TryReadBytes(line[(at + 2)..], out var used) && (_used = used) >= 0;
    }

    private bool TakeSizes(ReadOnlySpan<byte> rest, HeapPart part)
    {
        if (!TryFind(rest, "used "u8, out var used)) return false;
        if (!TryFind(rest, "committed "u8, out var size) && !TryFind(rest, "total "u8, out size)
            && !TryFind(rest, "capacity "u8, out size)) return false;
        _used = (_used ?? 0) + used;
        _capacity = (_capacity ?? 0) + size;
        if (part == HeapPart.Young) YoungBytes = used;
        if (part == HeapPart.Old) OldBytes = used;
        return _used <= Limits.HeapBytes && _capacity <= Limits.HeapBytes;
    }

    private static bool TryFind(ReadOnlySpan<byte> text, ReadOnlySpan<byte> label, out long bytes)
    {
        bytes = 0;
        return text.IndexOf(label) is >= 0 and var at && TryReadBytes(text[(at + label.Length)..], out bytes);
    }

    private static bool TryReadBytes(ReadOnlySpan<byte> text, out long bytes)
    {
        var cursor = new Utf8Cursor(text);
        return cursor.TryTakeBytes(out bytes) && bytes <= Limits.HeapBytes;
    }

    private enum HeapPart
    {
        Name,
        Whole,
        Young,
        Old,
    }
}
