using System.IO.Enumeration;
using System.Runtime.Versioning;
using Microsoft.Win32.SafeHandles;

namespace Unpause.Cli.Sessions;

/// <summary>
/// A folder that the user named, kept open. The user did not name the files in it, so each is opened from this folder, one path
/// component at a time: see <see cref="FoundPath"/>.
/// </summary>
/// <remarks>Linux only: elsewhere there are neither descriptors of folders nor root's rights to abuse.</remarks>
[SupportedOSPlatform("linux")]
internal sealed class NamedFolder
{
    /// <summary>Most folders that one search enters.</summary>
    private const int MostFolders = 100_000;

    /// <summary>PATH_MAX of linux/limits.h: longer paths below the folder are not searched.</summary>
    private const int MostPathChars = 4096;

    /// <summary>The most refused files that are named; the others are counted.</summary>
    private const int MostNamed = 5;

    private readonly SafeFileHandle _handle;
    private readonly string _shown;

    private NamedFolder(SafeFileHandle handle, string shown) => (_handle, _shown) = (handle, shown);

    /// <summary>Opens the folder. Links in the path to it are followed, because the user named the path.</summary>
    /// <exception cref="IOException">There is none.</exception>
    public static NamedFolder Open(string path) =>
        new(PlainOpen.Folder(path) ?? throw new IOException($"there is no folder {path}"), path);

    /// <summary>
    /// Non-empty files. Pipes, sockets and devices are skipped, because reading could block for ever. Links to folders are not
    /// followed, because they may be circular or lead anywhere. A link that another user may have created is an input that cannot
    /// be opened, with the reason.
    /// </summary>
    public IReadOnlyList<ExpandedInput> Files(string pattern, bool recurse)
    {
        var (files, refused) = (new List<string>(), new List<(string Path, string Reason)>());
        var folders = new Stack<string>([""]);
        for (var entered = 0; entered < MostFolders && folders.TryPop(out var below); entered++)
        {
            using var folder = FoundPath.Hold(_handle, below, followLinks: false);
            if (folder.Handle is null) continue;
            foreach (var name in Names(folder.Handle, below))
            {
                if (files.Count + refused.Count >= InputExpansion.MostFiles) break;
                var path = Path.Combine(below, name);
                using var entry = PlainOpen.Entry(folder.Handle, name);
                if (entry is null || FileStatus.Read(entry) is not { } found || path.Length > MostPathChars) continue;
                if (found.Kind == FileKind.Folder && recurse) folders.Push(path);
                if (found.Kind is not (FileKind.Regular or FileKind.Link) || !Matches(pattern, name)) continue;
                using var reached = FoundPath.Hold(folder.Handle, name);
                if (reached.Refusal is { } reason) refused.Add((path, reason));
                else if (reached.Status is { Kind: FileKind.Regular, Size: > 0 }) files.Add(path);
            }
        }

        return [.. files.Order(StringComparer.Ordinal).Select(Found), .. LeftOut(refused)];
    }

    /// <summary>The subfolders that match a pattern, also through links that only we or root can have created.</summary>
    public IEnumerable<NamedFolder> Folders(string pattern)
    {
        foreach (var name in Names(_handle, "").Where(name => Matches(pattern, name)).Order(StringComparer.Ordinal))
        {
            var reached = FoundPath.Hold(_handle, name);
            if (reached is { Handle: { } handle, Status.Kind: FileKind.Folder }) yield return new(handle, Path.Combine(_shown, name));
            else reached.Dispose();
        }
    }

    /// <summary>Opens a file below the folder by a path from a file's content: no link is followed.</summary>
    /// <exception cref="IOException">It cannot be opened.</exception>
    public FileStream OpenPlain(string path) => FoundPath.Open(_handle, path, Path.Combine(_shown, path), followLinks: false);

    private ExpandedInput Found(string path)
    {
        var shown = Path.Combine(_shown, path);
        return new ExpandedInput(new(shown, () => FoundPath.Open(_handle, path, shown, followLinks: true)), true);
    }

    /// <summary>Refused files count as named by the user, so that the report lists them.</summary>
    private IEnumerable<ExpandedInput> LeftOut(List<(string Path, string Reason)> refused)
    {
        foreach (var (path, reason) in refused.OrderBy(item => item.Path, StringComparer.Ordinal).Take(MostNamed))
            yield return new(new(Path.Combine(_shown, path), () => throw new IOException(reason)), false);
        if (refused.Count <= MostNamed) yield break;
        var others = $"{refused.Count - MostNamed} more files that other users may have linked";
        yield return new(new(_shown, () => throw new IOException(others)), false);
    }

    private IEnumerable<string> Names(SafeFileHandle folder, string below)
    {
        var held = $"/proc/self/fd/{(int)folder.DangerousGetHandle()}/";
        // Without /proc, names are listed by path. They are only names: opening starts from the descriptor.
        if (!Directory.Exists(held)) held = Path.Combine(_shown, below);
        try
        {
            return [.. Directory.EnumerateFileSystemEntries(held).Select(entry => Path.GetFileName(entry)).Take(InputExpansion.MostFiles)];
        }
        catch (Exception exception) when (below.Length > 0 && exception is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    private static bool Matches(string pattern, string name) =>
        FileSystemName.MatchesSimpleExpression(pattern, name, ignoreCase: false);
}
