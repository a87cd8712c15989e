using Microsoft.Win32.SafeHandles;

namespace Unpause.Cli;

/// <summary>
/// What a path below an open folder leads to, one name at a time, each by the descriptor of the folder before it. A link is followed
/// only where nobody but we and root can have put it. A file with several names is taken only where its owner or we put it: another
/// user can give a file a second name where the kernel's fs.protected_hardlinks is 0.
/// </summary>
/// <remarks>
/// openat2(2) could refuse all links (RESOLVE_NO_SYMLINKS), but not those of other users alone: a user's own <c>current.log</c> is read.
/// </remarks>
internal sealed class FoundPath : IDisposable
{
    // MAXSYMLINKS of linux/namei.h.
    private const int MostLinks = 40;

    private const string OfAnother = "a link that another user may have made: name it yourself to read it";
    private const string SeveralNames =
        "a file with several names (hard links), in a folder of another user or one that others may write to: name it yourself to read it";

    private FoundPath(SafeFileHandle? handle, FileStatus? status, string? refusal) =>
        (Handle, Status, Refusal) = (handle, status, refusal);

    /// <summary>What it leads to, not opened for reading (O_PATH); null for nothing.</summary>
    public SafeFileHandle? Handle { get; }

    /// <summary>What that is; null for nothing.</summary>
    public FileStatus? Status { get; }

    /// <summary>Why it is not to be read although it is there; null where it may be.</summary>
    public string? Refusal { get; }

    /// <summary>Follows a path.</summary>
    /// <param name="start">The folder that it starts in.</param>
    /// <param name="path">A relative path.</param>
    /// <param name="followLinks">Whether links that only we and root can have made are followed.</param>
    public static FoundPath Hold(SafeFileHandle start, string path, bool followLinks = true)
    {
        var names = new Stack<string>();
        Add(names, path);
        var (folder, links) = (PlainOpen.Entry(start, "."), 0);
        while (folder is not null && names.TryPop(out var name))
        {
            var entry = PlainOpen.Entry(folder, name);
            if (entry is null || FileStatus.Of(entry) is not { } found) return Nothing(folder, entry);
            if (found.Kind == FileKind.Link)
            {
                using (entry)
                {
                    if (!followLinks || !OutputFolder.IsOnlyOurs(folder)) return Refused(folder, OfAnother);
                    if (++links > MostLinks || PlainOpen.TargetOf(entry) is not { } target) return Nothing(folder, null);
                    Add(names, target);
                    if (!target.StartsWith('/')) continue;
                    folder.Dispose();
                    folder = PlainOpen.Folder("/");
                    continue;
                }
            }

            using (folder)
            {
                if (found is { Kind: FileKind.Regular, Names: > 1 } && !IsOfFolder(found, folder)) return Refused(entry, SeveralNames);
            }

            folder = entry;
        }

        return new FoundPath(folder, folder is null ? null : FileStatus.Of(folder), null);
    }

    /// <summary>Opens a file to read it. It is known what it is before: opening a device can do something.</summary>
    /// <inheritdoc cref="Hold"/>
    /// <param name="shown">The path as the user knows it.</param>
    /// <exception cref="IOException">It cannot be opened, or is no file.</exception>
    public static FileStream Open(SafeFileHandle start, string path, string shown, bool followLinks)
    {
        using var found = Hold(start, path, followLinks);
        if (found.Refusal is { } reason) throw new IOException(reason);
        if (found is not { Handle: { } file, Status.Kind: FileKind.Regular }) throw new IOException($"{shown} is no file");
        return PlainOpen.Held(file, shown);
    }

    /// <inheritdoc/>
    public void Dispose() => Handle?.Dispose();

    private static bool IsOfFolder(FileStatus file, SafeFileHandle folder) => OutputFolder.IsOnlyOurs(folder)
        || (FileStatus.Of(folder) is { } status && OutputFolder.IsClosed(status) && status.User == file.User);

    private static void Add(Stack<string> names, string path)
    {
        foreach (var name in path.Split('/', StringSplitOptions.RemoveEmptyEntries).Reverse()) names.Push(name);
    }

    private static FoundPath Nothing(SafeFileHandle folder, SafeFileHandle? entry)
    {
        folder.Dispose();
        entry?.Dispose();
        return new FoundPath(null, null, null);
    }

    private static FoundPath Refused(SafeFileHandle held, string why)
    {
        held.Dispose();
        return new FoundPath(null, null, why);
    }
}
