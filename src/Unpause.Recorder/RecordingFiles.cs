using System.Globalization;
using System.Runtime.Versioning;
using System.Text;

namespace Unpause.Recorder;

/// <summary>Finds the files that the runtimes wrote.</summary>
[SupportedOSPlatform("linux")]
internal static class RecordingFiles
{
    private const string ProcessIdMark = "{pid}";

    /// <summary>Full paths of new, non-empty files, in ordinal order; unreadable ones are added to the problems.</summary>
    public static IEnumerable<string> New(RecordingPlace place, List<string> problems) =>
        Readable(
            place.Folder, place.Path, place.Folder.Names().Where(name => !place.Before.Contains(name) && !RunNotes.IsNote(name)), problems);

    /// <summary>
    /// Files written since <paramref name="start"/> at the path that the user configured for .NET, with any number for {pid}.
    /// </summary>
    /// <param name="start">When the program was started.</param>
    /// <param name="problems">Receives sentences about unreadable files.</param>
    public static IEnumerable<string> OfUser(string latin1Path, DateTimeOffset start, List<string> problems)
    {
        var path = Path.GetFullPath(Encoding.UTF8.GetString(Bytes.FromLatin1(latin1Path)));
        var folder = Path.GetDirectoryName(path);
        if (folder is null || !Directory.Exists(folder)) return [];
        var name = Path.GetFileName(path);
        using var held = FolderHandle.Open(folder);
        if (held is null) return [];
        var found = held.Names().Where(entry => Matches(entry, name)
            && File.GetLastWriteTimeUtc(Path.Combine(held.Path, entry)) >= start.UtcDateTime);
        return Readable(held, folder, found, problems);
    }

    private static bool Matches(string name, string pattern)
    {
        var mark = pattern.IndexOf(ProcessIdMark, StringComparison.Ordinal);
        if (mark < 0) return string.Equals(name, pattern, StringComparison.Ordinal);
        var before = pattern[..mark];
        var after = pattern[(mark + ProcessIdMark.Length)..];
        return name.Length > before.Length + after.Length
            && name.StartsWith(before, StringComparison.Ordinal) && name.EndsWith(after, StringComparison.Ordinal)
            && int.TryParse(name.AsSpan(before.Length, name.Length - before.Length - after.Length), NumberStyles.None, null, out _);
    }

    /// <summary>Links, pipes and folders are not recordings; anyone could have created them.</summary>
    private static List<string> Readable(FolderHandle folder, string path, IEnumerable<string> names, List<string> problems)
    {
        var readable = new List<string>();
        foreach (var name in names.Order(StringComparer.Ordinal))
        {
            if (folder.FactsOf(name) is not { IsRegular: true }) continue;
            using var file = folder.OpenFile(name);
            if (file is null) problems.Add($"The recording {Path.Combine(path, name)} can't be read.");
            else if (RandomAccess.GetLength(file) > 0) readable.Add(Path.Combine(path, name));
        }

        return readable;
    }
}
