using System.Globalization;

namespace Unpause.Recordings.Rings;

/// <summary>
/// A file with copied lines of a followed access log: <c>live/requests/LOG/NUMBER-HEAD.log</c>. The recorder writes it line by line, the
/// judge reads it.
/// </summary>
/// <param name="Number">Later ones have higher numbers.</param>
/// <param name="HeadBytes">
/// So many bytes at its start are the log's first lines, which were there before: they show the format and have the names of columns.
/// </param>
public sealed record LogSegment(int Number, int HeadBytes)
{
    /// <summary>The folder in <see cref="RingIndex.LiveFolder"/>, with a folder for each log by its place in the settings.</summary>
    public const string FolderName = "requests";

    /// <summary>Bytes of one line; longer ones are left out.</summary>
    public const int MostLineBytes = 64 << 10;

    private const string Extension = ".log";

    /// <summary>The name of its file.</summary>
    public string FileName => string.Create(CultureInfo.InvariantCulture, $"{Number}-{HeadBytes}{Extension}");

    /// <summary>The folder of a log.</summary>
    public static string FolderOf(string ring, int log) =>
        Path.Combine(ring, RingIndex.LiveFolder, FolderName, log.ToString(CultureInfo.InvariantCulture));

    /// <summary>Segments of a log with their paths, the oldest first.</summary>
    public static IReadOnlyList<(LogSegment Segment, string Path)> Find(string folder)
    {
        if (!Directory.Exists(folder)) return [];
        var found = new List<(LogSegment Segment, string Path)>();
        foreach (var path in Directory.EnumerateFiles(folder))
        {
            if (Parse(Path.GetFileName(path)) is { } segment) found.Add((segment, path));
        }

        return [.. found.OrderBy(one => one.Segment.Number)];
    }

    internal static LogSegment? Parse(string name)
    {
        var parts = Path.GetFileNameWithoutExtension(name).Split('-');
        return parts.Length == 2 && Path.GetExtension(name) == Extension
            && int.TryParse(parts[0], NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            && int.TryParse(parts[1], NumberStyles.None, CultureInfo.InvariantCulture, out var head)
            ? new LogSegment(number, head)
            : null;
    }
}
