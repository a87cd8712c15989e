using System.Text;
using Unpause.Recorder.Posix;

namespace Unpause.Recorder;

/// <summary>
/// What agents left in the folder to be said in the report, because the program's own stderr is not theirs (agents/python/FORMAT.md,
/// Notes). Anyone may write there: what is read and said has bounds.
/// </summary>
internal static class RunNotes
{
    /// <summary>How notes end, and no recording does.</summary>
    public const string Extension = ".unpause-note";

    private const int MostBytes = 500, MostRead = 10_000, MostTold = 5;

    /// <summary>Whether a file is a note and so no recording.</summary>
    public static bool IsNote(string file) => file.EndsWith(Extension, StringComparison.Ordinal);

    /// <summary>Takes the new notes out of a folder: one sentence for all that say the same, the most frequent first.</summary>
    /// <param name="folder">The recording folder.</param>
    /// <param name="before">Files that were in it before.</param>
    public static IEnumerable<string> Take(string folder, HashSet<string> before)
    {
        var notes = Directory.EnumerateFiles(folder).Where(file => IsNote(file) && !before.Contains(file)).ToList();
        var texts = notes.Take(MostRead).Select(Read).Where(text => text.Length > 0)
            .CountBy(text => text, StringComparer.Ordinal)
            .OrderByDescending(pair => pair.Value).ThenBy(pair => pair.Key, StringComparer.Ordinal).ToList();
        notes.ForEach(Remove);
        var untold = Math.Max(0, notes.Count - MostRead) + texts.Skip(MostTold).Sum(pair => pair.Value);
        var told = texts.Take(MostTold).Select(pair => $"{pair.Key} ({Processes(pair.Value)})");
        return untold == 0 ? told : told.Append($"{Processes(untold)} left further notes of what is not recorded.");
    }

    private static string Read(string file)
    {
        var text = Encoding.UTF8.GetString(UnlockedFile.ReadNoLink(file, MostBytes) ?? []).Trim();
        return string.Concat(text.Select(character => char.IsControl(character) ? '\uFFFD' : character));
    }

    private static string Processes(int count) => count == 1 ? "1 process" : $"{count:N0} processes";

    private static void Remove(string file)
    {
        try
        {
            File.Delete(file);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // It stays in a folder of the user's that is not ours to write to; no later run takes it for its own.
        }
    }
}
