using System.Runtime.Versioning;
using Microsoft.Win32.SafeHandles;

namespace Unpause.Cli.Sessions;

/// <summary>
/// Resolves a path below an open folder, one component at a time, each by the descriptor of its parent. A link is followed only if
/// we or root must have created it. A file with several hard links is accepted only if its owner or we created this one: another
/// user can create a hard link when the kernel's fs.protected_hardlinks is 0.
/// </summary>
/// <remarks>
/// openat2(2) can refuse all links (RESOLVE_NO_SYMLINKS), but not only those of other users, and a user's own <c>current.log</c> is
/// supported.
/// </remarks>
[SupportedOSPlatform("linux")]
internal sealed class FoundPath : IDisposable
{
    // MAXSYMLINKS of linux/namei.h.
    private const int MostLinks = 40;

    private const string OfAnother = "a link that another user may have created: name it on the command line to read it";
    private const string SeveralNames =
        "a file with several hard links in a folder that other users can write to: name it on the command line to read it";

    private FoundPath(SafeFileHandle? handle, FileStatus? status, string? refusal) =>
        (Handle, Status, Refusal) = (handle, status, refusal);

    /// <summary>The target, not opened for reading (O_PATH); null when it does not exist.</summary>
    public SafeFileHandle? Handle { get; }

    /// <summary>The target's status; null when it does not exist.</summary>
    public FileStatus? Status { get; }

    /// <summary>Why an existing target must not be read; null when it may be read.</summary>
    public string? Refusal { get; }

    /// <summary>Resolves a path.</summary>
    /// <param name="start">The folder that it starts in.</param>
    /// <param name="followLinks">Whether to follow links that only we or root can have created.</param>
    public static FoundPath Hold(SafeFileHandle start, string path, bool followLinks = true)
    {
        var names = new Stack<string>();
        Add(names, path);
        var (folder, links) = (PlainOpen.Entry(start, "."), 0);
        while (folder is not null && names.TryPop(out var name))
        {
            var entry = PlainOpen.Entry(folder, name);
            if (entry is null || FileStatus.Read(entry) is not { } found) return Nothing(folder, entry);
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

        return new FoundPath(folder, folder is null ? null : FileStatus.Read(folder), null);
    }

    /// <summary>Opens a file for reading, after a check of its type: opening a device can have effects.</summary>
    /// <inheritdoc cref="Hold"/>
    /// <param name="shown">The path as the user knows it.</param>
    /// <exception cref="IOException">It cannot be opened, or is no file.</exception>
    public static FileStream Open(SafeFileHandle start, string path, string shown, bool followLinks)
    {
        using var found = Hold(start, path, followLinks);
        if (found.Refusal is { } reason) throw new IOException(reason);
        if (found is not { Handle: { } file, Status.Kind: FileKind.Regular }) throw new IOException($"{shown} is not a regular file");
        return PlainOpen.Held(file, shown);
    }

    /// <inheritdoc/>
    public void Dispose() => Handle?.Dispose();

    private static bool IsOfFolder(FileStatus file, SafeFileHandle folder) => OutputFolder.IsOnlyOurs(folder)
        || (FileStatus.Read(folder) is { } status && OutputFolder.IsClosed(status) && status.User == file.User);

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
