using System.Runtime.InteropServices;

namespace Unpause.Cli.Output;

/// <summary>
/// The new content of a file while it is written. It is removed on failure and on signals; only SIGKILL leaves it behind.
/// </summary>
internal sealed class UnfinishedFile : IDisposable
{
    /// <summary>The prefix of its name. The final name is not part of it, because that may have the maximum length already.</summary>
    public const string Prefix = ".unpause-unfinished-";

    /// <summary>Permissions of content that stands where others may look.</summary>
    public const UnixFileMode ForUsOnly = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    private const int BufferBytes = 64 * 1024;

    // SIGXFSZ of Linux: a write over `ulimit -f` must fail, not kill the process and leave the file behind.
    private const PosixSignal FileTooLarge = (PosixSignal)25;

    // Never disposed: .NET handles the signal slightly after the failed write, and the default action would end the process.
    private static PosixSignalRegistration? _fileTooLarge;

    private readonly string _path;
    private readonly OutputFolder _folder;
    private readonly List<PosixSignalRegistration> _signals = [];

    private UnfinishedFile(string path, OutputFolder folder, FileStream stream) => (_path, _folder, Stream) = (path, folder, stream);

    /// <summary>What to write to.</summary>
    public FileStream Stream { get; }

    /// <summary>Makes one.</summary>
    /// <param name="folder">Where; it is ours to dispose of from then on, also when this fails.</param>
    /// <param name="mode">The permissions of the file that it will replace; null for those of a new file.</param>
    public static UnfinishedFile Create(OutputFolder folder, UnixFileMode? mode)
    {
        try
        {
            var path = NameIn(folder);
            var options = new FileStreamOptions
            {
                // O_CREAT | O_EXCL: no link is followed, and no existing file is opened.
                Mode = FileMode.CreateNew,
                Access = FileAccess.ReadWrite,
                Share = FileShare.Read | FileShare.Delete,
                BufferSize = BufferBytes
            };
            if (mode is not null && !OperatingSystem.IsWindows()) options.UnixCreateMode = ForUsOnly;
            var made = new UnfinishedFile(path, folder, new FileStream(path, options));
            made.RemoveOnSignals();
            if (mode is { } wanted && !OperatingSystem.IsWindows()) File.SetUnixFileMode(made.Stream.SafeFileHandle, wanted);
            return made;
        }
        catch
        {
            folder.Dispose();
            throw;
        }
    }

    /// <summary>Creates a file and removes it, to see whether that works and which owner and mode it gets.</summary>
    public static FileStatus? Probe(OutputFolder folder)
    {
        using var probe = new FileStream(
            NameIn(folder), FileMode.CreateNew, FileAccess.Write, FileShare.Read, 0, FileOptions.DeleteOnClose);
        return FileStatus.Read(probe.SafeFileHandle);
    }

    /// <summary>Renames the file in its folder, replacing a file or a link.</summary>
    /// <exception cref="IOException">A folder stands there, or a file that is mounted by itself.</exception>
    public void Rename(string name) => File.Move(_path, _folder.PathOf(name), overwrite: true);

    /// <summary>Renames the file in its folder and keeps the old one under another name, of which an older file is removed.</summary>
    /// <exception cref="IOException">A folder has that name.</exception>
    public void Replace(string name, string old) => File.Replace(_path, _folder.PathOf(name), _folder.PathOf(old));

    /// <summary>Renames the file in its folder to a name that nothing has.</summary>
    /// <returns>Whether nothing had it.</returns>
    public bool TryTake(string name)
    {
        var path = _folder.PathOf(name);
        try
        {
            // link(2) decides: two recordings that end at the same time take two names.
            File.Move(_path, path, overwrite: false);
            return true;
        }
        catch (IOException) when (FileStatus.OfName(path) is not null)
        {
            return false;
        }
    }

    /// <summary>
    /// Copies the content over another file. The part beyond the old length is written first: if the disk is full, the old content
    /// is restored by truncation.
    /// </summary>
    public void CopyOver(FileStream old)
    {
        var (was, length) = (old.Length, Stream.Length);
        if (length > was)
        {
            try
            {
                Copy(old, was, length);
            }
            catch (Exception exception) when (OutputFault.Is(exception))
            {
                old.SetLength(was);
                throw;
            }
        }

        Copy(old, 0, Math.Min(was, length));
        old.SetLength(length);
    }

    /// <summary>From now on a write over the file size limit fails instead of killing the process.</summary>
    public static void OutliveLargeWrites()
    {
        if (OperatingSystem.IsWindows()) return;
        _fileTooLarge ??= PosixSignalRegistration.Create(FileTooLarge, static context => context.Cancel = true);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        Stream.Dispose();
        Remove();
        foreach (var signal in _signals) signal.Dispose();
        _folder.Dispose();
    }

    /// <summary>A name that cannot be guessed: 122 random bits.</summary>
    private static string NameIn(OutputFolder folder) => folder.PathOf($"{Prefix}{Guid.NewGuid():N}");

    private void RemoveOnSignals()
    {
        if (OperatingSystem.IsWindows()) return;
        foreach (var signal in (PosixSignal[])[PosixSignal.SIGINT, PosixSignal.SIGTERM, PosixSignal.SIGHUP, PosixSignal.SIGQUIT])
        {
            _signals.Add(PosixSignalRegistration.Create(signal, _ => Remove()));
        }

        OutliveLargeWrites();
    }

    private void Copy(FileStream to, long start, long end)
    {
        Stream.Position = to.Position = start;
        var block = new byte[BufferBytes];
        for (var left = end - start; left > 0;)
        {
            var read = Stream.Read(block, 0, (int)Math.Min(left, block.Length));
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
            // The folder is gone or no longer writable: the file cannot be removed.
        }
    }
}
