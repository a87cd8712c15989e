namespace Unpause.Cli;

/// <summary>
/// A file to write. What stands in it stays until all of the new content is there: that is written beside it and then takes
/// its name. Where this cannot be (the folder is not writable, or the file has an owner or names that a new one would not
/// have) it is written elsewhere and then copied over the old. Pipes and devices are written to as they are.
/// </summary>
internal sealed class OutputFile : IDisposable
{
    private const int MostLinks = 40;

    private readonly string _path;
    private readonly string _target;
    private readonly OutputPlace _place;
    private readonly UnixFileMode? _mode;
    private readonly bool _replaces;
    private UnfinishedFile? _unfinished;
    private Stream? _stream;

    private OutputFile(
        string path, string target, OutputPlace place, bool replaces = false, UnixFileMode? mode = null, Stream? stream = null) =>
        (_path, _target, _place, _replaces, _mode, _stream) = (path, target, place, replaces, mode, stream);

    /// <summary>What to write to; nothing is made on the disk before this is asked for.</summary>
    /// <exception cref="OutputFailure">There is no room for it.</exception>
    public Stream Stream => _stream ??= Begin();

    /// <summary>Looks whether the file can be written, before any work, and changes nothing.</summary>
    /// <param name="path">As the user gave it.</param>
    /// <param name="option">The option that it was given with.</param>
    /// <exception cref="UserMistake">It cannot be.</exception>
    public static OutputFile Open(string path, string option)
    {
        try
        {
            return Open(path);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new UserMistake($"{option} {path} cannot be written: {exception.Message}");
        }
    }

    /// <summary>All is written: it takes the file's place.</summary>
    /// <exception cref="OutputFailure">It can't: what stood there is kept.</exception>
    public void Keep()
    {
        Stream.Flush();
        try
        {
            // Some file systems have found no room only then; the old content must not go before.
            if (_unfinished is not null && _replaces) _unfinished.Stream.Flush(flushToDisk: true);
            Stream.Dispose();
            _unfinished?.Replace(_target, _place);
        }
        catch (Exception exception) when (OutputFault.Is(exception))
        {
            throw OutputFailure.Of(_path, exception);
        }
    }

    /// <summary>Closes the file; what was not kept is removed.</summary>
    public void Dispose()
    {
        try
        {
            _stream?.Dispose();
        }
        catch (OutputFailure)
        {
            // Who wrote has been told.
        }

        _unfinished?.Dispose();
    }

    private static OutputFile Open(string path)
    {
        if (path is "/dev/stdout" or "/dev/fd/1" or "/proc/self/fd/1") return AsItIs(path, StandardStreams.OpenOutput());
        if (Directory.Exists(path)) throw new IOException("it is a folder");
        var old = FileStatus.Of(path);
        if (old is { Regular: false })
        {
            return AsItIs(
                path, new GuardedStream(path, Always(new FileStream(path, FileMode.Open, FileAccess.Write, FileShare.ReadWrite, 0))));
        }

        var target = Target(path, out var isDescriptor);
        var folder = Path.GetDirectoryName(Path.GetFullPath(target))!;
        if (!Directory.Exists(folder)) throw new IOException($"there is no folder {folder}");
        if (!File.Exists(target))
        {
            RequireNewFile(folder, target);
            return new OutputFile(path, target, OutputPlace.Beside);
        }

        new FileStream(target, FileMode.Open, FileAccess.Write, FileShare.ReadWrite, 0).Dispose();
        var beside = !isDescriptor && CanTakeThePlaceOf(folder, old);
        return new OutputFile(path, target, beside
            ? OutputPlace.Beside
            : OutputPlace.Over, true, OperatingSystem.IsWindows() ? null : File.GetUnixFileMode(target));
    }

    private static OutputFile AsItIs(string path, Stream stream) => new(path, path, OutputPlace.Beside, stream: stream);

    private static Func<Stream> Always(Stream stream) => () => stream;

    /// <summary>
    /// The file that links lead to. A link of /proc to an open file has its path, but the one who opened it wants that file and no new one.
    /// </summary>
    private static string Target(string path, out bool isDescriptor)
    {
        isDescriptor = false;
        for (var links = 0; links < MostLinks; links++)
        {
            isDescriptor |= OperatingSystem.IsLinux()
                && (path.StartsWith("/proc/", StringComparison.Ordinal) || path.StartsWith("/dev/fd/", StringComparison.Ordinal));
            if (new FileInfo(path).LinkTarget is not { } next) return path;
            path = Path.Combine(Path.GetDirectoryName(path) ?? "", next);
        }

        throw new IOException("links lead in a circle");
    }

    private static void RequireNewFile(string folder, string target)
    {
        try
        {
            UnfinishedFile.Probe(folder);
        }
        catch (UnauthorizedAccessException exception)
        {
            // The same with the name that the user knows.
            throw new UnauthorizedAccessException($"Access to the path '{target}' is denied.", exception);
        }
        catch (IOException exception)
        {
            throw new IOException(OutputFault.Reason(exception), exception);
        }
    }

    /// <summary>Whether a new file in the folder would be the same to everybody else: one name, the same owner and group.</summary>
    private static bool CanTakeThePlaceOf(string folder, FileStatus? old)
    {
        try
        {
            var made = UnfinishedFile.Probe(folder);
            return old is not { } was || (was.Names == 1 && made?.User == was.User && made?.Group == was.Group);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    private GuardedStream Begin()
    {
        var folder = _place == OutputPlace.Beside ? Path.GetDirectoryName(Path.GetFullPath(_target))! : Path.GetTempPath();
        try
        {
            _unfinished = UnfinishedFile.Create(folder, _place == OutputPlace.Beside ? _mode : UnfinishedFile.ForUsOnly);
        }
        catch (Exception exception) when (OutputFault.Is(exception))
        {
            throw OutputFailure.Of(_path, exception);
        }

        return new GuardedStream(_path, Always(_unfinished.Stream));
    }
}
