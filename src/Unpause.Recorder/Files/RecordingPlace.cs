using Microsoft.Win32.SafeHandles;

namespace Unpause.Recorder.Files;

/// <summary>
/// Where a run is recorded: a folder that nobody else can read or write, whatever permissions the user's own folder has. Files that the
/// user wants to keep are copied to that folder afterwards.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed class RecordingPlace
{
    /// <summary>The environment variable with the recording's folder in every process of a run, read by the Python agent.</summary>
    public const string Variable = "UNPAUSE_RECORDING_DIR";

    private const int MostNumbers = 10_000;
    private const string PartPrefix = $".{RunFolder.Prefix}";
    private readonly FolderHandle? _kept;
    private readonly string? _keptPath;
    private readonly string? _part;
    private readonly SafeFileHandle? _lock;

    private RecordingPlace(
        RunFolder run, FolderHandle folder, string path, FolderHandle? kept, string? keptPath, string? part, SafeFileHandle? locked = null)
    {
        (Run, Folder, Path, _kept, _keptPath, _part, _lock) = (run, folder, path, kept, keptPath, part, locked);
        Before = [.. folder.Names()];
    }

    /// <summary>The temporary folder, with the files that programs must read.</summary>
    public RunFolder Run { get; }

    /// <summary>Where the runtimes write.</summary>
    public FolderHandle Folder { get; }

    /// <summary>Its full path.</summary>
    public string Path { get; }

    /// <summary>Names of files that existed before.</summary>
    public HashSet<string> Before { get; }

    /// <summary>Creates it. Null when nothing can be recorded; the reason is added to the problems.</summary>
    /// <param name="wanted">The folder that the user wants to keep, created if it does not exist; null: none.</param>
    /// <param name="forOthers">Whether programs may change their user.</param>
    /// <param name="problems">Receives one sentence.</param>
    public static RecordingPlace? Make(string? wanted, bool forOthers, List<string> problems)
    {
        if (RunFolder.Create(forOthers) is not { } run)
        {
            problems.Add("Nothing is recorded: none of TMPDIR, /tmp and /var/tmp is writable with 64 MB free.");
            return null;
        }

        if (wanted is null) return new RecordingPlace(run, run.Recording, run.RecordingPath, null, null, null);
        try
        {
            return Make(run, System.IO.Path.GetFullPath(wanted));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            run.Remove();
            problems.Add($"Nothing is recorded: the folder {wanted} can't be used: {SystemFault.Reason(e)}");
            return null;
        }
    }

    /// <summary>
    /// Copies files to the user's folder under unused names. Returns paths for reading, in the same order. They are the originals if others
    /// could change the copies.
    /// </summary>
    /// <param name="files">Full paths below <see cref="Path"/>.</param>
    /// <param name="problems">Receives one sentence for each file that can't be copied.</param>
    public IReadOnlyList<string> Keep(IReadOnlyList<string> files, List<string> problems)
    {
        if (_kept is null) return files;
        foreach (var file in files) MakePrivate(System.IO.Path.GetFileName(file));
        if (_keptPath == Path) return files;
        return [.. files.Select(file => Keep(file, problems))];
    }

    /// <summary>
    /// Removes temporary files unless a process of the run is alive. Returns null, or one sentence with the reason why they stay.
    /// </summary>
    public string? Remove()
    {
        if (FindProcessOfRun() is { } process)
        {
            Run.Leave();
            if (_lock is not null) Folder.Remove(StaleFolders.LockName);
            return $"The recording stays in {Path}: process {process} of the run is still alive and can start processes that write there.";
        }

        var stays = Run.RemoveAll();
        if (_part is not null && !(Folder.Clear() && _kept!.RemoveFolder(_part, Folder))) stays = Path;
        _lock?.Dispose();
        return stays is null ? null : $"{stays} could not be removed.";
    }

    private static RecordingPlace Make(RunFolder run, string wanted)
    {
        const UnixFileMode Own = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute;
        if (!Directory.Exists(wanted)) Directory.CreateDirectory(wanted, Own);
        var kept = FolderHandle.Open(wanted) ?? throw new IOException("it can't be opened");
        TryWriting(kept);
        var facts = kept.Facts;
        if (!TrustedPath.Is(wanted) || facts.User != FileCalls.OwnUser() || facts.OthersCanAdd)
            return new RecordingPlace(run, run.Recording, run.RecordingPath, kept, wanted, null);
        if (facts.IsPrivate) return new RecordingPlace(run, kept, wanted, kept, wanted, null);
        StaleFolders.Remove(kept, PartPrefix, facts.User, part => MoveOut(part, kept));
        var folder = kept.MakeFolder(PartPrefix, out var part) ?? throw new IOException("no folder can be created in it");
        return new RecordingPlace(run, folder, System.IO.Path.Combine(wanted, part), kept, wanted, part, StaleFolders.Lock(folder));
    }

    /// <summary>Moves the files that a killed recorder should have kept for the user. Returns whether all were moved.</summary>
    private static bool MoveOut(FolderHandle part, FolderHandle kept)
    {
        foreach (var name in part.Names().Where(name => name != StaleFolders.LockName).ToList())
        {
            if (!FreeNames(name).Any(free => kept.FactsOf(free) is null && part.Move(name, kept, free))) return false;
        }

        part.Remove(StaleFolders.LockName);
        return true;
    }

    private static IEnumerable<string> FreeNames(string name) => Enumerable.Range(2, MostNumbers)
        .Select(number => $"{System.IO.Path.GetFileNameWithoutExtension(name)}-{number}{System.IO.Path.GetExtension(name)}").Prepend(name);

    // A JVM that can't open its log refuses to start.
    private static void TryWriting(FolderHandle folder)
    {
        const int Some = 4096;
        var name = FolderHandle.RandomName(PartPrefix);
        using var file = folder.MakeFile(name) ?? throw new IOException("no file can be created in it");
        folder.Remove(name);
        RandomAccess.Write(file, new byte[Some], 0);
    }

    /// <summary>Runtimes create their files with the program's umask.</summary>
    private void MakePrivate(string name)
    {
        using var file = Folder.OpenFile(name);
        if (file is not null) FileCalls.SetMode((int)file.DangerousGetHandle(), FileCalls.PrivateFile);
    }

    private string Keep(string file, List<string> problems)
    {
        var name = System.IO.Path.GetFileName(file);
        foreach (var free in FreeNames(name))
        {
            if (_kept!.FactsOf(free) is not null) continue;
            if (_part is not null)
            {
                if (Folder.Move(name, _kept, free)) return System.IO.Path.Combine(_keptPath!, free);
                continue;
            }

            using var copy = _kept.MakeFile(free);
            using var source = Folder.OpenFile(name);
            if (copy is null || source is null) continue;
            Copy(source, copy);
            return file;
        }

        problems.Add($"{file} could not be moved to {_keptPath}.");
        return file;
    }

    private static void Copy(SafeFileHandle source, SafeFileHandle target)
    {
        using var from = new FileStream(source, FileAccess.Read, 0);
        using var to = new FileStream(target, FileAccess.Write, 0);
        from.CopyTo(to);
    }

    /// <summary>
    /// A live process with the folder in its environment, or one started after unpause that can't be inspected; null if there is none.
    /// </summary>
    private int? FindProcessOfRun()
    {
        var mark = Encoding.UTF8.GetBytes($"{Variable}={Path}\0");
        var (found, late) = ProcessSearch.Through(id => EnvironmentHas(id, mark) ? ProcessView.Find(id) : null);
        if (found is [var process, ..]) return process.Id;
        var own = ProcessView.Find(Environment.ProcessId)?.StartTicks;
        return late.Cast<int?>().FirstOrDefault(id => ProcessView.Find(id!.Value)?.StartTicks >= own);
    }

    private static bool EnvironmentHas(int process, byte[] mark) =>
        ProcessView.ReadText(process, "environ") is { } environment && environment.AsSpan().IndexOf(mark) >= 0;
}
