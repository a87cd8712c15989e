using Unpause.Cli.Sessions;

namespace Unpause.Cli.Comparing;

/// <summary>Groups the files of one side of a comparison into runs.</summary>
internal static class SideFolders
{
    /// <summary>The subfolders of the user's path, with one run in each, and the files outside of subfolders.</summary>
    /// <param name="path">The path on the command line.</param>
    /// <param name="inputs">The files that it names.</param>
    public static IReadOnlyList<SideFolder> Of(string path, IReadOnlyList<ExpandedInput> inputs)
    {
        // A glob's files are below the folder of the glob.
        var named = path.AsSpan().IndexOfAny("*?") < 0 ? path : Path.GetDirectoryName(path);
        var root = Path.GetFullPath(named is { Length: > 0 } ? named : ".");
        var folders = inputs.GroupBy(input => FolderOf(root, input), StringComparer.Ordinal).ToList();
        var flat = folders.FirstOrDefault(folder => folder.Key.Length == 0);
        var nested = folders.Where(folder => folder.Key.Length > 0).OrderBy(folder => folder.Key, StringComparer.Ordinal).ToList();
        // The layout that --keep writes: a folder with the recording, and files beside it.
        if (nested.Count == 1 && flat is not null) return [new SideFolder(inputs, true)];
        return
        [
            .. flat is null ? Array.Empty<SideFolder>() : [new SideFolder([.. flat], false)],
            .. nested.Select(folder => new SideFolder([.. folder], true)),
        ];
    }

    private static string FolderOf(string root, ExpandedInput input)
    {
        if (!input.Found) return "";
        var inside = Path.GetRelativePath(root, Path.GetFullPath(input.Input.Name));
        var end = inside.IndexOf(Path.DirectorySeparatorChar, StringComparison.Ordinal);
        return end <= 0 || inside.StartsWith("..", StringComparison.Ordinal) ? "" : inside[..end];
    }
}
