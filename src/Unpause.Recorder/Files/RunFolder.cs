using Microsoft.Win32.SafeHandles;

namespace Unpause.Recorder.Files;

/// <summary>
/// The temporary folder of one run or recording. It contains the recording, which is private (0700), and files that programs must read.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed class RunFolder
{
    /// <summary>Start of the folder's name.</summary>
    public const string Prefix = "unpause-";

    /// <summary>rwxr-xr-x.</summary>
    public const UnixFileMode ReadableByAll = EnterableByAll | UnixFileMode.GroupRead | UnixFileMode.OtherRead;

    private const UnixFileMode EnterableByAll = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute
        | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute;

    /// <summary>Start of the name of the folder to which programs of other users add files.</summary>
    public const string DropPrefix = "looks-";

    /// <summary>Name of the recording's folder.</summary>
    public const string RecordingName = "recording";

    /// <summary>Space that a recording leaves free on a file system.</summary>
    public const long LeastFreeBytes = 64L * 1024 * 1024;

    private readonly FolderHandle _parent;
    private readonly FolderHandle _folder;
    private readonly string _name;
    private readonly string _path;
    private readonly SafeFileHandle _lock;
    private string? _dropName;

    private RunFolder(
        FolderHandle parent, FolderHandle folder, string name, string path, FolderHandle recording, SafeFileHandle locked)
    {
        (_parent, _folder, _name, _path, _lock) = (parent, folder, name, path, locked);
        Recording = recording;
    }

    public FolderHandle Recording { get; }

    public string RecordingPath => $"{_path}/{RecordingName}";

    /// <summary>The folder to which programs of other users add files; null when none was created.</summary>
    public FolderHandle? Drop { get; private set; }

    /// <summary>Creates a new folder in TMPDIR, or else in /tmp or /var/tmp. Null when none of them is usable.</summary>
    /// <param name="forOthers">Whether processes of other users may have to read files next to the recording.</param>
    public static RunFolder? Create(bool forOthers)
    {
        foreach (var parent in Parents())
        {
            if (Make(System.IO.Path.GetFullPath(parent), forOthers) is { } made) return made;
        }

        return null;
    }

    /// <summary>Checks whether a folder could be created, without creating one.</summary>
    /// <exception cref="ObstacleException">It could not.</exception>
    public static void CheckRoom()
    {
        const int WriteAccess = 2;
        if (!Parents().Any(parent => LibC.MayAccess(parent, WriteAccess)))
            throw new ObstacleException("none of TMPDIR, /tmp and /var/tmp is writable with 64 MB free");
    }

    /// <summary>Whether a file system has enough free space for a recording.</summary>
    public static bool HasRoom(string folder)
    {
        try
        {
            return new DriveInfo(folder).AvailableFreeSpace >= LeastFreeBytes;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            return false;
        }
    }

    /// <summary>The same for an open folder.</summary>
    public static bool HasRoom(FolderHandle folder) => folder.FreeBytes >= LeastFreeBytes;

    /// <summary>Creates a folder of files next to the recording that every program of the run may read. Returns its path.</summary>
    /// <exception cref="IOException">It can't be written.</exception>
    public string MakeReadable(string name, IReadOnlyDictionary<string, byte[]> files)
    {
        const UnixFileMode FileReadableByAll =
            UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead | UnixFileMode.OtherRead;
        using var folder = _folder.MakeFolder(name) ?? throw new IOException($"{_path}/{name} can't be created");
        foreach (var (file, content) in files)
        {
            using var handle = folder.MakeFile(file) ?? throw new IOException($"{_path}/{name}/{file} can't be created");
            RandomAccess.Write(handle, content, 0);
            File.SetUnixFileMode(handle, FileReadableByAll);
        }

        folder.SetMode(ReadableByAll);
        return $"{_path}/{name}";
    }

    /// <summary>
    /// Creates a folder next to the recording to which every program of the run may add files, whatever its user. Nobody else can list
    /// it or remove another user's files (1733). Its unpredictable name is passed to the run's programs only. There is one folder. Returns
    /// its path.
    /// </summary>
    /// <exception cref="IOException">It can't be created.</exception>
    public string MakeDrop()
    {
        if (Drop is not null) return $"{_path}/{_dropName}";
        const UnixFileMode AddedToByAll = EnterableByAll | UnixFileMode.GroupWrite | UnixFileMode.OtherWrite | UnixFileMode.StickyBit;
        Drop = _folder.MakeFolder(DropPrefix, out var name) ?? throw new IOException($"no folder can be created in {_path}");
        Drop.SetMode(AddedToByAll);
        _dropName = name;
        return $"{_path}/{name}";
    }

    /// <summary>Removes everything. Returns whether it is gone.</summary>
    public bool Remove() => RemoveAll() is null;

    /// <summary>Leaves the folder to the user: no later recorder removes it.</summary>
    public void Leave() => _folder.Remove(StaleFolders.LockName);

    /// <summary>Removes as much as possible. Returns the path of what stays; null for nothing.</summary>
    public string? RemoveAll()
    {
        var stays = RemoveDrop();
        var gone = _folder.Clear(except: stays is null ? null : _dropName);
        _lock.Dispose();
        if (stays is not null && gone) return stays;
        return gone && _parent.RemoveFolder(_name, _folder) ? null : _path;
    }

    private string? RemoveDrop()
    {
        if (Drop is null || _dropName is null) return null;
        var path = $"{_path}/{_dropName}";
        if (DropFolder.Clear(Drop) is { } name) return name.All(IsPlain) ? $"{path}/{name}" : path;
        return _folder.RemoveFolder(_dropName, Drop) ? null : path;
    }

    /// <summary>Another user may have chosen the name, and a terminal shows it.</summary>
    private static bool IsPlain(char character) => char.IsAsciiLetterOrDigit(character) || character is '-' or '_' or '.';

    private static IEnumerable<string> Parents() =>
        ((string?[])[Environment.GetEnvironmentVariable("TMPDIR"), "/tmp", "/var/tmp"])
        .OfType<string>().Where(parent => parent.Length > 0 && IsUsable(parent));

    // The path is passed in PYTHONPATH, JDK_JAVA_OPTIONS and -Xlog, each with its own special characters.
    private static bool IsUsable(string parent) =>
        !parent.AsSpan().ContainsAny(":'\"%\n\uFFFD") && HasRoom(parent) && TrustedPath.Is(parent);

    private static RunFolder? Make(string parent, bool forOthers)
    {
        var held = FolderHandle.Open(parent);
        if (held is null) return null;
        StaleFolders.Remove(held, Prefix, FileCalls.OwnUser(), StaleFolders.ClearRunFolder);
        if (held.MakeFolder(Prefix, out var name) is { } folder)
        {
            if (StaleFolders.Lock(folder) is { } locked)
            {
                if (folder.MakeFolder(RecordingName) is { } recording)
                {
                    if (forOthers) folder.SetMode(EnterableByAll);
                    return new RunFolder(held, folder, name, System.IO.Path.Combine(parent, name), recording, locked);
                }

                locked.Dispose();
            }

            folder.Dispose();
        }

        held.Dispose();
        return null;
    }
}

