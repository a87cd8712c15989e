using System.Globalization;
using Unpause.Fleet.Sending;
using Unpause.Fleet.Stores;
using Unpause.Fleet.Stores.ClickHouse;
using Unpause.Fleet.Tests.ClickHouse;
using Unpause.Fleet.Tests.Folders;
using Unpause.Reports.Fleets;

namespace Unpause.Fleet.Tests.Sending;

/// <summary>
/// <c>unpause fleet send</c> to a real ClickHouse, as the process that it is. The sums of the store are held against those of the reports.
/// </summary>
[Collection(ClickHouseServerTests.Name)]
[Trait("Tier", "live")]
public sealed class ClickHouseSendingTests(ClickHouseServer server) : IDisposable
{
    private static readonly DateTimeOffset Start = new(2026, 11, 1, 0, 0, 0, TimeSpan.Zero);

    private readonly ReportFolders _reports = new();

    [Fact]
    public async Task Send_KilledAgainAndAgain_LosesAndDoublesNothing()
    {
        Skip();
        const int Reports = 3000;
        Write(Reports);
        var address = server.NewDatabase();
        var random = new Random(3);
        for (var kills = 0; kills < 8; kills++)
        {
            await using var sender = await FleetChild.StartAsync(Request(address));
            // From before the tables are made to when it has ended.
            await Task.Delay(random.Next(50, 1500));
        }

        Assert.Equal(0, (await FleetChild.RunAsync(Request(address))).ExitCode);
        await AssertSumsAsync(address, Reports);
    }

    [Fact]
    public async Task Send_StoreAwayAndRepeated_WaitsOnceAndIsDeliveredOnce()
    {
        Skip();
        Write(200);
        using var proxy = new FaultyProxy(server.Port);
        var address = server.NewDatabase(proxy.Port);
        proxy.Set(ProxyFault.Refuse);
        for (var tries = 0; tries < 3; tries++)
        {
            var away = await FleetChild.RunAsync(Request(address));
            Assert.Equal((1, ""), (away.ExitCode, away.Error));
            Assert.Contains("200 processes waiting", away.Output);
        }

        Assert.Single(Spooled());
        // What was deleted meanwhile arrives from the spool.
        _reports.Delete(NameOf(0));
        Write(210, from: 200);
        proxy.Set(ProxyFault.None);
        Assert.Equal(0, (await FleetChild.RunAsync(Request(address))).ExitCode);
        Assert.Empty(Spooled());
        await AssertSumsAsync(address with { Port = server.Port }, 210);
    }

    [RootFact]
    public async Task Send_StoreAwayAndDiskFull_SendsAllLater()
    {
        Skip();
        await using var disk = await SmallDisk.MountAsync(megabytes: 1);
        for (var i = 0; i < 150; i++) await File.WriteAllTextAsync(Path.Combine(disk.Path, $"{i}.json"), Report(i).Json());
        await File.WriteAllBytesAsync(Path.Combine(disk.Path, "filler"), new byte[FreeBytes(disk.Path) - 12_288]);
        using var proxy = new FaultyProxy(server.Port);
        var address = server.NewDatabase(proxy.Port);
        proxy.Set(ProxyFault.Refuse);
        var request = Request(address) with { Inputs = [disk.Path] };
        var away = await FleetChild.RunAsync(request);
        Assert.Equal((1, ""), (away.ExitCode, away.Error));
        Assert.Contains("150 processes not", away.Output);
        Assert.Empty(Directory.GetFiles(disk.Path, "*.batch", SearchOption.AllDirectories));
        Assert.Empty(Directory.GetFiles(disk.Path, "*.new", SearchOption.AllDirectories));
        proxy.Set(ProxyFault.None);
        Assert.Equal(0, (await FleetChild.RunAsync(request)).ExitCode);
        await AssertSumsAsync(address with { Port = server.Port }, 150);
    }

    [Fact]
    public async Task Send_ReportsThatAreNone_AreCountedAndTheOthersSent()
    {
        Skip();
        Write(3);
        _reports.Write("other.json", Report(9) with { Schema = "unpause.report/2" });
        _reports.Write("none.json", "{"u8.ToArray());
        _reports.Write("bomb.json.gz", ReportFolders.Gzip(new byte[300_000_000]));
        var address = server.NewDatabase();
        var result = await FleetChild.RunAsync(Request(address));
        Assert.Equal((4, ""), (result.ExitCode, result.Error));
        Assert.Contains("3 could not", result.Output);
        await AssertSumsAsync(address, 3);
    }

