using Unpause.Recordings;
using Unpause.Reports.Fleets;

namespace Unpause.Fleet.Stores.Duck;

/// <summary>Opens folders of reports: reads what is new into their indexes.</summary>
internal static class FolderStore
{
    /// <summary>The store.</summary>
    /// <param name="asked">Its inputs are there: <see cref="InputPaths"/>.</param>
    /// <exception cref="UserMistake">An index cannot be written.</exception>
    public static DuckStore Open(FleetRequest asked, CancellationToken stop)
    {
        var indexes = new List<(string, DuckIndex)>();
        try
        {
            foreach (var name in asked.Inputs.Where(Directory.Exists))
            {
                var index = DuckIndex.Open(Path.GetFullPath(name), asked.Inputs.Count == 1 ? asked.Index : null);
                indexes.Add((name, index));
                index.Update(read => Console.Error.WriteLine($"unpause fleet: {read:#,0} new reports of {name} are read"), stop);
            }

            foreach (var files in asked.Inputs.Where(File.Exists).GroupBy(file => Path.GetDirectoryName(file)!, StringComparer.Ordinal))
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