/// <summary>
/// Empties a folder to which every user may add entries. An empty folder in it is removed by name. A folder with content is emptied only
/// if its owner could do that too: then it does not matter what the owner moves into it at the same time.
/// </summary>
/// <remarks>
/// Everything is done through descriptors of folders that were opened without following links or mounts (openat2, Linux 5.6), and whose
/// owner was checked through the descriptor. A user can move another user's folder here (rename(2) requires write access to both parents
/// and to the folder), but that folder keeps its owner and is not entered.
/// </remarks>
[SupportedOSPlatform("linux")]
internal static class DropFolder
{
    private const uint Root = 0;
    private const int MostDepth = 16, MostEntries = 10_000;

    /// <summary>Removes the content. Returns the name of an entry that could not be removed; null if there is none.</summary>
    public static string? Clear(FolderHandle drop)
    {
        string? stays = null;
        var left = MostEntries;
        foreach (var name in drop.Names().ToList())
        {
            if (drop.Remove(name) || drop.RemoveFolder(name)) continue;
            using var folder = drop.FolderOnSameMount(name);
            if (folder is { Facts.User: not Root and var owner } && Empty(folder, owner, MostDepth, ref left) && drop.RemoveFolder(name))
                continue;
            stays ??= name;
        }

        return stays;
    }

    private static bool Empty(FolderHandle folder, uint owner, int depth, ref int left)
    {
        foreach (var name in folder.Names().Take(left).ToList())
        {
            left--;
            if (folder.Remove(name) || folder.RemoveFolder(name)) continue;
            if (depth == 0 || left <= 0) return false;
            using var below = folder.FolderOnSameMount(name);
            if (below is null || below.Facts.User != owner || !Empty(below, owner, depth - 1, ref left)) return false;
            if (!folder.RemoveFolder(name)) return false;
        }

        return true;
    }
}
