using System.Diagnostics;
using System.IO.Enumeration;
using System.Runtime.Versioning;
using Unpause.Reports.Checks;

namespace Unpause.Cli.Sessions;

/// <summary>Expands the paths on the command line (files, folders, globs, <c>-</c>) into inputs.</summary>
internal static class InputExpansion
{
    /// <summary>Most files taken from one folder or glob.</summary>
    public const int MostFiles = 100_000;

    /// <summary>The most names with which a mistyped one is compared.</summary>
    private const int MostCompared = 1_000;

    /// <summary>The inputs of all paths. Files found in folders are marked, because not every file there has to be a recording.</summary>
    /// <exception cref="UserMistake">A path matches nothing.</exception>
    public static IReadOnlyList<ExpandedInput> Expand(IReadOnlyList<string> paths) => [.. paths.SelectMany(Expand)];

    /// <summary>The unreadable inputs that are reported: those that the user named, not those found in a folder.</summary>
    public static IReadOnlyList<UnreadInput> Named(IReadOnlyList<ExpandedInput> inputs, IReadOnlyList<UnreadInput> unread)
    {
        var found = inputs.Where(input => input.Found).Select(input => input.Input.Name).ToHashSet(StringComparer.Ordinal);
        return [.. unread.Where(input => input.Fault == InputFault.LeftOut || !found.Contains(input.Name))];
    }

    /// <summary>One file, which may be missing.</summary>
    public static RecordingInput File(string path) => OperatingSystem.IsLinux() && GrantedFiles.Current is { } granted
        ? granted.Expand(path).First().Input
        : RecordingInput.File(path);

    /// <summary>A stored report that a file of budgets names, in its folder or below.</summary>
    /// <exception cref="IOException">There is none.</exception>
    public static RecordingInput Beside(string budgets, string name)
    {
        var path = BaselinePath.Combine(budgets, name);
        return OperatingSystem.IsLinux() && GrantedFiles.Current is { } granted
            ? granted.Expand(path).First().Input
            : BesideInput.Named(budgets, path) ?? throw new IOException("a file of budgets may not name it");
    }

    private static IEnumerable<ExpandedInput> Expand(string path)
    {
        if (path == "-") return [new ExpandedInput(new RecordingInput("-", Console.OpenStandardInput), false)];
        if (OperatingSystem.IsLinux() && GrantedFiles.Current is { } granted) return granted.Expand(path);
        if (Directory.Exists(path)) return Filled(path);
        if (System.IO.File.Exists(path)) return [new ExpandedInput(RecordingInput.File(path), false)];
        var pattern = Path.GetFileName(path);
        var folder = Path.GetDirectoryName(path) is { Length: > 0 } parent ? parent : ".";
        if (pattern.AsSpan().IndexOfAny("*?") < 0 || !Directory.Exists(folder))
        {
            if (IsProcess(path)) throw new UserMistake($"{path} is a live process, not a recording: unpause record {path}");
            throw new UserMistake($"{path}: no such file or folder{Nearest(folder, pattern)}");
        }

        var found = OperatingSystem.IsLinux() ? Matching(NamedFolder.Open(folder), pattern) : Matching(folder, pattern);
        return found.Count > 0 ? found : throw new UserMistake($"{path}: no non-empty file matches");
    }

    [SupportedOSPlatform("linux")]
    private static IReadOnlyList<ExpandedInput> Matching(NamedFolder folder, string pattern)
    {
        try
        {
            var found = folder.Files(pattern, recurse: false);
            return found.Any(input => input.Found)
                ? found
                : [.. found, .. folder.Folders(pattern).SelectMany(below => below.Files("*", recurse: true))];
        }
        catch (UnauthorizedAccessException)
        {
            return [];
        }
    }

    /// <summary>The same on systems without folder descriptors.</summary>
    internal static IReadOnlyList<ExpandedInput> Matching(string folder, string pattern)
    {
        var found = Portable(folder, pattern, recurse: false);
        var options = new EnumerationOptions { IgnoreInaccessible = true, AttributesToSkip = FileAttributes.None };
        return found.Count > 0
            ? found
            : [.. Directory.EnumerateDirectories(folder, "*", options).Where(below => Matches(pattern, Path.GetFileName(below)))
                .Order(StringComparer.Ordinal).SelectMany(below => Portable(below, "*", recurse: true))];
    }

    /// <summary>Windows compares names without their case.</summary>
    private static bool Matches(ReadOnlySpan<char> pattern, ReadOnlySpan<char> name) =>
        FileSystemName.MatchesSimpleExpression(pattern, name, ignoreCase: OperatingSystem.IsWindows());

    private static IReadOnlyList<ExpandedInput> Filled(string folder)
    {
        try
        {
            var found = OperatingSystem.IsLinux()
                ? NamedFolder.Open(folder).Files("*", recurse: true)
                : Portable(folder, "*", recurse: true);
            if (found.Count > 0) return found;
            throw new UserMistake(Directory.EnumerateFileSystemEntries(folder).Any()
                ? $"{folder}: the folder has only empty files"
                : $"{folder}: the folder is empty");
        }
        catch (UnauthorizedAccessException exception)
        {
            throw new UserMistake($"{folder} cannot be read: {SystemFault.Reason(exception)}");
        }
    }

    /// <summary>The same as <see cref="NamedFolder.Files"/> on systems without folder descriptors.</summary>
    private static List<ExpandedInput> Portable(string folder, string pattern, bool recurse)
    {
        var options =
            new EnumerationOptions { RecurseSubdirectories = recurse, IgnoreInaccessible = true, AttributesToSkip = FileAttributes.None };
        var files = new FileSystemEnumerable<string>(folder, (ref FileSystemEntry entry) => entry.ToSpecifiedFullPath(), options)
        {
            ShouldIncludePredicate = (ref FileSystemEntry entry) =>
                !entry.IsDirectory && entry.Length > 0
                && Matches(pattern, entry.FileName),
            ShouldRecursePredicate = static (ref FileSystemEntry entry) => !entry.Attributes.HasFlag(FileAttributes.ReparsePoint),
        };
        return [.. files.Take(MostFiles).Order(StringComparer.Ordinal)
            .Select(file => new ExpandedInput(new RecordingInput(file, () => PlainOpen.Found(file)), true))];
    }

    private static bool IsProcess(string path)
    {
        if (!int.TryParse(path, NumberStyles.None, CultureInfo.InvariantCulture, out var id)) return false;
        try
        {
            using var process = Process.GetProcessById(id);
            return true;
        }
        catch (ArgumentException)
        {
            return false;
        }
    }

    private static string Nearest(string folder, string name)
    {
        if (!Directory.Exists(folder)) return "";
        var nearest = Directory.EnumerateFileSystemEntries(folder).Select(Path.GetFileName).FirstOrDefault(
            candidate => candidate!.StartsWith(name, StringComparison.OrdinalIgnoreCase)
                || name.StartsWith(candidate, StringComparison.OrdinalIgnoreCase));
        nearest ??= NearestWord.Meant(name, Directory.EnumerateFileSystemEntries(folder).Take(MostCompared).Select(Path.GetFileName)!);
        return nearest is null ? "" : $"; did you mean {Path.Combine(folder, nearest)}?";
    }
}

/// <summary>An input, and whether the user named it or it was found in a folder.</summary>
internal sealed record ExpandedInput(RecordingInput Input, bool Found);
