using System.Globalization;
using System.Text;
using Unpause.Recorder.Posix;

namespace Unpause.Recorder;

/// <summary>Finds what the runtimes left behind.</summary>
internal static class RecordingFiles
{
    private const string ProcessIdMark = "{pid}";

    /// <summary>The names of what a folder holds before the program starts.</summary>
    public static HashSet<string> Existing(string folder) => [.. Directory.EnumerateFiles(folder)];

    /// <summary>New, non-empty files of a folder, in ordinal order; those that can't be read go into <paramref name="problems"/>.</summary>
    public static IEnumerable<string> New(string folder, HashSet<string> before, List<string> problems) =>
        Readable(Directory.EnumerateFiles(folder).Where(file => !before.Contains(file) && !RunNotes.IsNote(file)), problems);

    /// <summary>
    /// Files written since <paramref name="start"/> at the path that the user told the .NET runtime, {pid} being any number.
    /// </summary>
    /// <param name="latin1Path">The variable's value.</param>
    /// <param name="start">When the program was started.</param>
    /// <param name="problems">Takes what can't be read.</param>
    public static IEnumerable<string> OfUser(string latin1Path, DateTimeOffset start, List<string> problems)
    {
        var path = Path.GetFullPath(Encoding.UTF8.GetString(Bytes.FromLatin1(latin1Path)));
        var folder = Path.GetDirectoryName(path);
        if (folder is null || !Directory.Exists(folder)) return [];
        var name = Path.GetFileName(path);
        var found = Directory.EnumerateFiles(folder)
            .Where(file => Matches(Path.GetFileName(file), name) && File.GetLastWriteTimeUtc(file) >= start.UtcDateTime);
        return Readable(found, problems);
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

    private static List<string> Readable(IEnumerable<string> files, List<string> problems)
    {
        var readable = new List<string>();
        foreach (var file in files.Order(StringComparer.Ordinal))
        {
            try
            {
                using var stream = File.OpenHandle(file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
                if (RandomAccess.GetLength(stream) > 0) readable.Add(file);
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                problems.Add($"The recording {file} can't be read: {e.Message}");
            }
        }

        return readable;
    }
}
