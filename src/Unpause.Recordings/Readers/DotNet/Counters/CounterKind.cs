namespace Unpause.Recordings.Readers.DotNet.Counters;

/// <summary>What a counter of System.Runtime is about.</summary>
internal enum CounterKind
{
    Cpu,
    WorkingSet,
    HeapInUse,
    HeapCommitted,
    AllocationRate,
    Collections,
    PauseTime,

    /// <summary>The length of the last collection as a share of the time since the one before; repeated until the next one.</summary>
    TimeInLast,
    Fragmentation,

    /// <summary>Size of a generation after the last collection.</summary>
    Size,
}

/// <summary>The parts of the heap that counters distinguish, in the order of <see cref="DotNetSpaces.All"/>.</summary>
internal enum CounterPart
{
    Gen0,
    Gen1,
    Gen2,
    Large,
    Pinned,
}

/// <summary>
/// A counter's name as dotnet-counters prints it: <c>Gen 0 GC Count (Count / 1 sec)</c>, or since .NET 9
/// <c>dotnet.gc.collections ({collection} / 1 sec)</c> with the tag <c>gc.heap.generation=gen0</c>. Sources: RuntimeEventSource.cs (.NET
/// Core 3.0 to 8) and RuntimeMetrics.cs (.NET 9 and later) of System.Private.CoreLib and System.Diagnostics.DiagnosticSource.
/// </summary>
/// <param name="Part">Of which part of the heap; null where it is of all.</param>
/// <param name="Factor">One of its units in ours: bytes, percent or nanoseconds.</param>
/// <param name="IsInclusive">Counts of a generation include those of older ones (GC.CollectionCount).</param>
/// <param name="IsTagged">The part is in its tag.</param>
internal readonly record struct CounterName(
    CounterKind Kind, CounterPart? Part = null, double Factor = 1, bool IsInclusive = false, bool IsTagged = false)
{
    private const double Megabyte = 1e6, Millisecond = 1e6, Second = 1e9;

    private static readonly (byte[] Start, CounterName Name)[] Table =
    [
        .. new (string, CounterName)[]
        {
            ("CPU Usage", new(CounterKind.Cpu)),
            ("Working Set", new(CounterKind.WorkingSet, Factor: Megabyte)),
            ("GC Heap Size", new(CounterKind.HeapInUse, Factor: Megabyte)),
            ("GC Committed Bytes", new(CounterKind.HeapCommitted, Factor: Megabyte)),
            ("GC Fragmentation", new(CounterKind.Fragmentation)),
            ("Allocation Rate", new(CounterKind.AllocationRate)),
            ("Gen 0 GC Count", new(CounterKind.Collections, CounterPart.Gen0, IsInclusive: true)),
            ("Gen 1 GC Count", new(CounterKind.Collections, CounterPart.Gen1, IsInclusive: true)),
            ("Gen 2 GC Count", new(CounterKind.Collections, CounterPart.Gen2, IsInclusive: true)),
            ("Time paused by GC", new(CounterKind.PauseTime, Factor: Millisecond)),
            ("% Time in GC since last GC", new(CounterKind.TimeInLast)),
            ("Gen 0 Size", new(CounterKind.Size, CounterPart.Gen0)),
            ("Gen 1 Size", new(CounterKind.Size, CounterPart.Gen1)),
            ("Gen 2 Size", new(CounterKind.Size, CounterPart.Gen2)),
            ("LOH Size", new(CounterKind.Size, CounterPart.Large)),
            ("POH (Pinned Object Heap) Size", new(CounterKind.Size, CounterPart.Pinned)),
            ("dotnet.process.memory.working_set", new(CounterKind.WorkingSet)),
            ("dotnet.gc.last_collection.memory.committed_size", new(CounterKind.HeapCommitted)),
            ("dotnet.gc.heap.total_allocated", new(CounterKind.AllocationRate)),
            ("dotnet.gc.collections", new(CounterKind.Collections, IsTagged: true)),
            ("dotnet.gc.pause.time", new(CounterKind.PauseTime, Factor: Second)),
            ("dotnet.gc.last_collection.heap.size", new(CounterKind.Size, IsTagged: true)),
        }.Select(row => (System.Text.Encoding.ASCII.GetBytes(row.Item1), row.Item2)),
    ];

    private static readonly (byte[] Tag, CounterPart Part)[] Tags =
    [
        ("gen0"u8.ToArray(), CounterPart.Gen0), ("gen1"u8.ToArray(), CounterPart.Gen1), ("gen2"u8.ToArray(), CounterPart.Gen2),
        ("loh"u8.ToArray(), CounterPart.Large), ("poh"u8.ToArray(), CounterPart.Pinned),
    ];

    /// <summary>Over how many seconds a rate is: <c>/ 1 sec</c>; 0 for what is no rate.</summary>
    public long Seconds { get; private init; }

    /// <summary>Reads a name.</summary>
    /// <param name="tags">As <c>gc.heap.generation=gen0</c>; empty where they are in brackets behind the name.</param>
    public static CounterName? Read(ReadOnlySpan<byte> text, ReadOnlySpan<byte> tags)
    {
        foreach (var (start, name) in Table)
        {
            if (!text.StartsWith(start)) continue;
            var rest = text[start.Length..];
            // What follows is its unit, or in .NET Core 3 the interval: "Gen 0 GC Count / 60 sec".
            if (rest is not ([] or [(byte)' ', (byte)'(', ..] or [(byte)' ', (byte)'/', ..] or [(byte)'[', ..])) continue;
            if (tags.IsEmpty && rest.IndexOf((byte)'[') is var open and >= 0)
            {
                tags = rest[(open + 1)..].TrimEnd((byte)']');
                rest = rest[..open];
            }

            var found = name with { Seconds = SecondsOf(rest) };
            if (!name.IsTagged) return tags.IsEmpty ? found : null;
            return PartOf(tags) is { } part ? found with { Part = part } : null;
        }

        return null;
    }

    /// <summary>Reads the line of a screen behind which a counter's values by tag follow; null when it is none.</summary>
    public static CounterName? Heading(ReadOnlySpan<byte> line)
    {
        foreach (var (start, name) in Table)
        {
            if (name.IsTagged && line.StartsWith(start) && line[start.Length..] is [(byte)' ', (byte)'(', .., (byte)')'])
            {
                return name with { Seconds = SecondsOf(line[start.Length..]) };
            }
        }

        return null;
    }

    /// <summary>The part that a tag names; null for another.</summary>
    public static CounterPart? PartOf(ReadOnlySpan<byte> tags)
    {
        if (tags.LastIndexOf((byte)'=') is var equals and >= 0) tags = tags[(equals + 1)..];
        foreach (var (tag, part) in Tags)
        {
            if (tags.SequenceEqual(tag)) return part;
        }

        return null;
    }

    private static long SecondsOf(ReadOnlySpan<byte> unit)
    {
        if (unit.LastIndexOf((byte)'/') is not (>= 0 and var slash)) return 0;
        var cursor = new Utf8Cursor(unit[(slash + 1)..]);
        cursor.SkipSpaces();
        return cursor.TryTakeFixed(0, out var seconds) && cursor.TryTake(" sec"u8) && seconds is > 0 and < 86_400 ? seconds : 0;
    }
}
