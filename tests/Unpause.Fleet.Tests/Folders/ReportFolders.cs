using System.IO.Compression;
using System.Text;
using Unpause.Fleet.Stores;
using Unpause.Fleet.Stores.Duck;
using Unpause.Reports.Fleets;

namespace Unpause.Fleet.Tests.Folders;

/// <summary>A folder of reports, removed after the test.</summary>
internal sealed class ReportFolders : IDisposable
{
    public string Root { get; } = Directory.CreateTempSubdirectory("unpause-fleet-test-").FullName;

    public string Index => Path.Combine(Root, ReportFolder.IndexName);

    public void Dispose() => Directory.Delete(Root, recursive: true);

    public string Write(string name, InventedReport report) => Write(name, Encoding.UTF8.GetBytes(report.Json()));

    public string Write(string name, byte[] bytes)
    {
        var path = Path.Combine(Root, name);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllBytes(path, bytes);
        Age(path);
        return path;
    }

    /// <summary>Makes the folder's time of change one that is not too fresh to be trusted.</summary>
    public void Age(string path) => Directory.SetLastWriteTimeUtc(Path.GetDirectoryName(path)!, _time = _time.AddSeconds(1));

    public void Delete(string name)
    {
        var path = Path.Combine(Root, name);
        File.Delete(path);
        Age(path);
    }

    public IFleetStore Open(params string[] inputs) =>
        FolderStore.Open(new FleetRequest { Action = FleetRequest.Report, Inputs = inputs.Length == 0 ? [Root] : inputs },
            CancellationToken.None);

    public async Task<FleetCoverage> CoverageAsync()
    {
        await using var store = Open();
        return await store.CoverageAsync(new(), CancellationToken.None);
    }

    public static byte[] Gzip(byte[] bytes)
    {
        using var packed = new MemoryStream();
        using (var gzip = new GZipStream(packed, CompressionLevel.Optimal, leaveOpen: true)) gzip.Write(bytes);
        return packed.ToArray();
    }

    private DateTime _time = DateTime.UtcNow.AddHours(-1);
}
