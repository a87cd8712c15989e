using Unpause.Recordings;
using Unpause.Reports.Fleets;

namespace Unpause.Fleet.Stores.Duck;

/// <summary>Opens folders of reports: reads what is new into their indexes.</summary>
internal static class FolderStore
{
    /// <summary>The store.</summary>
    /// <exception cref="UserMistake">An input is not there, or its index cannot be written.</exception>
    public static DuckStore Open(FleetRequest asked, CancellationToken stop)
    {
        var indexes = new List<(string, DuckIndex)>();
        var inputs = InputPaths.Expand(asked.Inputs);
        try
        {
            foreach (var name in inputs.Where(Directory.Exists))
            {
                var index = DuckIndex.Open(Path.GetFullPath(name), inputs.Count == 1 ? asked.Index : null);
                indexes.Add((name, index));
                index.Update(read => Console.Error.WriteLine($"unpause fleet: {read:#,0} new reports of {name} are read"), stop);
            }

            foreach (var files in inputs.Where(File.Exists).GroupBy(file => Path.GetDirectoryName(file)!, StringComparer.Ordinal))
            {
                var folder = files.Key.Length == 0 ? "." : files.Key;
                indexes.Add((folder, DuckIndex.OpenOnce(Path.GetFullPath(folder), files.Select(file => Path.GetFileName(file)!).Distinct(),
                    stop)));
            }

            return DuckStore.Open(indexes);
        }
        catch
        {
            foreach (var (_, index) in indexes) index.Dispose();
            throw;
        }
    }
}
