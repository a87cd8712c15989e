using Unpause.Fleet.Rows;
using Unpause.Fleet.Stores;
using Unpause.Fleet.Stores.ClickHouse;

namespace Unpause.Fleet.Tests.ClickHouse;

/// <summary>Delivery to a real server, with faults between it and the sender; sums are held against the sender's.</summary>
[Collection(ClickHouseServerTests.Name)]
[Trait("Tier", "live")]
public sealed class ClickHouseSenderTests(ClickHouseServer server) : IDisposable
{
    private static readonly SenderPace Pace = new(2, TimeSpan.FromMilliseconds(20), TimeSpan.FromSeconds(30));

    private readonly OwnFolder _spool = new();

    [Fact]
    public async Task Send_SameRunsTwice_CountOnce()
    {
        Skip();
        var (address, runs) = (server.NewDatabase(), MadeRuns.Make(20, 5));
        Assert.Equal(100, (await SendAsync(address, runs)).Stored);
        var again = await SendAsync(address, runs);
        Assert.Equal((0L, 100L), (again.Stored, again.Unchanged));
        await AssertSumsAsync(address, runs);
    }

    [Fact]
    public async Task Batch_DeliveredTwiceAndLate_CountsOnceAndReplacesNoNewer()
    {
        Skip();
        var (address, runs) = (server.NewDatabase(), MadeRuns.Make(10, 3));
        var newer = runs.Select(run => run with { Run = run.Run with { CoveredSeconds = 7 }, Causes = [run.Causes[0]] }).ToList();
        // The first batch is made while the server is away, the newer one arrives before it.
        using (var proxy = new FaultyProxy(server.Port))
        {
            proxy.Set(ProxyFault.Refuse);
            var waiting = await SendAsync(address with { Port = proxy.Port }, runs);
            Assert.Equal((0L, 30L), (waiting.Stored, waiting.Waiting));
        }

        using (var other = new OwnFolder()) Assert.Equal(30, (await SendAsync(address, newer, other.Path)).Stored);
        var file = Assert.Single(Directory.GetFiles(_spool.Path));
        var batch = await File.ReadAllBytesAsync(file);
        Assert.Equal(30, (await SendAsync(address, [])).Stored);
        await File.WriteAllBytesAsync(file, batch);
        Assert.Equal(30, (await SendAsync(address, [])).Stored);
        Assert.Empty(Directory.GetFiles(_spool.Path));
        await AssertSumsAsync(address, newer);
    }

    [Theory]
    [InlineData((int)ProxyFault.Refuse)]
    [InlineData((int)ProxyFault.Error500)]
    [InlineData((int)ProxyFault.Hang)]
    public async Task Send_StoreAway_WaitsAndIsDeliveredLater(int fault)
    {
        Skip();
        using var proxy = new FaultyProxy(server.Port);
        var address = server.NewDatabase(proxy.Port);
        var runs = MadeRuns.Make(20, 6);
        await SendAsync(address, runs[..40]);
        proxy.Set((ProxyFault)fault);
        var away = await SendAsync(address, runs[40..], pace: Pace with { Deadline = TimeSpan.FromMilliseconds(300) });
        Assert.Equal((0L, 80L, 0L), (away.Stored, away.Waiting, away.NotKept));
        Assert.NotNull(away.Reason);
        proxy.Set(ProxyFault.None);
        Assert.Equal(80, (await SendAsync(address, [])).Stored);
        await AssertSumsAsync(address with { Port = server.Port }, runs);
    }

    [Fact]
    public async Task Send_AnswersLost_CountsOnce()
    {
        Skip();
        using var proxy = new FaultyProxy(server.Port);
        var address = server.NewDatabase(proxy.Port);
        var runs = MadeRuns.Make(30, 4);
        await SendAsync(address, []);
        proxy.Set(ProxyFault.LoseAnswers);
        for (var i = 0; i < runs.Count; i += 20) await SendAsync(address, runs[i..(i + 20)]);
        proxy.Set(ProxyFault.None);
        await SendAsync(address, []);
        await AssertSumsAsync(address with { Port = server.Port }, runs);
    }

    [Fact]
    public async Task Send_RunWithFewerCauses_ForgetsTheOthers()
    {
        Skip();
        var (address, runs) = (server.NewDatabase(), MadeRuns.Make(4, 2));
        await SendAsync(address, runs);
        var changed = runs.Select(run => run with { Causes = [run.Causes[1]], Stops = [run.Stops[0]] }).ToList();
        Assert.Equal(8, (await SendAsync(address, changed)).Stored);
        await AssertSumsAsync(address, changed);
    }

