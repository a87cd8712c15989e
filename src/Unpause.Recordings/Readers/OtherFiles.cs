namespace Unpause.Recordings.Readers;

/// <summary>
/// Files without collections that users give to unpause: what each is, and which command or tool reads it. Recognised by their first
/// bytes: the magic numbers of file(1)'s database, and of the tools' own sources where that has none.
/// </summary>
public static class OtherFiles
{
    private const string Unpack = "; unpack it first: ";

    /// <summary>What snapshots of garbage are when no recording of their process was given with them.</summary>
    public const string CycleSnapshots = "garbage of a CPython process recorded by unpause cycles; to show it: unpause cycles FILE";

    /// <summary>What the head of the table in a report of dotnet-gcdump begins with.</summary>
    internal static ReadOnlySpan<byte> GcDumpTable => "Object Bytes "u8;

    private const string Stacks = "it shows where a program runs or allocates, not when it collects";

    // The first bytes decide, whatever follows.
    private static readonly (RecognisesBlock Is, string What)[] Binary =
    [
        (block => block.StartsWith("JAVA PROFILE 1.0"u8), "a JVM heap dump (hprof), which Eclipse "
            + "MAT and VisualVM open. For a running JVM, "
            + "unpause heap PID counts the objects, and unpause record PID --jfr --retainers records what retains them"),
        (IsOldDotNetTrace, "a .netperf file of .NET Core 2, which PerfView opens; record again with unpause run or unpause record, or with "
            + "dotnet-trace collect --profile gc-verbose"),
        (IsSerialized, "a .NET heap dump (gcdump), which PerfView and Visual Studio open. Its table of types: "
            + "dotnet-gcdump report FILE > FILE.txt, then unpause heap FILE.txt. For a running process, "
            + "unpause heap PID shows which objects there are and what retains them"),
        (IsEtw, "a Windows trace (.etl), which PerfView opens. unpause reads a .nettrace file of the same program: "
            + "dotnet-trace collect --profile gc-verbose"),
        (IsCoreDump, "a core dump, which gdb, dotnet-dump, jhsdb and dlv open; it has the memory of one moment, and no collections"),
        (block => block is [(byte)'M', (byte)'D', (byte)'M', (byte)'P', 0x93, 0xa7, ..],
            "a Windows crash dump, which WinDbg and dotnet-dump open; it has the memory of one moment, and no collections"),
        (block => block.StartsWith("\u007fELF"u8), "a program; to record it: unpause run -- FILE"),
        (block => block is [0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, ..], "a Java class; to record it: unpause run -- java …"),
        (block => block.StartsWith("PERFILE2"u8), "a binary recording of perf; unpause reads its text: perf script -i FILE > perf.txt"),
        (block => block.StartsWith("UPCC\r\n"u8) || block.StartsWith("unpause-cycles"u8),
            CycleSnapshots),
        (block => block.StartsWith("unpause-heap"u8), "a heap snapshot of a CPython process; to show it: unpause heap FILE"),
        (block => block.StartsWith("%PDF-"u8), "a PDF document"),
        (block => block is [0x89, (byte)'P', (byte)'N', (byte)'G', ..] or [0xff, 0xd8, 0xff, ..],
            "an image"),
        (block => block.StartsWith("SQLite format 3\0"u8), "an SQLite database"),
        (block => block is [0x28, 0xb5, 0x2f, 0xfd, ..], "compressed with zstd" + Unpack + "zstd -d FILE"),
        (block => block is [0xfd, (byte)'7', (byte)'z', (byte)'X', (byte)'Z', 0, ..], "compressed with xz" + Unpack + "xz -dk FILE"),
        (block => block is [(byte)'B', (byte)'Z', (byte)'h', >= (byte)'1' and <= (byte)'9', 0x31, 0x41, 0x59, ..],
            "compressed with bzip2" + Unpack + "bzip2 -dk FILE"),
        (block => block is [(byte)'7', (byte)'z', 0xbc, 0xaf, ..], "a 7z archive" + Unpack + "7z x FILE"),
    ];

