using System.Runtime.InteropServices;

namespace Unpause.Cli;

/// <summary>
/// New content of a file while it is written. It goes when it is not wanted, also when a signal ends us; only SIGKILL leaves it.
/// </summary>
internal sealed class UnfinishedFile : IDisposable
{
    /// <summary>The beginning of its name, the same for every file: a file's own name may be as long as names may be.</summary>
    public const string Prefix = ".unpause-unfinished-";

    /// <summary>Permissions of content that stands where others may look.</summary>
    public const UnixFileMode ForUsOnly = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    private const int BufferBytes = 64 * 1024;

    // SIGXFSZ of Linux: a write beyond `ulimit -f` is a failed write, and no reason to die with the file left behind.
    private const PosixSignal FileTooLarge = (PosixSignal)25;

    // Never disposed of: the signal is looked at a moment later than the write fails, and would end us then.
    private static PosixSignalRegistration? _fileTooLarge;

    private readonly string _path;
    private readonly List<PosixSignalRegistration> _signals = [];

    private UnfinishedFile(string path, FileStream stream) => (_path, Stream) = (path, stream);

    /// <summary>What to write to.</summary>
    public FileStream Stream { get; }

    /// <summary>Makes one.</summary>
    /// <param name="folder">Where.</param>
    /// <param name="mode">The permissions of the file that it will replace; null for those of a new file.</param>
    public static UnfinishedFile Create(string folder, UnixFileMode? mode)
    {
        var path = NameIn(folder);
        var options = new FileStreamOptions
        {
            Mode = FileMode.CreateNew,
            Access = FileAccess.ReadWrite,
            Share = FileShare.Read,
            BufferSize = BufferBytes
        };
        if (mode is not null && !OperatingSystem.IsWindows()) options.UnixCreateMode = ForUsOnly;
        var made = new UnfinishedFile(path, new FileStream(path, options));
        made.RemoveOnSignals();
        if (mode is { } wanted && !OperatingSystem.IsWindows()) File.SetUnixFileMode(made.Stream.SafeFileHandle, wanted);
        return made;
    }

    /// <summary>Makes one and removes it, to see whether that can be and what it would be.</summary>
    public static FileStatus? Probe(string folder)
    {
        var path = NameIn(folder);
        using var probe = new FileStream(path, FileMode.CreateNew, FileAccess.Write, FileShare.Read, 0, FileOptions.DeleteOnClose);
        return FileStatus.Of(path);
    }

    /// <summary>Puts the content, which is whole, into the place of another file.</summary>
    public void Replace(string target, OutputPlace place)
    {
        if (place == OutputPlace.Beside && TryRename(target)) return;
        Overwrite(target);
        File.Delete(_path);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        Stream.Dispose();
        Remove();
        foreach (var signal in _signals) signal.Dispose();
    }

    private static string NameIn(string folder) => Path.Combine(folder, $"{Prefix}{Guid.NewGuid():N}");

    private void RemoveOnSignals()
    {
        if (OperatingSystem.IsWindows()) return;
        foreach (var signal in (PosixSignal[])[PosixSignal.SIGINT, PosixSignal.SIGTERM, PosixSignal.SIGHUP, PosixSignal.SIGQUIT])
        {
            _signals.Add(PosixSignalRegistration.Create(signal, _ => Remove()));
        }

        _fileTooLarge ??= PosixSignalRegistration.Create(FileTooLarge, static context => context.Cancel = true);
    }

    /// <summary>False where the target can't be replaced although its folder is writable, as a file that is mounted by itself.</summary>
    private bool TryRename(string target)
    {
        try
        {
            File.Move(_path, target, overwrite: true);
            return true;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException
            && File.Exists(target) && File.Exists(_path))
        {
            return false;
        }
    }

    /// <summary>
    /// What the new content is longer by is written first: when there is no room for it, the old is whole again without it.
    /// </summary>
    private void Overwrite(string target)
    {
        using var from = new FileStream(_path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, BufferBytes);
        using var to = new FileStream(target, FileMode.Open, FileAccess.Write, FileShare.ReadWrite, 0);
        var (old, length) = (to.Length, from.Length);
        if (length > old)
        {
            try
            {
                Copy(from, to, old, length);
            }
            catch (Exception exception) when (OutputFault.Is(exception))
            {
                to.SetLength(old);
                throw;
            }
        }

        Copy(from, to, 0, Math.Min(old, length));
        to.SetLength(length);
    }

    private static void Copy(FileStream from, FileStream to, long start, long end)
    {
        from.Position = to.Position = start;
        var block = new byte[BufferBytes];
        for (var left = end - start; left > 0;)
        {
            var read = from.Read(block, 0, (int)Math.Min(left, block.Length));
            if (read == 0) throw new EndOfStreamException();
            to.Write(block, 0, read);
            left -= read;
        }
    }

    private void Remove()
    {
        try
        {
            File.Delete(_path);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // The folder is gone, or no longer ours: nothing more can be done.
        }
    }
}
