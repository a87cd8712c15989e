using System.Runtime.CompilerServices;
using Unpause.Fleet.Rows;
using Unpause.Fleet.Stores.Duck;

namespace Unpause.Fleet.Sending;

/// <summary>The reports that a user named: the same as those of which an index is made. Their paths are whole.</summary>
internal static class FoundReports
{
    private const int FilesInTurn = 256;

    /// <summary>The files, those of one folder in the order in which they were written.</summary>
    /// <param name="inputs">Folders and files.</param>
    public static IEnumerable<ReportFile> Of(IReadOnlyList<string> inputs)
    {
        foreach (var input in inputs.Select(Path.GetFullPath).Distinct(StringComparer.Ordinal))
        {
            if (File.Exists(input))
            {
                var file = new FileInfo(input);
                yield return new(input, file.Length, file.LastWriteTimeUtc.Ticks);
                continue;
            }

            if (!Directory.Exists(input)) continue;
            foreach (var folder in ReportFolder.Folders(input).Select(folder => folder.Path).Order(StringComparer.Ordinal))
            {
                foreach (var file in In(input, folder)) yield return file with { Path = Path.Combine(input, file.Path) };
            }
        }
    }

    /// <summary>The rows of reports, in their order.</summary>
    /// <param name="tally">Counts the reports, and those that cannot be read.</param>
    public static async IAsyncEnumerable<RunRows> RowsAsync(
        IEnumerable<ReportFile> reports, SendTally tally, [EnumeratorCancellation] CancellationToken stop)
    {
        foreach (var files in reports.Chunk(FilesInTurn))
        {
            var read = new (IReadOnlyList<RunRows>? Rows, string? Fault)[files.Length];
            await Parallel.ForAsync(0, files.Length, stop, (i, _) =>
            {
                // The path is whole, so there is no folder above it.
                read[i].Rows = ReportFolder.Read("", files[i], out read[i].Fault);
                return ValueTask.CompletedTask;
            });
            for (var i = 0; i < files.Length; i++)
            {
                tally.AddRead(files[i].Path, read[i].Fault);
                foreach (var run in read[i].Rows ?? []) yield return run;
            }
        }
    }

    private static List<ReportFile> In(string root, string folder)
    {
        try
        {
            var files = ReportFolder.Files(root, folder).ToList();
            files.Sort((one, other) => one.Written != other.Written
                ? one.Written.CompareTo(other.Written)
                : string.CompareOrdinal(one.Path, other.Path));
            return files;
        }
        catch (DirectoryNotFoundException)
        {
            // It was deleted after it was listed.
            return [];
        }
    }
}
