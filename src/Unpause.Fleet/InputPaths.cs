using System.IO.Enumeration;
using Unpause.Fleet.Stores.Duck;
using Unpause.Recordings;
using Unpause.Reports;

namespace Unpause.Fleet;

/// <summary>The files and folders that a user named, some by patterns that no shell has expanded.</summary>
internal static class InputPaths
{
    /// <summary>More is a mistake, such as a pattern at the root of a file system.</summary>
    private const int Most = 2_000_000;

    private const string AnyFolders = "**";

    /// <summary>
    /// Expands patterns: <c>*</c> and <c>?</c> in a name, <c>**</c> for folders at any depth. As in a shell, hidden names only match where
    /// the pattern starts with a dot. What exists under its own name is no pattern.
    /// </summary>
    /// <exception cref="UserMistake">Nothing matches, or a name is not there.</exception>
    public static IReadOnlyList<string> Expand(IEnumerable<string> inputs)
    {
        var paths = new List<string>();
        foreach (var input in inputs)
        {
            if (Path.Exists(input))
            {
                paths.Add(input);
                continue;
            }

            if (!IsPattern(input)) throw new UserMistake($"{PlainText.Clean(input)} is not there: name folders of reports, or reports");
            var before = paths.Count;
            paths.AddRange(Matches(input));
            if (paths.Count == before) throw new UserMistake($"nothing matches {PlainText.Clean(input)}");
        }

        return [.. paths.Distinct(StringComparer.Ordinal)];
    }

    private static bool IsPattern(string text) => text.AsSpan().IndexOfAny('*', '?') >= 0;

    private static List<string> Matches(string pattern)
    {
        List<string> found = [pattern.StartsWith('/') ? "/" : ""];
        foreach (var part in pattern.Split('/', StringSplitOptions.RemoveEmptyEntries))
        {
            var next = new List<string>();
            foreach (var folder in found)
            {
                if (part == AnyFolders) AddFolders(folder, next);
                else if (IsPattern(part)) AddMatches(folder, part, next);
                else if (Path.Exists(Path.Combine(folder, part))) next.Add(Path.Combine(folder, part));
                if (next.Count > Most) throw new UserMistake($"more than {Most:#,0} files match {PlainText.Clean(pattern)}: name fewer");
            }

            found = next;
        }

        found.Sort(StringComparer.Ordinal);
        return found;
    }

    private static void AddMatches(string folder, string part, List<string> found)
    {
        foreach (var name in Entries(folder, isDeep: false, foldersOnly: false))
        {
            if (found.Count > Most) return;
            if ((name[0] != '.' || part[0] == '.') && FileSystemName.MatchesSimpleExpression(part, name, ignoreCase: false))
                found.Add(Path.Combine(folder, name));
        }
    }

    private static void AddFolders(string folder, List<string> found)
    {
        found.Add(folder);
        foreach (var name in Entries(folder, isDeep: true, foldersOnly: true))
        {
            found.Add(Path.Combine(folder, name));
            if (found.Count > Most) return;
        }
    }

    /// <summary>Paths below a folder; links are not followed downwards, and hidden folders not entered.</summary>
    private static IEnumerable<string> Entries(string folder, bool isDeep, bool foldersOnly)
    {
        var root = folder.Length == 0 ? "." : folder;
        if (!Directory.Exists(root)) return [];
        var options = new EnumerationOptions
        {
            RecurseSubdirectories = isDeep, MaxRecursionDepth = ReportFolder.MostDepth,
            AttributesToSkip = isDeep ? FileAttributes.ReparsePoint | FileAttributes.Hidden : FileAttributes.None,
        };
        return (foldersOnly ? Directory.EnumerateDirectories(root, "*", options) : Directory.EnumerateFileSystemEntries(root, "*", options))
            .Select(path => Path.GetRelativePath(root, path));
    }
}
