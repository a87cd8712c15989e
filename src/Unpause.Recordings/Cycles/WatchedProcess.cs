using System.Buffers.Binary;

namespace Unpause.Cycles;

/// <summary>
/// What a watched process counts while it runs (agents/python/CYCLES.md, <c>.upcc</c>): a file of fixed length, read at any moment.
/// </summary>
public sealed class WatchedProcess
{
    /// <summary>The file's length.</summary>
    public const int FileBytes = 4096;

    /// <summary>Where a request is written: another number than before asks for so many looks as its low byte says.</summary>
    public const int AskedAt = 44;

    /// <summary>Generations.</summary>
    public const int Generations = 3;

    /// <summary>Where another request is written: another number than before asks for a look at the whole heap.</summary>
    public const int HeapAskedAt = 196;

    private const int GenerationsAt = 72, GenerationBytes = 40, LooksAt = 256, LookBytes = 40;
    private const int MostLooks = (FileBytes - LooksAt) / LookBytes;
    private const int Version = 1;
    private const uint CountsAllocations = 4;

    /// <summary>The process.</summary>
    public required int ProcessId { get; init; }

    /// <summary>When it began to be watched, on its own clock.</summary>
    public required long Started { get; init; }

    /// <summary>CPython's version.</summary>
    public required Version RuntimeVersion { get; init; }

    /// <summary>From when it was watched to the last collection or look.</summary>
    public required long WatchedNanoseconds { get; init; }

    /// <summary>Bytes that were asked of CPython's allocators; null when nobody counted.</summary>
    public required long? AllocatedBytes { get; init; }

    /// <summary>Looks for which no process could be made.</summary>
    public required long Failed { get; init; }

    /// <summary>Each generation's counts.</summary>
    public required GenerationCounts[] Counts { get; init; }

    /// <summary>The latest looks.</summary>
    public required IReadOnlyList<LookEntry> Looks { get; init; }

    /// <summary>Whether a file's first bytes are those of this file.</summary>
    public static bool Recognises(ReadOnlySpan<byte> start) => start.StartsWith("UPCC\r\n\x1a\n"u8);

    /// <summary>Reads the file; null when it is another or not whole.</summary>
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
            Looks = ReadLooks(file),
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

    private static List<LookEntry> ReadLooks(ReadOnlySpan<byte> file)
    {
        var looks = new List<LookEntry>();
        var numbers = new HashSet<int>();
        for (var i = 0; i < MostLooks; i++)
        {
            var at = LooksAt + (i * LookBytes);
            var number = Number32(file, at);
            var what = Number32(file, at + 4);
            var (generation, kind) = (what & 0xFF, what >> 8 & 0xFF);
            if (number is 0 or > int.MaxValue || generation >= Generations || kind > (uint)LookKind.Heap) continue;
            // The agent gives each look a number of its own; the second with the same one is damage.
            if (!numbers.Add((int)number)) continue;
            looks.Add(new LookEntry(
                (int)number, (int)generation, (LookKind)kind, Number64(file, at + 8), Number32(file, at + 16),
                (int)Math.Min(int.MaxValue, Number32(file, at + 20)), Known(file, at + 24), Known(file, at + 32)));
        }

        looks.Sort((one, other) => one.Number.CompareTo(other.Number));
        return looks;
    }

    private static uint Number32(ReadOnlySpan<byte> file, int at) => BinaryPrimitives.ReadUInt32LittleEndian(file[at..]);

    /// <summary>A number that can't be negative; one that is stands for the greatest.</summary>
    private static long Number64(ReadOnlySpan<byte> file, int at) =>
        (long)Math.Min(long.MaxValue / 4, BinaryPrimitives.ReadUInt64LittleEndian(file[at..]));

    private static long? Known(ReadOnlySpan<byte> file, int at) =>
        BinaryPrimitives.ReadUInt64LittleEndian(file[at..]) == ulong.MaxValue ? null : Number64(file, at);
}
