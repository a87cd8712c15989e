using Unpause.Fleet.Stores;

namespace Unpause.Fleet.Tests.Folders;

public class DuckStoreTests
{
    private static readonly FleetSelection All = new();

    [Fact]
    public async Task Causes_OfARun_DivideItsStopsAndItsLostRequestTime()
    {
        using var folders = new ReportFolders();
        folders.Write("a/1.json", new InventedReport { StopMs = 3000, ExplainedMs = 2000, LostMs = 9000, Processors = 4 });
        await using var store = folders.Open();
        var causes = (await store.CausesAsync(All, CancellationToken.None))!.OrderByDescending(cause => cause.StopSeconds).ToList();
        Assert.Equal(["starved-collector", ""], causes.Select(cause => cause.Finding));
        Assert.Equal([2.0, 1.0], causes.Select(cause => cause.StopSeconds));
        Assert.Equal([6.0, 3.0], causes.Select(cause => cause.LostRequestSeconds!.Value));
        Assert.Equal([8.0, 4.0], causes.Select(cause => cause.CoreSeconds!.Value));
        Assert.Equal(1.0, causes[0].SavesSeconds);
        Assert.Equal((600.0, 1L, 1L, 1.0), (causes[0].CoveredSeconds, causes[0].Processes, causes[0].OfProcesses, causes[0].Concurrent));
        Assert.EndsWith("a/1.json", causes[0].Worst!.Path, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("vmstat 1", "")]
    [InlineData("jcmd PID JFR.start settings=profile", "")]
    [InlineData("unpause record PID --jfr", "")]
    [InlineData("-Xmn512m", "-Xmn512m")]
    [InlineData("NODE_OPTIONS=--max-semi-space-size=64 --expose-gc", "NODE_OPTIONS=--max-semi-space-size=64 --expose-gc")]
    public async Task Setting_OfAnAdvice_IsOnlyAChange(string setting, string expected)
    {
        using var folders = new ReportFolders();
        folders.Write("a/1.json", new InventedReport { Setting = setting });
        await using var store = folders.Open();
        var causes = (await store.CausesAsync(All, CancellationToken.None))!;
        Assert.Equal(expected, causes.Single(cause => cause.Finding.Length > 0).Setting);
    }

    [Fact]
    public async Task Slices_OfAnHour_AddUpStopsAndHistograms()
    {
        using var folders = new ReportFolders();
        var first = new InventedReport { Start = new(2026, 10, 1, 10, 5, 0, TimeSpan.Zero) };
        folders.Write("a/1.json", first);
        folders.Write("a/2.json", first with { Start = first.Start.AddMinutes(20), RunId = "two" });
        folders.Write("a/3.json", first with { Start = first.Start.AddHours(1), RunId = "three" });
        await using var store = folders.Open();
        var slices = await store.SlicesAsync(All, CancellationToken.None);
        Assert.Equal([10, 11], slices.Select(slice => slice.Hour.Hour));
        Assert.Equal((6L, 6.0, 1200.0, 12_000.0),
            (slices[0].Stops.Count, slices[0].Stops.SumSeconds, slices[0].CoveredSeconds, slices[0].AllocatedBytes));
        Assert.Equal([2L, 4], slices[0].Stops.Counts);
        Assert.Null(slices[0].Requests);
    }

    [Fact]
    public async Task Selection_OfTimeAndService_LeavesTheRestOut()
    {
        using var folders = new ReportFolders();
        folders.Write("a/1.json", new InventedReport());
        folders.Write("a/2.json", new InventedReport { Service = "carts", Pid = 43 });
        folders.Write("a/3.json", new InventedReport { Start = new(2026, 10, 2, 10, 0, 0, TimeSpan.Zero), Pid = 44 });
        await using var store = folders.Open();
        var selection = All with { Service = "orders", To = new(2026, 10, 2, 0, 0, 0, TimeSpan.Zero) };
        Assert.Equal(1L, (await store.CoverageAsync(selection, CancellationToken.None)).Reports);
        Assert.Equal("orders", Assert.Single(await store.SlicesAsync(selection, CancellationToken.None)).Service);
        Assert.Single((await store.LongStopsAsync(selection, CancellationToken.None))!);
    }

    [Fact]
    public async Task Service_WithoutAName_IsThatOfTheProgram()
    {
        using var folders = new ReportFolders();
        folders.Write("a/1.json", new InventedReport { Service = null });
        await using var store = folders.Open();
        Assert.Equal("orders.jar", Assert.Single(await store.SlicesAsync(All, CancellationToken.None)).Service);
    }

    [Fact]
    public async Task Processes_OverTime_HaveTheirLastStateAndMeans()
    {
        using var folders = new ReportFolders();
        var first = new InventedReport();
        folders.Write("a/1.json", first);
        folders.Write("a/2.json", first with { Version = "2.0", Start = first.Start.AddHours(1), RunId = "two", StopMs = 9000 });
        await using var store = folders.Open();
        var state = Assert.Single(await store.ProcessesAsync(All, CancellationToken.None));
        Assert.Equal(("2.0", 1000.0, 0.0, 4000.0), (state.Version, state.LiveSet, state.LiveSetDeviation, state.HeapLimit));
        Assert.Equal(0.01, state.StoppedShare, 6);
        Assert.Equal(10, state.AllocationRate!.Value, 6);
        Assert.Contains(new("MaxHeapSize", "1g"), state.Settings);
    }
}