    // Text that GC lines may follow: checked only when there were none.
    private static readonly (RecognisesBlock Is, string What)[] Texts =
    [
        (Archives.ZipInput.Is, "a zip archive" + Unpack + "unzip FILE"),
        (Archives.TarInput.Is, "a tar archive" + Unpack + "tar -xf FILE"),
        (block => block.IndexOf("#instances"u8) is var at and >= 0 && block[at..].IndexOf("#bytes"u8) >= 0,
                "a JVM class histogram; to show it: unpause heap FILE, to compare two: unpause heap BEFORE AFTER"),
            (block => block.IndexOf(GcDumpTable) is >= 0 and var at && block[at..].IndexOf(" Count  Type"u8) >= 0,
                "a report of dotnet-gcdump; to show it: unpause heap FILE, to compare two: unpause heap BEFORE AFTER"),
            (block => block.IndexOf("Full thread dump "u8) >= 0, "a JVM thread dump, which has no collections"),
            (block => IsHtml(block) && block.IndexOf("unpause"u8) >= 0, "an HTML page, perhaps a report of unpause. A report that "
                + "unpause can "
                + "read again is written with -o FILE.json"),
            (IsHtml, "an HTML page"),
        (block => block.IndexOf("speedscope.app/file-format-schema.json"u8) >= 0, "a Speedscope profile; " + Stacks),
        (block => block.IndexOf(TraceEvents) >= 0, "a Chrome or Perfetto trace, which ui.perfetto.dev opens; "
            + "give the recording from which it was made"),
    ];

    /// <summary>The key of the events of Chrome's traces.</summary>
    public static ReadOnlySpan<byte> TraceEvents => "\"traceEvents\""u8;

    /// <summary>What an input certainly is that is no recording, by its first bytes alone; null when they don't say.</summary>
    public static string? Certain(ReadOnlySpan<byte> start) => Find(Binary, start);

    /// <summary>What an input is in which nothing known was found; null when that isn't known either.</summary>
    public static string? Describe(ReadOnlySpan<byte> start) => Find(Binary, start) ?? Find(Texts, start) ?? OtherRuntimes.Describe(start);

    private static string? Find((RecognisesBlock Is, string What)[] table, ReadOnlySpan<byte> start)
    {
        foreach (var (recognises, what) in table)
        {
            if (recognises(start)) return what;
        }

        return null;
    }

    /// <summary>PerfView's FastSerialization: a length of 20 and a name; both are of .NET.</summary>
    private static bool IsSerialized(ReadOnlySpan<byte> block) => block.StartsWith("\u0014\0\0\0!FastSerialization.1"u8);

    private static bool IsOldDotNetTrace(ReadOnlySpan<byte> block) =>
        IsSerialized(block) && block[..Math.Min(block.Length, 256)].IndexOf("Microsoft.DotNet.Runtime.EventPipeFile"u8) >= 0;

    /// <summary>
    /// A buffer's header of 72 bytes (WMI_BUFFER_HEADER, of type 4: the file's first), then the header of a system event: its version, and
    /// its marker 0xc0 (SYSTEM_TRACE_HEADER in evntrace's private headers, as PerfView and Wireshark read them).
    /// </summary>
    private static bool IsEtw(ReadOnlySpan<byte> block)
    {
        const int Header = 72, KiB = 1024;
        if (block.Length < Header + 8) return false;
        var size = BinaryPrimitives.ReadUInt32LittleEndian(block);
        return size is > 0 and <= 64 * KiB * KiB && size % KiB == 0
            && block[Header + 2] is 1 or 2 && block[Header + 3] == 0xc0 && block[Header + 6] == 0 && block[Header + 7] == 0;
    }

    /// <summary>ELF (either byte order) whose e_type is ET_CORE.</summary>
    private static bool IsCoreDump(ReadOnlySpan<byte> block) => block.StartsWith("\u007fELF"u8) && block.Length > 17
        && (block[5] == 2 ? BinaryPrimitives.ReadUInt16BigEndian(block[16..]) : BinaryPrimitives.ReadUInt16LittleEndian(block[16..])) == 4;

    private static bool IsHtml(ReadOnlySpan<byte> block)
    {
        var start = block.TrimStart(" \t\r\n"u8);
        return start.StartsWith("<!doctype html"u8) || start.StartsWith("<!DOCTYPE html"u8) || start.StartsWith("<html"u8);
    }
}
