using Microsoft.Win32.SafeHandles;
using Unpause.Recorder.Rights;

namespace Unpause.Recorder.Live;

/// <summary>
/// The folder of a live recording: either among the process's temporary files, so that the process can write to it, or private to unpause.
/// It and the files that are read stay open, so that nobody can replace them. Dispose removes it, even if the process has ended.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed class LiveFolder : IDisposable
{
    /// <summary>Start of the names of files that a JVM writes for unpause.</summary>
    public const string TheirPrefix = "jvm-";

    /// <summary>The same for garbage snapshots.</summary>
    public const string CyclesPrefix = "cycles-";

    /// <summary>The same for CPython's collections, and for the agent that records them.</summary>
    public const string PythonPrefix = "python-", AgentPrefix = "unpause_";

    private readonly FolderHandle? _parent;
    private readonly FolderHandle _folder;
    private readonly RunFolder? _run;
    private readonly string _name;
    private readonly uint _writer;
    private readonly List<SafeFileHandle> _held = [];

    private SafeFileHandle? _lock;

    private LiveFolder(FolderHandle folder, FolderHandle? parent, RunFolder? run, string name, string theirs, uint writer) =>
        (_folder, _parent, _run, _name, Theirs, _writer) = (folder, parent, run, name, theirs, writer);

    public FolderHandle Handle => _folder;

    /// <summary>Its path as the process sees it.</summary>
    public string Theirs { get; }

    /// <summary>Creates a folder owned by the process's user among the process's temporary files.</summary>
    /// <exception cref="ObstacleException">There is no such place with free space.</exception>
    public static LiveFolder For(ProcessView process)
    {
        foreach (var place in Places)
        {
            var parent = ProcessFiles.Folder(process, place);
            if (parent is not null) StaleFolders.Remove(parent, RunFolder.Prefix, process.UserId, LiveFolderEnd.RemoveStale);
            if (parent is not null && RunFolder.HasRoom(parent) && parent.MakeFolder(RunFolder.Prefix, out var name) is { } folder)
            {
                return new LiveFolder(folder, parent, null, name, $"{place}/{name}", process.UserId)
                {
                    _lock = StaleFolders.Lock(folder, process),
                };
            }

            parent?.Dispose();
        }

        throw NoPlace(process);
    }

    /// <summary>A folder that only unpause writes to: the user's, which stays, or a temporary one.</summary>
    /// <exception cref="ObstacleException">It can't be created.</exception>
    public static LiveFolder ForUs(string? wanted)
    {
        if (wanted is not null) return new LiveFolder(Kept(wanted), null, null, "", wanted, FileCalls.OwnUser());
        var run = RunFolder.Create(forOthers: false)
            ?? throw new ObstacleException("none of TMPDIR, /tmp and /var/tmp is writable with 64 MB free");
        return new LiveFolder(run.Recording, null, run, "", run.RecordingPath, FileCalls.OwnUser());
    }

    /// <summary>Checks whether a folder could be created for a process; creates none.</summary>
    /// <exception cref="ObstacleException">There is no place with free space.</exception>
    public static void CheckRoom(ProcessView process)
    {
        foreach (var place in Places)
        {
            using var parent = ProcessFiles.Folder(process, place);
            if (parent is { MayWrite: true } && RunFolder.HasRoom(parent)) return;
        }

        throw NoPlace(process);
    }

    /// <summary>Opens the user's folder for recordings, created (0700) if it does not exist.</summary>
    /// <exception cref="ObstacleException">It can't be used.</exception>
    public static FolderHandle Kept(string wanted)
    {
        const UnixFileMode Own = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute;
        try
        {
            if (!Directory.Exists(wanted)) Directory.CreateDirectory(wanted, Own);
            return FolderHandle.Open(wanted) ?? throw new IOException("it can't be opened");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new ObstacleException($"the folder {wanted} can't be used: {SystemFault.Reason(e)}");
        }
    }

    /// <summary>
    /// Removes a folder left by a killed recorder, with the files that a process wrote for it. The process only names it: it is removed
    /// only if it has a name of unpause's, is among the process's temporary files and belongs to its user. Returns whether it is gone.
    /// </summary>
    /// <param name="file">The path of a file in it, as the process sees it.</param>
    public static bool RemoveLeftOver(ProcessView process, string file)
    {
        if (Find(process, Path.GetDirectoryName(file) ?? "") is not { } found) return false;
        found.Dispose();
        using var again = ProcessFiles.Folder(process, Path.GetDirectoryName(found.Theirs)!);
        return again?.FactsOf(found._name) is null;
    }

    /// <summary>
    /// Removes the folders of recorders that were killed before the process executed their script. By now it has executed a later one, and
    /// of two pending scripts CPython executes only the later.
    /// </summary>
    public static void RemoveNeverBegun(ProcessView process)
    {
        foreach (var place in Places)
        {
            using var parent = ProcessFiles.Folder(process, place);
            if (parent is null) continue;
            StaleFolders.Remove(
                parent, RunFolder.Prefix, process.UserId,
                folder => StaleFolders.IsFor(folder, process) && LiveFolderEnd.RemoveFiles(folder));
        }
    }

    /// <summary>
    /// Takes over the folder of a killed recorder that the process still uses: its lock is free, and unpause takes it. Null when its
    /// recorder lives, or when unpause did not create it.
    /// </summary>
    /// <param name="path">The folder, as the process sees it.</param>
    public static LiveFolder? TakeOver(ProcessView process, string path)
    {
        if (Find(process, path) is not { } found) return null;
        found._lock = StaleFolders.TakeLock(found._folder);
        if (found._lock is not null) return found;
        // The folder and its files stay unchanged.
        found._parent!.Dispose();
        found._folder.Dispose();
        return null;
    }

    /// <summary>Creates a file of unpause; its path is valid in this process until the folder is disposed.</summary>
    /// <exception cref="ObstacleException">It can't be created.</exception>
    public string MakeFile(string name) =>
        Hold(_folder.MakeFile(name) ?? throw new ObstacleException($"the recording can't be written to {Theirs}/{name}"));

    /// <summary>Whether it stays, with the files for the process.</summary>
    public bool IsLeft { get; private set; }

    /// <summary>Keeps it when this is disposed: the process still needs a file in it.</summary>
    public void Leave() => IsLeft = true;

    /// <summary>Removes a file of unpause.</summary>
    public void RemoveFile(string name) => _folder.Remove(name);

    /// <summary>
    /// The files that the process has written for unpause, the oldest first: paths that are valid until the folder is disposed. Only
    /// regular files of the process's user with a single link count: others could otherwise be read with unpause's rights.
    /// </summary>
    public IReadOnlyList<string> TheirFiles()
    {
        var files = new List<((long Seconds, uint Nanoseconds) Written, string Path)>();
        foreach (var name in TheirNames())
        {
            if (OpenTheirs(name, out var written) is { } file) files.Add((written, Hold(file)));
        }

        return [.. files.OrderBy(file => file.Written).Select(file => file.Path)];
    }

    /// <summary>How many files there are that the process may have written.</summary>
    public int TheirCount => TheirNames().Count();

    /// <summary>The only file that the process has written for unpause, open for reading; null where there is none, or several.</summary>
    public SafeFileHandle? TheirFirstFile() => TheirNames().ToList() is [var name] ? OpenTheirs(name, out _) : null;

    private IEnumerable<string> TheirNames() => LiveFolderEnd.Names(_folder).Where(name => name != StaleFolders.LockName);

    private SafeFileHandle? OpenTheirs(string name, out (long Seconds, uint Nanoseconds) written)
    {
        written = default;
        if (_folder.OpenFile(name) is not { } file) return null;
        if (FileCalls.Look(file) is { Links: 1 } found && found.User == _writer)
        {
            written = found.Modified;
            return file;
        }

        file.Dispose();
        return null;
    }

    public void Dispose()
    {
        foreach (var file in _held) file.Dispose();
        _run?.Remove();
        if (_parent is not null)
        {
            if (!IsLeft) LiveFolderEnd.Remove(_parent, _name, _folder);
            _parent.Dispose();
        }

        _lock?.Dispose();
        _folder.Dispose();
    }

    /// <summary>A folder with a name of unpause's, among the process's temporary files and owned by its user.</summary>
    private static LiveFolder? Find(ProcessView process, string path)
    {
        if (Path.GetDirectoryName(path) is not { } place || !Places.Contains(place, StringComparer.Ordinal)) return null;
        var name = Path.GetFileName(path);
        var parent = name.StartsWith(RunFolder.Prefix, StringComparison.Ordinal) ? ProcessFiles.Folder(process, place) : null;
        var folder = parent?.Folder(name);
        if (folder is not null && folder.Facts.User == process.UserId)
            return new LiveFolder(folder, parent, null, name, path, process.UserId);
        folder?.Dispose();
        parent?.Dispose();
        return null;
    }

    private static string[] Places => ["/tmp", "/var/tmp"];

    private static ObstacleException NoPlace(ProcessView process)
    {
        try
        {
            UserHelper.For(process);
            return new($"neither /tmp nor /var/tmp of process {process.Id} is writable with 64 MB free");
        }
        catch (IOException e)
        {
            return new ObstacleException(e.Message);
        }
    }

    private string Hold(SafeFileHandle file)
    {
        _held.Add(file);
        return $"/proc/self/fd/{(int)file.DangerousGetHandle()}";
    }
}

