using System.IO.Enumeration;
using Unpause.Recordings;
using Unpause.Reports;

namespace Unpause.Fleet;

/// <summary>Inputs as the user typed them: a quoted glob becomes the files and folders that it matches, in each part of its path.</summary>
internal static class InputGlobs
{
    private const int MostFound = 1_000_000;

    /// <summary>The inputs without globs. What has another name than a glob stays as it is.</summary>
    /// <exception cref="UserMistake">A glob matches nothing, or too much.</exception>
    public static IReadOnlyList<string> Expand(IReadOnlyList<string> inputs)
    {
        var found = new List<string>();
        foreach (var input in inputs)
        {
            if (!IsGlob(input) || Path.Exists(input))
            {
                found.Add(input);
                continue;
            }

            var matches = Matches(input);
            if (matches.Count == 0) throw new UserMistake($"{PlainText.Clean(input)} matches no file and no folder");
            found.AddRange(matches);
        }

        return found;
    }

    private static bool IsGlob(string text) => text.AsSpan().IndexOfAny('*', '?') >= 0;

    private static List<string> Matches(string glob)
    {
        List<string> found = [glob.StartsWith(Path.DirectorySeparatorChar) ? "/" : ""];
        foreach (var part in glob.Split(Path.DirectorySeparatorChar, StringSplitOptions.RemoveEmptyEntries))
        {
            var next = new List<string>();
            foreach (var folder in found)
            {
                if (IsGlob(part)) next.AddRange(In(folder, part));
                else if (Path.Combine(folder, part) is var path && Path.Exists(path)) next.Add(path);
                if (next.Count > MostFound) throw new UserMistake($"{PlainText.Clean(glob)} matches too many files: name their folder");
            }

            found = next;
        }

        return found;
    }

    /// <summary>As in a shell, a hidden file matches only a pattern that starts with a dot.</summary>
    private static List<string> In(string folder, string pattern)
    {
        var place = folder.Length == 0 ? "." : folder;
        if (!Directory.Exists(place)) return [];
        var options = new EnumerationOptions { AttributesToSkip = FileAttributes.None, MatchType = MatchType.Simple };
        var names = new FileSystemEnumerable<string>(place, (ref FileSystemEntry entry) => entry.FileName.ToString(), options)
        {
            ShouldIncludePredicate = (ref FileSystemEntry entry) => (entry.FileName[0] != '.' || pattern[0] == '.')
                && FileSystemName.MatchesSimpleExpression(pattern, entry.FileName, ignoreCase: false),
        };
        return [.. names.Take(MostFound + 1).Order(StringComparer.Ordinal).Select(name => Path.Combine(folder, name))];
    }
}
