using Microsoft.Win32.SafeHandles;
using Unpause.Recorder.Rights;

namespace Unpause.Recorder.Runtimes.Python;

/// <summary>A process's memory and its map, both of the address space at the time of opening.</summary>
/// <remarks>
/// A process of another user may have mapped a file of its own FUSE server that never answers. The thread that reads such a page
/// waits until the server ends, even if it is killed (request_wait_answer, fs/fuse/dev.c). Therefore root opens the memory, and a helper
/// with the process's user reads and writes it.
/// </remarks>
[SupportedOSPlatform("linux")]
internal sealed class ProcessMemory : IProcessMemory, IDisposable
{
    // The kernel allows 65,530 mappings unless vm.max_map_count is raised.
    private const int MostMappings = 1 << 20;

    /// <summary>Time limit for all reads and writes together; they take milliseconds.</summary>
    private static readonly TimeSpan ToAnswer = TimeSpan.FromSeconds(2);

    /// <summary>A thread of the process can keep the lock of its memory map, for which a reader waits.</summary>
    private static readonly TimeSpan ToReadMap = TimeSpan.FromSeconds(5);

    private readonly SafeFileHandle _memory;
    private readonly SafeFileHandle _maps;
    private UserHelper? _helper;
    private TimeSpan _waited;

    private ProcessMemory(SafeFileHandle memory, SafeFileHandle maps) => (_memory, _maps) = (memory, maps);

    /// <summary>Opens both, memory for reading and writing; null when the kernel refuses.</summary>
    public static ProcessMemory? Open(int process)
    {
        var folder = string.Create(CultureInfo.InvariantCulture, $"/proc/{process}");
        SafeFileHandle? memory = null;
        try
        {
            memory = File.OpenHandle($"{folder}/mem", FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite);
            return new ProcessMemory(memory, File.OpenHandle($"{folder}/maps", share: FileShare.ReadWrite));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            memory?.Dispose();
            return null;
        }
    }

    /// <summary>Uses a helper for reading and writing if unpause is root and the process belongs to another user.</summary>
    /// <param name="process">The process, checked after <see cref="Open"/>.</param>
    /// <exception cref="IOException">No helper is possible; the reason.</exception>
    public void LeaveTo(ProcessView process)
    {
        if (FileCalls.OwnUser() == 0 && process.UserId != 0) _helper = UserHelper.ForMemory(process);
    }

    /// <inheritdoc/>
    public WritableMemory Map()
    {
        var (read, late) = PatientWalk.Through([_maps], maps => WritableMemory.Parse(Lines(maps).Take(MostMappings)), ToReadMap, ToReadMap);
        if (late.Count > 0) throw TooLate(ToReadMap);
        return read is [var map] ? map : throw new IOException("its memory map can't be read");
    }

    /// <inheritdoc/>
    public int Read(ulong address, Span<byte> bytes)
    {
        if (_helper is not { } helper) return RandomAccess.Read(_memory, bytes, (long)address);
        var count = 0;
        while (count < bytes.Length)
        {
            var since = Stopwatch.GetTimestamp();
            var piece = bytes[count..Math.Min(bytes.Length, count + UserHelper.MostMemory)];
            var read = Checked(helper.ReadAt(_memory, address + (ulong)count, piece, ToAnswer - _waited), since);
            if (read < 0 && count == 0) throw new IOException("there is no such page");
            count += Math.Max(read, 0);
            if (read < piece.Length) break;
        }

        return count;
    }

    /// <inheritdoc/>
    public void Write(ulong address, ReadOnlySpan<byte> bytes)
    {
        if (_helper is not { } helper)
        {
            RandomAccess.Write(_memory, bytes, (long)address);
            return;
        }

        var since = Stopwatch.GetTimestamp();
        if (Checked(helper.WriteAt(_memory, address, bytes, ToAnswer - _waited), since) != bytes.Length)
            throw new IOException("the page is not writable");
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _helper?.Dispose();
        _memory.Dispose();
        _maps.Dispose();
    }

    private static TimeoutException TooLate(TimeSpan after) => new($"it did not answer in {after.TotalSeconds:0} s");

    private static IEnumerable<string> Lines(SafeFileHandle maps)
    {
        using var stream = new FileStream(maps, FileAccess.Read);
        using var reader = new StreamReader(stream, Encoding.UTF8);
        while (reader.ReadLine() is { } line) yield return line;
    }

    private int Checked(int result, long since)
    {
        _waited += Stopwatch.GetElapsedTime(since);
        return result == UserHelper.Silent || _waited >= ToAnswer ? throw TooLate(ToAnswer) : result;
    }
}
