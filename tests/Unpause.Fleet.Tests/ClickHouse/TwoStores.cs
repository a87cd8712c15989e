using Unpause.Fleet.Rows;
using Unpause.Fleet.Stores;
using Unpause.Fleet.Stores.ClickHouse;
using Unpause.Fleet.Stores.Duck;
using Unpause.Fleet.Tests.Folders;

namespace Unpause.Fleet.Tests.ClickHouse;

/// <summary>The same reports in a folder and in a ClickHouse server.</summary>
internal sealed class TwoStores(IFleetStore folder, IFleetStore server) : IAsyncDisposable
{
    public IFleetStore Folder { get; } = folder;

    public IFleetStore Server { get; } = server;

    public static async Task<TwoStores> OpenAsync(ClickHouseServer server, ReportFolders reports)
    {
        Assert.SkipWhen(ClickHouseServer.LeftOut is not null, ClickHouseServer.LeftOut ?? "");
        return new(reports.Open(), await SendAsync(server, [reports.Root]));
    }

    /// <summary>A database of the server's with the reports of folders.</summary>
    public static async Task<IFleetStore> SendAsync(
        ClickHouseServer server, IEnumerable<string> folders, ClickHouseAddress? known = null)
    {
        var address = known ?? server.NewDatabase();
        using var spool = new OwnFolder();
        using var sender = new ClickHouseSender(address, new(spool.Path, 1 << 28), SenderPace.Usual);
        var sent = await sender.SendAsync(MadeRuns.Stream(folders.SelectMany(Rows)), default);
        Assert.Equal(0, sent.Waiting + sent.NotKept);
        return await ClickHouseStore.OpenAsync(address, default);
    }

    public async ValueTask DisposeAsync()
    {
        await Folder.DisposeAsync();
        await Server.DisposeAsync();
    }

    /// <summary>The rows of all reports, with the paths that a folder's store shows.</summary>
    private static IEnumerable<RunRows> Rows(string root)
    {
        foreach (var (folder, _) in ReportFolder.Folders(root))
        {
            foreach (var file in ReportFolder.Files(root, folder))
            {
                foreach (var rows in ReportFolder.Read(root, file, out _) ?? [])
                    yield return rows with { Run = rows.Run with { Report = $"{root}/{rows.Run.Report}" } };
            }
        }
    }
}
