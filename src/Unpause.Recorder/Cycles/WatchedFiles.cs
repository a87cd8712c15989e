using System.Buffers.Binary;
using System.Diagnostics;
using System.Globalization;
using System.Runtime.Versioning;
using Microsoft.Win32.SafeHandles;
using Unpause.Cycles;
using Unpause.Recorder.Files;
using Unpause.Recorder.Live;
using Unpause.Recorder.Processes;
using Unpause.Recorder.Runtimes;
using Unpause.Recorder.Runtimes.Python;

namespace Unpause.Recorder.Cycles;

/// <summary>
/// The files of a process that is watched: it looks where its own file says that somebody asked, at each collection. What the process
/// names may be anything: only a regular file of its own user, or of ours, with one name, and of the agent's shape, is written to.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed class WatchedFiles : IDisposable
{
    private const int CountShift = 8, MostOfLook = 1 << 28;
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

    /// <summary>By what way the process is reached.</summary>
    public string Name { get; }

    /// <summary>The files of a live CPython program, which is let watch itself where it doesn't yet.</summary>
    /// <param name="processId">The process as we see it.</param>
    /// <param name="tell">Takes what is left in the process at the end, when something is.</param>
    /// <param name="process">The process.</param>
    /// <exception cref="ObstacleException">There is none, or it can't be watched.</exception>
    public static WatchedFiles Find(int processId, Action<string> tell, out ProcessView process)
    {
        (process, var description) = LiveProcesses.Find(processId, RecorderTable.Default);
        if (description.Runtime != Unpause.Recordings.Words.Runtimes.CPython)
        {
            throw new ObstacleException(
                new Obstacle($"process {processId} runs {description.Runtime}; unpause cycles supports CPython only", "unpause heap PID"));
        }

        if (ProcessAccess.Obstacle(process) is { } obstacle) throw new ObstacleException(obstacle);
        if (Of(process, tell) is { } watched) return watched;
        var version = Version.TryParse(description.Version, out var known) ? known : null;
        if (version is not null && version < RemoteExecution.First)
        {
            throw new ObstacleException(new Obstacle(
                $"CPython {version} has no remote debugging (3.14 and later have it)",
                "start the program with: unpause cycles -- CMD…, then run this command again"));
        }

        return RemotePython.Watch(process, tell);
    }

    /// <summary>The files of a process that has the agent: from its start, or by another recorder; null when it hasn't.</summary>
    private static WatchedFiles? Of(ProcessView process, Action<string> tell)
    {
        // Those of earlier recordings stay mapped, though they are gone. One of a killed recorder is ended, which may take seconds: the
        // process says which files it has, and may say anything.
        var hasEnded = false;
        foreach (var path in process.MappedFiles().Where(file => file.EndsWith(CycleFiles.OfProcess, StringComparison.Ordinal)))
        {
            if (!hasEnded) hasEnded = RemotePython.EndLeftOver(process, path, tell);
            if (ProcessFiles.Folder(process, Path.GetDirectoryName(path)!) is not { } folder) continue;
            if (Open(process, folder, Path.GetFileName(path), FromStart, null, null) is { } watched) return watched;
        }

        return null;
    }

    /// <summary>Opens the file of a process in a folder; null when it is none. The folder is disposed of with it.</summary>
    /// <param name="process">The process.</param>
    /// <param name="folder">The folder.</param>
    /// <param name="name">The file's name.</param>
    /// <param name="way">By what way the process is reached.</param>
    /// <param name="release">Ends the watching; null where it was there before.</param>
    /// <param name="lookAtHeap">Has it look at its heap without waiting for a collection; null where that can't be.</param>
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

    /// <summary>Asks for looks.</summary>
    public void Begin(int looks)
    {
        _before = Read();
        _began = Stopwatch.GetTimestamp() * (1_000_000_000 / Stopwatch.Frequency);
        Ask(looks);
    }

    /// <summary>Ends it and copies what was seen. Paths for us; none when there was no collection.</summary>
    public IReadOnlyList<string> End(LiveFolder target, List<string> problems)
    {
        if (_process.IsAlive()) Ask(0);
        CycleLooks.Await(_folder);
        var after = Read();
        var last = WatchedProcess.Read(_before)?.Looks is [.., var before] ? before.Number : 0;
        var looks = WatchedProcess.Read(after)?.Looks.Where(look => look.Number > last).ToList() ?? [];
        var window = CycleWindow.Of(_before, after, _began, last);
        if (WatchedProcess.Read(window)?.Counts.Sum(counts => counts.Collections) is 0 or null && looks.Count == 0) return [];
        var files = new List<string> { Write(target, _name, window) };
        foreach (var look in looks)
        {
            var name = CycleLooks.NameOf(_name, look.Number);
            using var seen = _folder.OpenFile(name);
            if (seen is null) continue; // it gave nothing, which the report says
            if (RandomAccess.GetLength(seen) > MostOfLook) problems.Add($"{name} is too large and is left out");
            else files.Add(Copy(target, name, seen));
        }

        return files;
    }

    /// <summary>Has the whole heap looked at, and copies what was seen: a path for us.</summary>
    /// <exception cref="ObstacleException">No look came of it.</exception>
    public string LookAtHeap(LiveFolder target, CancellationToken stop)
    {
        var last = WatchedProcess.Read(Read())?.Looks is [.., var before] ? before.Number : 0;
        if (_lookAtHeap is { } atOnce) atOnce();
        else RaiseRequest(WatchedProcess.HeapAskedAt);
        var name = CycleLooks.NameOf(_name, AwaitHeap(last, stop).Number);
        CycleLooks.Await(_folder);
        using var seen = _folder.OpenFile(name) ?? throw new ObstacleException(
            $"process {_process.Id} wrote no heap snapshot: it took longer than 20 s, or memory ran out");
        if (RandomAccess.GetLength(seen) > MostOfLook) throw new ObstacleException($"{name} is too large");
        var copy = Copy(target, name, seen);
        // It was made for us alone, in a folder that may be there for long.
        _folder.Remove(name);
        return copy;
    }

    private LookEntry AwaitHeap(int last, CancellationToken stop)
    {
        const int pauseMilliseconds = 20;
        var started = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(started) < ToCollect && _process.IsAlive() && !stop.IsCancellationRequested)
        {
            if (WatchedProcess.Read(Read())?.Looks.FirstOrDefault(look => look.Kind == LookKind.Heap && look.Number > last) is { } found)
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
    /// A program that has changed its user since has a file of the user that it was, which its user can't open any more. The process
    /// has that very file mapped and writes to it, and what it may write to we may, too.
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
        && FirstBytes.Of(control, WatchedProcess.FileBytes) is { } bytes && WatchedProcess.Read(bytes) is { } watched
        && watched.ProcessId == process.OwnId;

    private void Ask(int looks) => RaiseRequest(WatchedProcess.AskedAt, looks);

    private void RaiseRequest(int at, int looks = 0)
    {
        Span<byte> number = stackalloc byte[sizeof(uint)];
        RandomAccess.Read(_control, number, at);
        var asked = (((BinaryPrimitives.ReadUInt32LittleEndian(number) >> CountShift) + 1) << CountShift) | (uint)looks;
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
        LiveFiles.Copy(from, to, MostOfLook);
        return path;
    }
}
