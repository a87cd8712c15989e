using System.Runtime.Versioning;
using System.Text;

namespace Unpause.Recorder;

/// <summary>
/// Notes that agents left in the recording's folder for the report, because stderr belongs to the program (agents/python/FORMAT.md,
/// Notes). Every program of the run may write there, so their size and number are limited.
/// </summary>
[SupportedOSPlatform("linux")]
internal static class RunNotes
{
    /// <summary>Extension of notes, which no recording has.</summary>
    public const string Extension = ".unpause-note";

    private const int MostBytes = 500, MostRead = 10_000, MostReported = 5;

    /// <summary>Whether a file is a note and so no recording.</summary>
    public static bool IsNote(string file) => file.EndsWith(Extension, StringComparison.Ordinal);

    /// <summary>Removes the new notes from a folder and returns one sentence for all equal ones, the most frequent first.</summary>
    public static IEnumerable<string> Take(RecordingPlace place)
    {
        var folder = place.Folder;
        var notes = folder.Names().Where(name => IsNote(name) && !place.Before.Contains(name)).ToList();
        var texts = notes.Take(MostRead).Select(name => Read(folder, name)).Where(text => text.Length > 0)
            .CountBy(text => text, StringComparer.Ordinal)
            .OrderByDescending(pair => pair.Value).ThenBy(pair => pair.Key, StringComparer.Ordinal).ToList();
        // A note that can't be removed stays in the user's folder; no later run reports it.
        notes.ForEach(name => folder.Remove(name));
        var unreported = Math.Max(0, notes.Count - MostRead) + texts.Skip(MostReported).Sum(pair => pair.Value);
        var reported = texts.Take(MostReported).Select(pair => $"{pair.Key} ({Processes(pair.Value)})");
        return unreported == 0 ? reported : reported.Append($"{Processes(unreported)} reported further gaps in their recordings.");
    }

    private static string Read(FolderHandle folder, string name)
    {
        using var file = folder.OpenFile(name);
        var bytes = new byte[MostBytes];
        var text = Encoding.UTF8.GetString(bytes.AsSpan(0, file is null ? 0 : RandomAccess.Read(file, bytes, 0))).Trim();
        return string.Concat(text.Select(character => char.IsControl(character) ? '\uFFFD' : character));
    }

    private static string Processes(int count) => count == 1 ? "1 process" : $"{count:N0} processes";
}