    [Fact]
    public async Task Send_RunsOfManyDays_AreSplitIntoFewPartitions()
    {
        Skip();
        var address = server.NewDatabase();
        var random = new Random(5);
        var runs = Enumerable.Range(0, 70).Select(day => MadeRuns.Make(
            random, day % 3, MadeRuns.Start - (day * 24 * MadeRuns.Hour), MadeRuns.Start - (day * 24 * MadeRuns.Hour) + 1000)).ToList();
        Assert.Equal(70, (await SendAsync(address, runs)).Stored);
        await AssertSumsAsync(address, runs);
    }

    [Fact]
    public async Task Retention_OldPartitions_AreDropped()
    {
        Skip();
        var address = server.NewDatabase();
        var random = new Random(6);
        var today = new DateOnly(2026, 11, 29);
        var runs = new[] { 1, 6, 9, 100, 800 }.Select(days => MadeRuns.Make(
            random, 0, MsOf(today.AddDays(-days)), MsOf(today.AddDays(-days)) + 1000)).ToList();
        await SendAsync(address, runs);
        using (var sender = new ClickHouseSender(address, new(_spool.Path, 1 << 20), Pace))
        {
            // Two months of runs and causes, three days of stops.
            Assert.Equal(5, await sender.DropOldAsync(today, default));
            Assert.Equal(0, await sender.DropOldAsync(today, default));
        }

        await using var store = await ClickHouseStore.OpenAsync(address, default);
        Assert.Equal(4, (await store.CoverageAsync(new(), default)).Reports);
        Assert.Equal(2 * 3, (await store.LongStopsAsync(new(), default))!.Count(stop => stop.At > 0));
    }

    [Fact]
    public async Task Send_WrongPassword_ThrowsAndKeepsNothing()
    {
        Skip();
        var failure = await Assert.ThrowsAsync<ClickHouseFailure>(
            () => SendAsync(server.NewDatabase() with { Password = "wrong" }, MadeRuns.Make(1, 1)));
        Assert.False(failure.IsTransient);
        Assert.Empty(Directory.GetFiles(_spool.Path));
    }

    [Fact]
    public async Task Send_SpoolFullAndStoreAway_CountsWhatIsNotKept()
    {
        Skip();
        using var proxy = new FaultyProxy(server.Port);
        proxy.Set(ProxyFault.Refuse);
        using var sender = new ClickHouseSender(server.NewDatabase(proxy.Port), new(_spool.Path, 1000), Pace);
        var result = await sender.SendAsync(MadeRuns.Stream(MadeRuns.Make(5, 2)), default);
        Assert.Equal((0L, 0L, 10L), (result.Stored, result.Waiting, result.NotKept));
        Assert.Empty(Directory.GetFiles(_spool.Path));
    }

    public void Dispose() => _spool.Dispose();

    private static long MsOf(DateOnly day) => new DateTimeOffset(day, new(12, 0), TimeSpan.Zero).ToUnixTimeMilliseconds();

    private static void Skip() => Assert.SkipWhen(ClickHouseServer.LeftOut is not null, ClickHouseServer.LeftOut ?? "");

    /// <summary>What the store answers is what was sent.</summary>
    private static async Task AssertSumsAsync(ClickHouseAddress address, IReadOnlyList<RunRows> runs)
    {
        await using var store = await ClickHouseStore.OpenAsync(address, default);
        var slices = await store.SlicesAsync(new(), default);
        Assert.Equal(runs.Sum(run => run.Run.Stops.Count), slices.Sum(slice => slice.Stops.Count));
        Assert.Equal(runs.Sum(run => run.Run.Stops.SumSeconds), slices.Sum(slice => slice.Stops.SumSeconds), 1e-6);
        Assert.Equal(runs.Sum(run => run.Run.CoveredSeconds), slices.Sum(slice => slice.CoveredSeconds), 1e-6);
        var causes = await store.CausesAsync(new(), default);
        Assert.Equal(runs.Sum(run => run.Causes.Sum(cause => cause.StopSeconds)), causes!.Sum(cause => cause.StopSeconds), 1e-6);
        var stops = await store.LongStopsAsync(new(), default);
        Assert.Equal(runs.Sum(run => run.Stops.Count), stops!.Count);
        Assert.Equal(runs.Sum(run => run.Stops.Sum(stop => stop.Length)), stops.Sum(stop => stop.Length));
    }

    private async Task<SendResult> SendAsync(
        ClickHouseAddress address, IReadOnlyList<RunRows> runs, string? spool = null, SenderPace? pace = null)
    {
        using var sender = new ClickHouseSender(address, new(spool ?? _spool.Path, 1 << 28), pace ?? Pace);
        return await sender.SendAsync(MadeRuns.Stream(runs), default);
    }
}
