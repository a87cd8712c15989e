using Microsoft.Win32.SafeHandles;

namespace Unpause.Cli.Output;

/// <summary>
/// A file to write, with our own rights. New content is written to a file with a random name in the same folder, which is then renamed.
/// When that is impossible (the folder is not writable, or the file has an owner or hard links that a new one would not have),
/// the content is written elsewhere and copied over the old, unless another user may have created the old file.
/// Pipes and devices are written to directly.
/// </summary>
internal sealed class OwnOutputFile : OutputFile
{
    // The permissions that are kept from the old file: a report is never executable.
    private const UnixFileMode Access = (UnixFileMode)0x1ff;

    /// <summary>Added to the name of old content that is kept.</summary>
    private const string OldEnding = ".old";

    /// <summary>Most names that are tried for content that must not replace another.</summary>
    private const int MostNames = 1000;

    private readonly string _path;
    private readonly OldContent _old;
    private OutputTarget? _target;
    private OutputPlace _place;
    private UnfinishedFile? _unfinished;
    private Stream? _stream;

    private FileStream? _pipe;

    private OwnOutputFile(string path, Stream? stream = null, OldContent old = OldContent.Replaced) =>
        (_path, _stream, _old, KeptAs) = (path, stream, old, path);

    /// <inheritdoc/>
    public override Stream Stream => _stream ??= Begin();

    /// <inheritdoc/>
    public override SafeFileHandle Handle
    {
        get
        {
            _stream ??= Begin();
            return (_unfinished?.Stream ?? _pipe)?.SafeFileHandle ?? throw new IOException("it has no file descriptor");
        }
    }

    /// <summary>Looks whether the file can be written, before any work, and changes nothing.</summary>
    /// <param name="path">As the user gave it.</param>
    /// <param name="named">Whether the user named it: then it may be a pipe or a device.</param>
    /// <param name="content">What happens to old content.</param>
    /// <exception cref="IOException">It cannot be.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be.</exception>
    public static OwnOutputFile Open(string path, bool named, OldContent content)
    {
        using var target = OutputTarget.Find(path);
        if (target.Old is not { Kind: FileKind.Other } old)
        {
            PlaceIn(target, content, out _);
            return new OwnOutputFile(path, old: content);
        }

        if (!named) throw new IOException("it is a pipe or a device");
        if (target.Folder.MayBeStrange(old)) throw new IOException("it is a pipe of another user, in a folder that others may write to");
        var pipe = target.OpenOld(waits: true);
        return new OwnOutputFile(path, new GuardedStream(path, () => pipe)) { _pipe = pipe };
    }

    /// <summary>Standard output, by one of the names of its descriptor.</summary>
    public static OwnOutputFile OfStandardOutput(string path) => new(path, StandardStreams.OpenOutput());

    /// <summary>The device of Windows that drops what is written to it, and that no name in a folder stands for.</summary>
    public static OwnOutputFile OfNothing(string path) => new(path, Stream.Null);

    /// <inheritdoc/>
    public override void Keep()
    {
        Stream.Flush();
        if (_unfinished is null) return;
        try
        {
            // Some file systems report a full disk only at fsync. The old content must stay until then.
            if (_target!.Old is not null) _unfinished.Stream.Flush(flushToDisk: true);
            if (_old == OldContent.Stays)
            {
                TakeFreeName();
                return;
            }

            if (_place == OutputPlace.Beside && TryRename()) return;
            using var old = _target.OpenOld(waits: false);
            _unfinished.CopyOver(old);
        }
        catch (Exception exception) when (OutputFault.Is(exception))
        {
            throw OutputFailure.Create(_path, exception);
        }
    }

    /// <inheritdoc/>
    public override void Dispose()
    {
        try
        {
            _stream?.Dispose();
        }
        catch (OutputFailure)
        {
            // The writer has already reported the failure.
        }

        _unfinished?.Dispose();
        _target?.Dispose();
    }

    /// <summary>How the new content will come there.</summary>
    /// <param name="mode">Its permissions; null for those of a new file.</param>
    private static OutputPlace PlaceIn(OutputTarget target, OldContent content, out UnixFileMode? mode)
    {
        mode = null;
        switch (target.Old)
        {
            case { Kind: FileKind.Regular } when content == OldContent.Stays:
                RequireNewFile(target);
                return OutputPlace.Beside;
            case { Kind: FileKind.Folder }: throw new IOException("it is a folder");
            case { Kind: FileKind.Other }: throw new IOException("it is a pipe or a device");
            case { Kind: FileKind.Regular } old when !target.Folder.MayBeStrange(old):
                target.RequireWritable();
                if (IsOneOfItsKind(target.Folder, old) && !OperatingSystem.IsWindows()) mode = old.Permissions & Access;
                return !target.IsDescriptor && CanTakeThePlaceOf(target.Folder, old) ? OutputPlace.Beside : OutputPlace.Over;
            case { } strange when !target.Folder.LetsReplace(strange):
                throw new UnauthorizedAccessException("it belongs to another user, in a folder where only its owner can replace it");
            default:
                RequireNewFile(target);
                return OutputPlace.Beside;
        }
    }