/// <summary>Removes the folder of a live recording to which a process writes.</summary>
[SupportedOSPlatform("linux")]
internal static class LiveFolderEnd
{
    private const string StartScript = "start.py";
    private static readonly string[] Scripts = [StartScript, "finish.py", "heap.py"];
    private const int PauseMilliseconds = 20;
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(2);

    private static string[] Prefixes => [LiveFolder.TheirPrefix, LiveFolder.CyclesPrefix, LiveFolder.PythonPrefix, LiveFolder.AgentPrefix];

    /// <summary>Names of the files for unpause. Other entries were added by the process's user, and stay.</summary>
    public static List<string> Names(FolderHandle folder) => [.. folder.Names().Where(IsOurs)];

    /// <summary>
    /// Removes the files for unpause. Returns whether nothing else is there: a folder with such a name belongs to the process's user, and
    /// stays.
    /// </summary>
    public static bool RemoveFiles(FolderHandle folder)
    {
        var onlyFiles = true;
        foreach (var name in Names(folder)) onlyFiles &= folder.Remove(name) || folder.FactsOf(name) is not { IsRegular: false };
        return onlyFiles && folder.Names().All(IsOurs);
    }

    /// <summary>
    /// Removes the files of a killed recorder. Returns whether nothing else is there. A script that the process may still execute stays:
    /// without it CPython prints an error to the process's standard error.
    /// </summary>
    public static bool RemoveStale(FolderHandle folder)
    {
        if (StaleFolders.IsRunFolder(folder)) return StaleFolders.ClearRunFolder(folder);
        var mayBegin = folder.Names().Any(name => name.EndsWith(StartScript, StringComparison.Ordinal)) && !StaleFolders.IsForEnded(folder);
        return !mayBegin && RemoveFiles(folder);
    }

    /// <summary>
    /// Removes the folder with the files for unpause. Meanwhile the process may create one more: by a script that it started to execute
    /// when unpause gave up waiting for it, or by a heap snapshot in a child process.
    /// </summary>
    public static void Remove(FolderHandle parent, string name, FolderHandle folder)
    {
        var started = Stopwatch.GetTimestamp();
        while (RemoveFiles(folder) && !parent.RemoveFolder(name, folder) && parent.FactsOf(name) is not null
            && Stopwatch.GetElapsedTime(started) < Longest)
            Thread.Sleep(PauseMilliseconds);
    }

    private static bool IsOurs(string name) =>
        Scripts.Contains(name, StringComparer.Ordinal) || Prefixes.Any(prefix => name.StartsWith(prefix, StringComparison.Ordinal));
}
