using Unpause.Reports.Checks;

namespace Unpause.Cli.Rights;

/// <summary>
/// A stored report that a file of budgets names. The user did not name it, so its path must satisfy <see cref="BaselinePath"/> and
/// must not contain links.
/// </summary>
internal static class BesideInput
{
    /// <summary>The input; null for a path that no file of budgets may name.</summary>
    /// <param name="budgets">The file of budgets.</param>
    /// <param name="path">The report's path, as <see cref="BaselinePath.Combine"/> makes it.</param>
    /// <exception cref="IOException">It isn't there, or is a link.</exception>
    public static RecordingInput? Named(string budgets, string path)
    {
        var folder = Path.GetDirectoryName(budgets) ?? "";
        var start = folder.Length == 0 || Path.EndsInDirectorySeparator(folder) ? folder : folder + Path.DirectorySeparatorChar;
        if (!path.StartsWith(start, StringComparison.Ordinal)) return null;
        var name = path[start.Length..];
        if (!BaselinePath.IsBeside(name) || BaselinePath.Combine(budgets, name) != path) return null;
        for (var at = 0; at < name.Length; at++)
        {
            if (name[at] != Path.DirectorySeparatorChar && name[at] != Path.AltDirectorySeparatorChar) continue;
            if (FileStatus.OfName(start + name[..at]) is not { Kind: FileKind.Folder }) throw new IOException("there is no such folder");
        }

        return FileStatus.OfName(path) switch
        {
            null => throw new FileNotFoundException("there is no such file"),
            { Kind: FileKind.Regular } => new RecordingInput(path, () => Open(folder, path, name)),
            { Kind: FileKind.Link } => throw new IOException("it is a link; name it with --baseline instead"),
            _ => throw new IOException("it is not a regular file"),
        };
    }

    /// <summary>The file may have been replaced since it was checked.</summary>
    private static Stream Open(string folder, string path, string name) => OperatingSystem.IsLinux()
        ? NamedFolder.Open(folder.Length == 0 ? "." : folder).OpenPlain(name)
        : PlainOpen.Found(path);
}
