using System.Text;

namespace Unpause.Recordings.Readers.DotNet.GcStats;

/// <summary>What is read of a collection in PerfView's GCStats report.</summary>
internal enum GcStatsColumn
{
    Number,
    Start,
    Reason,

    /// <summary>Generation and type: <c>2B</c>, <c>0N</c>, <c>1F</c>, with <c>I</c> or <c>i</c> where it was induced.</summary>
    Generation,
    Suspension,
    Pause,
    PeakSize,
    SizeAfter,
    Promoted,
    PinnedObjects,

    /// <summary>Of the table of sums: how many collections there were.</summary>
    Count,

    /// <summary>Of the raw XML: when the collection started and how long it took, and its type.</summary>
    CollectionStart,
    CollectionTime,
    Type,

    /// <summary>Of the raw XML, in elements inside of the collection's.</summary>
    Heaps,
    MemoryLoad,
    Handles,
    None,
}

/// <summary>Columns of the page's tables and of the CSV, and attributes of the raw XML (PerfView's src/PerfView/GcStats.cs).</summary>
internal static class GcStatsColumns
{
    private static readonly (byte[] Name, GcStatsColumn Column)[] Headers = Bytes(
        ("GC Index", GcStatsColumn.Number), ("Num", GcStatsColumn.Number),
        ("Pause Start", GcStatsColumn.Start), ("PauseStart", GcStatsColumn.Start),
        ("Trigger Reason", GcStatsColumn.Reason), ("Reason", GcStatsColumn.Reason),
        ("Gen", GcStatsColumn.Generation),
        ("Suspend Msec", GcStatsColumn.Suspension),
        ("Pause MSec", GcStatsColumn.Pause), ("PauseMSec", GcStatsColumn.Pause),
        ("Peak MB", GcStatsColumn.PeakSize), ("PeakMB", GcStatsColumn.PeakSize),
        ("After MB", GcStatsColumn.SizeAfter), ("AfterMB", GcStatsColumn.SizeAfter),
        ("Promoted MB", GcStatsColumn.Promoted), ("PromotedMB", GcStatsColumn.Promoted),
        ("Pinned Obj", GcStatsColumn.PinnedObjects), ("Pinned Object", GcStatsColumn.PinnedObjects),
        ("Count", GcStatsColumn.Count));

    private static readonly (byte[] Name, GcStatsColumn Column)[] Attributes = Bytes(
        ("GCNumber", GcStatsColumn.Number), ("PauseStartRelativeMSec", GcStatsColumn.Start), ("Reason", GcStatsColumn.Reason),
        ("GCGeneration", GcStatsColumn.Generation),
        ("SuspendDurationMSec", GcStatsColumn.Suspension),
        ("PauseDurationMSec", GcStatsColumn.Pause), ("SizePeakMB", GcStatsColumn.PeakSize), ("SizeAfterMB", GcStatsColumn.SizeAfter),
        ("GCStartRelativeMSec", GcStatsColumn.CollectionStart), ("GCDurationMSec", GcStatsColumn.CollectionTime),
        ("Type", GcStatsColumn.Type));

    private static readonly (byte[] Name, GcStatsColumn Column)[] Inner = Bytes(
        ("PinnedObjectCount", GcStatsColumn.PinnedObjects), ("GCHandleCount", GcStatsColumn.Handles),
        ("NumHeaps", GcStatsColumn.Heaps), ("MemoryLoad", GcStatsColumn.MemoryLoad));

    /// <summary>The column with a header.</summary>
    public static GcStatsColumn OfHeader(ReadOnlySpan<byte> text) => Find(Headers, text);

    /// <summary>What an attribute of a collection's element is.</summary>
    public static GcStatsColumn OfAttribute(ReadOnlySpan<byte> name) => Find(Attributes, name);

    /// <summary>What an attribute of an element inside of a collection's is.</summary>
    public static GcStatsColumn OfInner(ReadOnlySpan<byte> name) => Find(Inner, name);

    private static GcStatsColumn Find((byte[] Name, GcStatsColumn Column)[] table, ReadOnlySpan<byte> text)
    {
        foreach (var (name, column) in table)
        {
            if (Ascii.EqualsIgnoreCase(name, text)) return column;
        }

        return GcStatsColumn.None;
    }

    private static (byte[] Name, GcStatsColumn Column)[] Bytes(params (string Name, GcStatsColumn Column)[] rows) =>
        Array.ConvertAll(rows, row => (Encoding.ASCII.GetBytes(row.Name), row.Column));
}

/// <summary>Numbers as .NET prints them for people, in the culture of the machine: <c>1,958.196</c> or <c>1.958,196</c>.</summary>
internal static class GcStatsNumber
{
    private const int Decimals = 3;
    private const long NanosecondsOfLast = 1_000, BytesOfLast = 1_000;

    /// <summary>Milliseconds with three decimals as nanoseconds; null for anything else, also below 0.</summary>
    public static long? Nanoseconds(ReadOnlySpan<byte> text) =>
        Thousandths(text) is { } value && value <= Limits.LongestNanoseconds / NanosecondsOfLast ? value * NanosecondsOfLast : null;

    /// <summary>Megabytes (of a million bytes) with three decimals as bytes.</summary>
    public static long? Bytes(ReadOnlySpan<byte> text) =>
        Thousandths(text) is { } value && value <= Limits.HeapBytes / BytesOfLast ? value * BytesOfLast : null;

    /// <summary>A whole number.</summary>
    public static long? Whole(ReadOnlySpan<byte> text) => text.IsEmpty || !char.IsAsciiDigit((char)text[0]) ? null : Digits(text);

    private static long? Thousandths(ReadOnlySpan<byte> text)
    {
        if (text.Length <= Decimals + 1 || text[^(Decimals + 1)] is not ((byte)'.' or (byte)',')) return null;
        if (text[^Decimals..].ContainsAnyExceptInRange((byte)'0', (byte)'9')) return null;
        return char.IsAsciiDigit((char)text[0]) ? Digits(text) : null;
    }

    /// <summary>All digits together: what is between them groups them.</summary>
    private static long? Digits(ReadOnlySpan<byte> text)
    {
        long value = 0;
        foreach (var each in text)
        {
            if (char.IsAsciiLetter((char)each)) return null;
            if (!char.IsAsciiDigit((char)each)) continue;
            if (value > Limits.LongestNanoseconds) return null;
            value = (value * 10) + (each - '0');
        }

        return value;
    }
}