    [Fact]
    public async Task Send_HostileText_ArrivesAsItWas()
    {
        Skip();
        string[] texts =
        [
            "'; DROP TABLE unpause_run; --", "back\\slash\\", "line\nline\r\n\t", "\\'\\\\'", "{a:String}", "\U0001F600",
            "\u001B[31m", "<b>&amp;",
        ];
        for (var i = 0; i < texts.Length; i++)
        {
            _reports.Write($"{i}.json", Report(i) with { Host = texts[i], Service = texts[i], Version = texts[i], Finding = texts[i] });
        }

        var address = server.NewDatabase();
        Assert.Equal(0, (await FleetChild.RunAsync(Request(address))).ExitCode);
        await AssertSumsAsync(address, texts.Length);
        await using var folders = _reports.Open();
        await using var store = await ClickHouseStore.OpenAsync(address, default);
        Assert.Equal(await TextsAsync(folders), await TextsAsync(store));
    }

    [Fact]
    public async Task Send_ClocksApart_KeepsEachRunAndDropsOnlyOldOnes()
    {
        Skip();
        // One clock was never set, one is far ahead, two are minutes apart; the server's says what is old.
        var now = DateTimeOffset.UtcNow;
        DateTimeOffset[] starts = [new(2000, 1, 1, 0, 0, 0, TimeSpan.Zero), now.AddMinutes(-7), now.AddMinutes(7), now.AddYears(40)];
        for (var i = 0; i < starts.Length; i++) _reports.Write($"{i}.json", Report(i) with { Start = starts[i] });
        var address = server.NewDatabase();
        for (var times = 0; times < 2; times++) Assert.Equal(0, (await FleetChild.RunAsync(Request(address))).ExitCode);
        await using var store = await ClickHouseStore.OpenAsync(address, default);
        Assert.Equal(3, (await store.CoverageAsync(new(), default)).Reports);
    }

    public void Dispose() => _reports.Dispose();

    private static void Skip() => Assert.SkipWhen(ClickHouseServer.LeftOut is not null, ClickHouseServer.LeftOut ?? "");

    private static string NameOf(int i) => $"web-{i % 7}/history/2026-11-01/{i}.json";

    private static InventedReport Report(int i) => new()
    {
        Host = $"web-{i % 7}", Service = $"service-{i % 5}", Pid = i, RunId = i.ToString(CultureInfo.InvariantCulture),
        Start = Start.AddMinutes(i), StopMs = 1000 + i,
    };

    private static long FreeBytes(string path) => new DriveInfo(path).AvailableFreeSpace;

    private static async Task<List<string>> TextsAsync(IFleetStore store)
    {
        var slices = await store.SlicesAsync(new(), default);
        var causes = await store.CausesAsync(new(), default);
        return [.. slices.Select(slice => $"{slice.Host}|{slice.Service}|{slice.Version}")
            .Concat(causes!.Select(cause => $"{cause.Service}|{cause.Finding}|{cause.Title}")).Order(StringComparer.Ordinal)];
    }

    /// <summary>Each report counts once, with its own time.</summary>
    private static async Task AssertSumsAsync(ClickHouseAddress address, int count)
    {
        await using var store = await ClickHouseStore.OpenAsync(address, default);
        Assert.Equal(count, (await store.CoverageAsync(new(), default)).Reports);
        var slices = await store.SlicesAsync(new(), default);
        Assert.Equal(3L * count, slices.Sum(slice => slice.Stops.Count));
        Assert.Equal(Enumerable.Range(0, count).Sum(i => (1000 + i) / 1e3), slices.Sum(slice => slice.Stops.SumSeconds), 1e-6);
    }

    private string[] Spooled() =>
        Directory.GetFiles(Path.Combine(_reports.Root, SendPlace.Name), "*.batch", SearchOption.AllDirectories);

    private FleetRequest Request(ClickHouseAddress address) =>
        new() { Action = FleetRequest.Send, Inputs = [_reports.Root], Store = address.Place };

    private void Write(int count, int from = 0)
    {
        for (var i = from; i < count; i++) _reports.Write(NameOf(i), Report(i));
    }
}
