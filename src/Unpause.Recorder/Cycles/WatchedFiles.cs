using System.Buffers.Binary;
using System.Diagnostics;
using System.Globalization;
using System.Runtime.Versioning;
using Microsoft.Win32.SafeHandles;
using Unpause.Recorder.Runtimes.Python;
using Unpause.Recordings.Cycles;

namespace Unpause.Recorder.Cycles;

/// <summary>
/// The files of a watched process: at each collection it checks whether its own file requests a snapshot. The process can name any path,
/// so unpause writes only to a regular file of the process's user or its own, with a single link and the agent's format.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed class WatchedFiles : IDisposable
{
    private const int CountShift = 8, MostOfSnapshot = 1 << 28;
    private const string FromStart = "through the agent that was loaded at its start";
    private static readonly TimeSpan ToCollect = TimeSpan.FromSeconds(30);
    private readonly ProcessView _process;
    private readonly FolderHandle _folder;
    private readonly string _name;
    private readonly SafeFileHandle _control;
    private readonly Action? _release, _lookAtHeap;
    private byte[] _before = [];
    private long _began;

    private WatchedFiles(
        ProcessView process, FolderHandle folder, string name, SafeFileHandle control, string way, Action? release, Action? lookAtHeap)
    {
        (_process, _folder, _name, _control, _release, _lookAtHeap) = (process, folder, name, control, release, lookAtHeap);
        Name = way;
    }

    /// <summary>The method by which the process is reached, for messages.</summary>
    public string Name { get; }

    /// <summary>The files of a running CPython process. Starts watching if necessary.</summary>
    /// <param name="processId">Process id in this pid namespace.</param>
    /// <param name="notify">Called at the end with what remains in the process, if anything does.</param>
    /// <exception cref="ObstacleException">There is no such process, or it can't be watched.</exception>
    public static WatchedFiles Find(int processId, Action<string> notify, out ProcessView process)
    {
        (process, var description) = LiveProcesses.Find(processId, RecorderTable.Default);
        if (description.Runtime != RuntimeIds.CPython)
        {
            throw new ObstacleException(
                new Obstacle($"process {processId} runs {description.Runtime}; unpause cycles supports CPython only", "unpause heap PID"));
        }

        if (ProcessAccess.Obstacle(process) is { } obstacle) throw new ObstacleException(obstacle);
        if (FindExisting(process, notify) is { } watched) return watched;
        var version = Version.TryParse(description.Version, out var known) ? known : null;
        if (version is not null && version < RemoteExecution.First)
        {
            throw new ObstacleException(new Obstacle(
                $"CPython {version} has no remote debugging (3.14 and later have it)",
                "start the program with: unpause cycles -- CMD…, then run this command again"));
        }

        return RemotePython.Watch(process, notify);
    }

    /// <summary>The files of a process that has the agent, from its start or from another recorder; null otherwise.</summary>
    private static WatchedFiles? FindExisting(ProcessView process, Action<string> notify)
    {
        // Files of earlier recordings stay mapped after their removal. A recording of a killed recorder is ended, which may take
        // seconds. Only once: the process reports its mapped files and could report any number.
        var hasEnded = false;
        foreach (var path in process.MappedFiles().Where(file => file.EndsWith(CycleFiles.OfProcess, StringComparison.Ordinal)))
        {
            if (!hasEnded) hasEnded = RemotePython.EndLeftOver(process, path, notify);
            if (ProcessFiles.Folder(process, Path.GetDirectoryName(path)!) is not { } folder) continue;
            if (Open(process, folder, Path.GetFileName(path), FromStart, null, null) is { } watched) return watched;
        }

        return null;
    }

    /// <summary>Opens a process's file in a folder; null if it is not one. Takes ownership of the folder.</summary>
    /// <param name="way">The method by which the process is reached.</param>
    /// <param name="release">Stops watching; null if the process was watched before.</param>
    /// <param name="lookAtHeap">Takes a heap snapshot without waiting for a collection; null if that is not possible.</param>
    public static WatchedFiles? Open(
        ProcessView process, FolderHandle folder, string name, string way, Action? release, Action? lookAtHeap)
    {
        var control = folder.OpenFile(name, forWriting: true) ?? OpenMapped(process, name);
        if (control is not null && IsOf(process, control))
            return new WatchedFiles(process, folder, name, control, way, release, lookAtHeap);
        control?.Dispose();
        folder.Dispose();
        return null;
    }

    /// <summary>Requests snapshots.</summary>
    public void Begin(int snapshots)
    {
        _before = Read();
        _began = Stopwatch.GetTimestamp() * (1_000_000_000 / Stopwatch.Frequency);
        Ask(snapshots);
    }

    /// <summary>Ends the request and copies the files. Returns paths for this process; none when there was no collection.</summary>
    public IReadOnlyList<string> End(LiveFolder target, List<string> problems)
    {
        if (_process.IsAlive()) Ask(0);
        CycleSnapshots.Await(_folder);
        var after = Read();
        var last = WatchedProcess.Read(_before)?.Snapshots is [.., var before] ? before.Number : 0;
        var snapshots = WatchedProcess.Read(after)?.Snapshots.Where(snapshot => snapshot.Number > last).ToList() ?? [];
        var window = CycleWindow.Subtract(_before, after, _began, last);
        if (WatchedProcess.Read(window)?.Counts.Sum(counts => counts.Collections) is 0 or null && snapshots.Count == 0) return [];
        var files = new List<string> { Write(target, _name, window) };
        foreach (var snapshot in snapshots)
        {
            var name = CycleSnapshots.NameOf(_name, snapshot.Number);
            using var seen = _folder.OpenFile(name);
            if (seen is null) continue; // the snapshot failed; the report says so
            if (RandomAccess.GetLength(seen) > MostOfSnapshot) problems.Add($"{name} is too large and is left out");
            else files.Add(Copy(target, name, seen));
        }

        return files;
    }

    /// <summary>Takes a snapshot of the whole heap and copies it. Returns a path for this process.</summary>
    /// <exception cref="ObstacleException">There is no snapshot.</exception>
    public string TakeHeap(LiveFolder target, CancellationToken stop)
    {
        var last = WatchedProcess.Read(Read())?.Snapshots is [.., var before] ? before.Number : 0;
        if (_lookAtHeap is { } atOnce) atOnce();
        else RaiseRequest(WatchedProcess.HeapAskedAt);
        var name = CycleSnapshots.NameOf(_name, AwaitHeap(last, stop).Number);
        CycleSnapshots.Await(_folder);
        using var seen = _folder.OpenFile(name) ?? throw new ObstacleException(
            $"process {_process.Id} wrote no heap snapshot: it took longer than 20 s, or memory ran out");
        if (RandomAccess.GetLength(seen) > MostOfSnapshot) throw new ObstacleException($"{name} is too large");
        var copy = Copy(target, name, seen);
        // It was written for this command only, into a folder that may exist for long.
        _folder.Remove(name);
        return copy;
    }

    private SnapshotEntry AwaitHeap(int last, CancellationToken stop)
    {
        const int pauseMilliseconds = 20;
        var started = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(started) < ToCollect && _process.IsAlive() && !stop.IsCancellationRequested)
        {
            var made = WatchedProcess.Read(Read())?.Snapshots;
            if (made?.FirstOrDefault(snapshot => snapshot.Kind == SnapshotKind.Heap && snapshot.Number > last) is { } found)
                return found;
            Thread.Sleep(pauseMilliseconds);
        }

        if (!_process.IsAlive()) throw new ObstacleException($"process {_process.Id} ended before its heap snapshot");
        if (stop.IsCancellationRequested)
            throw new ObstacleException($"stopped before the next collection of process {_process.Id}, which takes the heap snapshot");
        throw new ObstacleException(new Obstacle(
            $"process {_process.Id} had no collection within {ToCollect.TotalSeconds:0} s, and the heap snapshot is taken when one starts: "
            + "the process is idle, or its collector is disabled (gc.disable)",
            "try again under load"));
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _release?.Invoke();
        _control.Dispose();
        _folder.Dispose();
    }

    /// <summary>
    /// After a process has changed its user, its file belongs to the former user and the current one can't open it. The process has the
    /// file mapped for writing, so unpause may open it through that mapping.
    /// </summary>
    private static SafeFileHandle? OpenMapped(ProcessView process, string name)
    {
        foreach (var mapping in process.Mappings().Where(mapping => mapping.IsWritten && Path.GetFileName(mapping.Path) == name))
        {
            var link = string.Create(CultureInfo.InvariantCulture, $"/proc/{process.Id}/{mapping.Link}");
            if (FolderHandle.OpenFileBehind(link, forWriting: true) is not { } file) continue;
            if (process.IsAlive()) return file;
            file.Dispose();
        }

        return null;
    }

    private static bool IsOf(ProcessView process, SafeFileHandle control) =>
        FileCalls.Look(control) is { Links: 1 } facts && (facts.User == process.UserId || facts.User == FileCalls.OwnUser())
        && RandomAccess.GetLength(control) == WatchedProcess.FileBytes
        && FirstBytes.Read(control, WatchedProcess.FileBytes) is { } bytes && WatchedProcess.Read(bytes) is { } watched
        && watched.ProcessId == process.OwnId;

    private void Ask(int snapshots) => RaiseRequest(WatchedProcess.AskedAt, snapshots);

    private void RaiseRequest(int at, int snapshots = 0)
    {
        Span<byte> number = stackalloc byte[sizeof(uint)];
        RandomAccess.Read(_control, number, at);
        var asked = (((BinaryPrimitives.ReadUInt32LittleEndian(number) >> CountShift) + 1) << CountShift) | (uint)snapshots;
        BinaryPrimitives.WriteUInt32LittleEndian(number, asked);
        RandomAccess.Write(_control, number, at);
    }

    private byte[] Read()
    {
        var bytes = new byte[WatchedProcess.FileBytes];
        RandomAccess.Read(_control, bytes, 0);
        return bytes;
    }

    private static string Write(LiveFolder target, string name, byte[] content)
    {
        var path = target.MakeFile(name);
        File.WriteAllBytes(path, content);
        return path;
    }

    private static string Copy(LiveFolder target, string name, SafeFileHandle file)
    {
        var path = target.MakeFile(name);
        using var from = new FileStream(new SafeFileHandle(file.DangerousGetHandle(), ownsHandle: false), FileAccess.Read, 0);
        using var to = new FileStream(path, FileMode.Open, FileAccess.Write);
        LiveFiles.Copy(from, to, MostOfSnapshot);
        return path;
    }
}

