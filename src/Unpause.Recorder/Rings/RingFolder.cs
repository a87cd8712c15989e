using Microsoft.Win32.SafeHandles;
using Unpause.Recordings.Rings;

namespace Unpause.Recorder.Rings;

/// <summary>The folder of a ring, in which only its recorder writes below <c>live</c>.</summary>
[SupportedOSPlatform("linux")]
internal sealed class RingFolder : IDisposable
{
    /// <summary>Of recordings.</summary>
    public const UnixFileMode Readable = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead | UnixFileMode.OtherRead;
    private const UnixFileMode Listed = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute
        | UnixFileMode.GroupRead | UnixFileMode.GroupExecute | UnixFileMode.OtherRead | UnixFileMode.OtherExecute;

    private const string LockName = "lock", NewName = "processes.new";

    private readonly string _live;
    private readonly SafeFileHandle _lock;
    private ReadOnlyMemory<byte> _written;

    private RingFolder(string live, SafeFileHandle locked) => (_live, _lock) = (live, locked);

    /// <summary>Opens it for one recorder.</summary>
    /// <exception cref="ObstacleException">Another one records there, or it cannot be written.</exception>
    public static RingFolder Open(string folder)
    {
        var live = Path.Combine(folder, RingIndex.LiveFolder);
        try
        {
            Directory.CreateDirectory(live);
            Show(live);
            var locked = File.OpenHandle(Path.Combine(live, LockName), FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.ReadWrite);
            if (FileCalls.TryLock(locked)) return new RingFolder(live, locked);
            locked.Dispose();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new ObstacleException($"the ring {folder} cannot be used: {SystemFault.Reason(e)}");
        }

        throw new ObstacleException(new Obstacle(
            $"another unpause watch records into the ring {folder}", "end that one, or use another folder with --ring"));
    }

    /// <summary>The path of a process's folder; it is made.</summary>
    public string Of(string key)
    {
        var path = Path.Combine(_live, key);
        Directory.CreateDirectory(path);
        Show(path);
        return path;
    }

    /// <summary>Names of processes' folders, of this recorder and of earlier ones.</summary>
    public IEnumerable<string> Keys() => Directory.EnumerateDirectories(_live).Select(path => Path.GetFileName(path)!);

    /// <summary>Makes a folder readable for the judge, whatever the umask.</summary>
    public static void Show(string folder)
    {
        try
        {
            if (Directory.Exists(folder)) File.SetUnixFileMode(folder, Listed);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Shown the next time.
        }
    }

    /// <summary>Replaces the index if it changed.</summary>
    public void Write(RingIndex index)
    {
        var bytes = index.ToBytes();
        if (bytes.Span.SequenceEqual(_written.Span)) return;
        var path = Path.Combine(_live, NewName);
        File.WriteAllBytes(path, bytes.Span);
        File.SetUnixFileMode(path, Readable);
        File.Move(path, Path.Combine(_live, RingIndex.FileName), overwrite: true);
        _written = bytes;
    }

    /// <summary>Removes a folder with its files, as far as possible.</summary>
    public static void Remove(string path)
    {
        try
        {
            if (Directory.Exists(path)) Directory.Delete(path, recursive: true);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Tried again at the next start.
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _lock.Dispose();
}
