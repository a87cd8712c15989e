using System.Runtime.Versioning;
using Microsoft.Win32.SafeHandles;
using Unpause.Recorder.Posix;

namespace Unpause.Recorder.Files;

/// <summary>
/// The temporary folder of one run or recording. In it stand the recording, which is ours alone (0700), and what programs must read.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed class RunFolder
{
    /// <summary>What the folder's name begins with.</summary>
    public const string Prefix = "unpause-";

    /// <summary>rwxr-xr-x.</summary>
    public const UnixFileMode ReadableByAll = EnterableByAll | UnixFileMode.GroupRead | UnixFileMode.OtherRead;

    private const UnixFileMode EnterableByAll = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute
        | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute;

    /// <summary>What the name of the folder begins with into which programs of other users put files.</summary>
    public const string DropPrefix = "looks-";

    /// <summary>The recording's folder in it.</summary>
    public const string RecordingName = "recording";

    /// <summary>What a recording leaves free in a file system.</summary>
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

    /// <summary>The recording's folder.</summary>
    public FolderHandle Recording { get; }

    /// <summary>Its path.</summary>
    public string RecordingPath => $"{_path}/{RecordingName}";

    /// <summary>The folder into which programs of other users put files; null when none was made.</summary>
    public FolderHandle? Drop { get; private set; }

    /// <summary>Makes a fresh folder below TMPDIR, or where that can't be used below /tmp or /var/tmp. Null when nowhere.</summary>
    /// <param name="forOthers">Whether processes of other users may have to read what is beside the recording.</param>
    public static RunFolder? Create(bool forOthers)
    {
        foreach (var parent in Parents())
        {
            if (Make(System.IO.Path.GetFullPath(parent), forOthers) is { } made) return made;
        }

        return null;
    }

    /// <summary>Looks whether a folder could be made; makes none.</summary>
    /// <exception cref="ObstacleException">It couldn't.</exception>
    public static void CheckRoom()
    {
        const int WriteAccess = 2;
        if (!Parents().Any(parent => LibC.MayAccess(parent, WriteAccess)))
            throw new ObstacleException("none of TMPDIR, /tmp and /var/tmp is writable with 64 MB free");
    }

    /// <summary>Whether a file system has room for a recording.</summary>
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

    /// <summary>The same of an open folder.</summary>
    public static bool HasRoom(FolderHandle folder) => folder.FreeBytes >= LeastFreeBytes;

    /// <summary>Makes a folder of files beside the recording that every program of the run may read. Returns its path.</summary>
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
    /// Makes a folder beside the recording into which every program of the run may put files of its own, whatever its user is. Nobody can
    /// list it or remove another's files (1733), and its name, which cannot be guessed, is told to the run's programs alone. Returns its
    /// path.
    /// </summary>
    /// <exception cref="IOException">It can't be made.</exception>
    public string MakeDrop()
    {
        const UnixFileMode AddedToByAll = EnterableByAll | UnixFileMode.GroupWrite | UnixFileMode.OtherWrite | UnixFileMode.StickyBit;
        Drop = _folder.MakeFolder(DropPrefix, out var name) ?? throw new IOException($"no folder can be created in {_path}");
        Drop.SetMode(AddedToByAll);
        _dropName = name;
        return $"{_path}/{name}";
    }

    /// <summary>Removes all of it. Whether it is gone.</summary>
    public bool Remove() => RemoveAll() is null;

    /// <summary>Leaves it to the user: no later recorder removes it.</summary>
    public void Leave() => _folder.Remove(StaleFolders.LockName);

    /// <summary>Removes all that can be removed. Returns the path of what stays; null for nothing.</summary>
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

    /// <summary>Another user chose the name, which a terminal shows.</summary>
    private static bool IsPlain(char character) => char.IsAsciiLetterOrDigit(character) || character is '-' or '_' or '.';

    private static IEnumerable<string> Parents() =>
        ((string?[])[Environment.GetEnvironmentVariable("TMPDIR"), "/tmp", "/var/tmp"])
        .OfType<string>().Where(parent => parent.Length > 0 && IsUsable(parent));

    // The folder's name goes through PYTHONPATH, JDK_JAVA_OPTIONS and -Xlog, each with its own special characters.
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