/// <summary>The counters of a watched process between two moments, as a file of the same format (agents/python/CYCLES.md).</summary>
internal static class CycleWindow
{
    private const int StartedAt = 16, UpdatedAt = 32, AllocatedAt = 56, BlocksAt = 64, GenerationsAt = 72, GenerationBytes = 40;
    private const int CountsOfGeneration = 4, SnapshotsAt = 256, SnapshotBytes = 40, SoFarInSnapshot = 32;

    /// <summary>Subtracts the earlier file from the later one.</summary>
    /// <param name="before">The file at the first moment.</param>
    /// <param name="after">The file at the second moment.</param>
    /// <param name="beganNanoseconds">The first moment, on the monotonic clock.</param>
    /// <param name="lastBefore">Number of the last snapshot before the first moment.</param>
    public static byte[] Subtract(ReadOnlySpan<byte> before, ReadOnlySpan<byte> after, long beganNanoseconds, int lastBefore)
    {
        var window = after[..WatchedProcess.FileBytes].ToArray();
        // StartedAt stays the start of watching: it distinguishes processes with the same id.
        Put(window, UpdatedAt, Get(window, StartedAt) + Math.Max(0, Get(after, UpdatedAt) - beganNanoseconds));
        foreach (var at in (int[])[AllocatedAt, BlocksAt]) Put(window, at, Math.Max(0, Get(after, at) - Get(before, at)));
        for (var generation = 0; generation < WatchedProcess.Generations; generation++)
        {
            for (var count = 0; count < CountsOfGeneration; count++)
            {
                var at = GenerationsAt + (generation * GenerationBytes) + (count * sizeof(long));
                Put(window, at, Math.Max(0, Get(after, at) - Get(before, at)));
            }
        }

        for (var at = SnapshotsAt; at + SnapshotBytes <= window.Length; at += SnapshotBytes)
        {
            var generation = window[at + sizeof(int)];
            if (BinaryPrimitives.ReadUInt32LittleEndian(window.AsSpan(at)) <= (uint)lastBefore) window.AsSpan(at, SnapshotBytes).Clear();
            else if (generation < WatchedProcess.Generations && Get(window, at + SoFarInSnapshot) >= 0)
            {
                var counted = Get(before, GenerationsAt + (generation * GenerationBytes) + sizeof(long));
                Put(window, at + SoFarInSnapshot, Math.Max(0, Get(window, at + SoFarInSnapshot) - counted));
            }
        }

        return window;
    }

    private static long Get(ReadOnlySpan<byte> file, int at) => BinaryPrimitives.ReadInt64LittleEndian(file[at..]);

    private static void Put(byte[] file, int at, long value) => BinaryPrimitives.WriteInt64LittleEndian(file.AsSpan(at), value);
}