    private static void RequireNewFile(OutputTarget target)
    {
        try
        {
            UnfinishedFile.Probe(target.Folder);
        }
        catch (UnauthorizedAccessException exception)
        {
            // The same exception with the path that the user knows.
            throw new UnauthorizedAccessException($"Access to the path '{target.Shown}' is denied.", exception);
        }
        catch (IOException exception)
        {
            throw new IOException(OutputFault.Reason(exception), exception);
        }
    }

    /// <summary>Whether no other user can have created or linked the file.</summary>
    private static bool IsOneOfItsKind(OutputFolder folder, FileStatus old) => folder.IsOurs || old.Names == 1;

    /// <summary>Whether a new file in the folder would be the same to everybody else: one name, the same owner and group.</summary>
    private static bool CanTakeThePlaceOf(OutputFolder folder, FileStatus old)
    {
        try
        {
            var made = UnfinishedFile.Probe(folder);
            return !folder.IsOurs || (old.Names == 1 && made?.User == old.User && made?.Group == old.Group);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    /// <summary>False when the target cannot be replaced although its folder is writable, for example a bind-mounted file.</summary>
    private bool TryRename()
    {
        try
        {
            if (_old == OldContent.Kept && _target!.Old is { Kind: FileKind.Regular } kept && !_target.Folder.MayBeStrange(kept))
            {
                _unfinished!.Replace(_target.Name, _target.Name + OldEnding);
                OldKeptAs = _path + OldEnding;
            }
            else
            {
                _unfinished!.Rename(_target!.Name);
            }

            return true;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException
            && _target!.Old is { Kind: FileKind.Regular } old && !_target.Folder.MayBeStrange(old))
        {
            return false;
        }
    }

    /// <summary>Takes the first name that no file has: <c>page.html</c>, <c>page-2.html</c> and so on.</summary>
    /// <exception cref="IOException">All are taken.</exception>
    private void TakeFreeName()
    {
        var (name, ending) = (Path.GetFileNameWithoutExtension(_target!.Name), Path.GetExtension(_target.Name));
        for (var number = 1; number <= MostNames; number++)
        {
            var tried = number == 1 ? _target.Name : $"{name}-{number}{ending}";
            if (!_unfinished!.TryTake(tried)) continue;
            if (number > 1) KeptAs = Path.Combine(Path.GetDirectoryName(_path) ?? "", tried);
            return;
        }

        throw new IOException($"{name}{ending} to {name}-{MostNames}{ending} exist already");
    }

    private GuardedStream Begin()
    {
        try
        {
            // Try once more: in a private folder, any change since then was made by the user.
            _target = OutputTarget.Find(_path);
            _place = PlaceIn(_target, _old, out var mode);
            _unfinished = _place == OutputPlace.Beside
                ? UnfinishedFile.Create(OutputFolder.Open(_target.Folder.PathOf("."), _target.Folder.Shown), mode)
                : UnfinishedFile.Create(OutputFolder.Open(Path.GetTempPath(), Path.GetTempPath()), UnfinishedFile.ForUsOnly);
        }
        catch (Exception exception) when (OutputFault.Is(exception))
        {
            throw OutputFailure.Create(_path, exception);
        }

        var stream = _unfinished.Stream;
        return new GuardedStream(_path, () => stream);
    }
}

/// <summary>How new content replaces the old.</summary>
internal enum OutputPlace
{
    /// <summary>Written to a new file in the same folder, which is then renamed.</summary>
    Beside,

    /// <summary>Written to a temporary file, whose content is then copied over the old.</summary>
    Over,
}

/// <summary>Why an output cannot be written, in the system's terms.</summary>
internal static class OutputFault
{
    // errno of Linux. .NET reports values that have no exception type as the HResult.
    private const int NoSpace = 28, TooLarge = 27, OverQuota = 122;

    /// <summary>Whether it is the output's fault.</summary>
    public static bool Is(Exception exception) => exception is IOException or UnauthorizedAccessException || IsTooLarge(exception);

    /// <summary>The reason without a path: the failed file may be a temporary one that the user never named.</summary>
    public static string Reason(Exception exception)
    {
        return IsTooLarge(exception) ? "the file would exceed the size limit" : SystemFault.Reason(exception);
    }

    /// <summary>Whether the disk is full, or a size limit or quota is reached.</summary>
    public static bool IsFull(IOException exception) =>
        !OperatingSystem.IsWindows() && exception.HResult is NoSpace or TooLarge or OverQuota;

    /// <summary>.NET's exception for EFBIG: over <c>ulimit -f</c> or over the file system's limit.</summary>
    private static bool IsTooLarge(Exception exception) => exception is ArgumentOutOfRangeException;
}
