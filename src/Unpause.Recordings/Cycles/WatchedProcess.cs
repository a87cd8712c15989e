using System.Buffers.Binary;

namespace Unpause.Recordings.Cycles;

/// <summary>
/// Counts of a watched process while it runs (agents/python/CYCLES.md, <c>.upcc</c>): a file of fixed length, readable at any moment.
/// </summary>
public sealed class WatchedProcess
{
    /// <summary>The file's length.</summary>
    public const int FileBytes = 4096;

    /// <summary>Offset of a request: when the value changes, its low byte is the number of requested snapshots.</summary>
    public const int AskedAt = 44;

    /// <summary>Number of generations.</summary>
    public const int Generations = 3;

    /// <summary>Offset of another request: when the value changes, a snapshot of the whole heap is requested.</summary>
    public const int HeapAskedAt = 196;

    private const int GenerationsAt = 72, GenerationBytes = 40, SnapshotsAt = 256, SnapshotBytes = 40;
    private const int MostSnapshots = (FileBytes - SnapshotsAt) / SnapshotBytes;
    private const int Version = 1;
    private const uint CountsAllocations = 4;

    /// <summary>Process id.</summary>
    public required int ProcessId { get; init; }

    /// <summary>Start of watching, on its own clock.</summary>
    public required long Started { get; init; }

    /// <summary>CPython's version.</summary>
    public required Version RuntimeVersion { get; init; }

    /// <summary>Time from the start of watching to the last collection or snapshot.</summary>
    public required long WatchedNanoseconds { get; init; }

    /// <summary>Bytes requested from CPython's allocators; null when they were not counted.</summary>
    public required long? AllocatedBytes { get; init; }

    /// <summary>Snapshots for which no child process could be created.</summary>
    public required long Failed { get; init; }

    /// <summary>Each generation's counts.</summary>
    public required GenerationCounts[] Counts { get; init; }

    /// <summary>The latest snapshots.</summary>
    public required IReadOnlyList<SnapshotEntry> Snapshots { get; init; }

    /// <summary>Whether a file's first bytes are those of this format.</summary>
    public static bool Recognises(ReadOnlySpan<byte> start) => start.StartsWith("UPCC\r\n\x1a\n"u8);

    /// <summary>Parses the file; null when it has another format or is incomplete.</summary>
    public static WatchedProcess? Read(ReadOnlySpan<byte> file)
    {
        if (file.Length < FileBytes || !Recognises(file) || Number32(file, 8) != Version) return null;
        var flags = Number32(file, 40);
        var version = Number32(file, 52);
        return new WatchedProcess
        {
            ProcessId = (int)Math.Min(int.MaxValue, Number32(file, 12)),
            Started = Number64(file, 16),
            RuntimeVersion = new Version((int)(version >> 16), (int)(version >> 8 & 0xFF), (int)(version & 0xFF)),
            WatchedNanoseconds = Math.Max(0, Number64(file, 32) - Number64(file, 16)),
            AllocatedBytes = (flags & CountsAllocations) != 0 ? Number64(file, 56) : null,
            Failed = Number32(file, 192),
            Counts = ReadCounts(file),
            Snapshots = ReadSnapshots(file),
        };
    }

    private static GenerationCounts[] ReadCounts(ReadOnlySpan<byte> file)
    {
        var counts = new GenerationCounts[Generations];
        for (var i = 0; i < Generations; i++)
        {
            var at = GenerationsAt + (i * GenerationBytes);
            counts[i] = new GenerationCounts(Number64(file, at), Number64(file, at + 8), Number64(file, at + 24));
        }

        return counts;
    }

    private static List<SnapshotEntry> ReadSnapshots(ReadOnlySpan<byte> file)
    {
        var snapshots = new List<SnapshotEntry>();
        var numbers = new HashSet<int>();
        for (var i = 0; i < MostSnapshots; i++)
        {
            var at = SnapshotsAt + (i * SnapshotBytes);
            var number = Number32(file, at);
            var what = Number32(file, at + 4);
            var (generation, kind) = (what & 0xFF, what >> 8 & 0xFF);
            if (number is 0 or > int.MaxValue || generation >= Generations || kind > (uint)SnapshotKind.Heap) continue;
            // Each snapshot has a unique number; a second one with the same number is damage.
            if (!numbers.Add((int)number)) continue;
            snapshots.Add(new SnapshotEntry(
                (int)number, (int)generation, (SnapshotKind)kind, Number64(file, at + 8), Number32(file, at + 16),
                (int)Math.Min(int.MaxValue, Number32(file, at + 20)), Known(file, at + 24), Known(file, at + 32)));
        }

        snapshots.Sort((one, other) => one.Number.CompareTo(other.Number));
        return snapshots;
    }

    private static uint Number32(ReadOnlySpan<byte> file, int at) => BinaryPrimitives.ReadUInt32LittleEndian(file[at..]);

    /// <summary>A number that can't be negative; a negative value is replaced by the maximum.</summary>
    private static long Number64(ReadOnlySpan<byte> file, int at) =>
        (long)Math.Min(long.MaxValue / 4, BinaryPrimitives.ReadUInt64LittleEndian(file[at..]));

    private static long? Known(ReadOnlySpan<byte> file, int at) =>
        BinaryPrimitives.ReadUInt64LittleEndian(file[at..]) == ulong.MaxValue ? null : Number64(file, at);
}

/// <summary>Exact counts of one generation's collections while a process was watched.</summary>
/// <param name="Collections">How many there were.</param>
/// <param name="Collected">Objects that they freed.</param>
public readonly record struct GenerationCounts(long Collections, long Collected, long Nanoseconds);

/// <summary>A snapshot according to the observed process itself.</summary>
/// <param name="Generation">The oldest generation in the snapshot.</param>
/// <param name="Kind">Its occasion and extent.</param>
/// <param name="When">When it was started, on the system's monotonic clock.</param>
/// <param name="StopNanoseconds">How long it paused the process.</param>
/// <param name="ChildId">The child process that took it, by its id in the observed process's namespace.</param>
/// <param name="Collected">Objects that the collection then freed; null if none followed.</param>
/// <param name="CollectedSoFar">Objects that this generation's collections had freed until then, this one included.</param>
public sealed record SnapshotEntry(
    int Number, int Generation, SnapshotKind Kind, long When, long StopNanoseconds, int ChildId, long? Collected, long? CollectedSoFar);
