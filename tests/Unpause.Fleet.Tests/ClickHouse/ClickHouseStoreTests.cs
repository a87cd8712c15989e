using Unpause.Fleet.Rows;
using Unpause.Fleet.Stores;
using Unpause.Fleet.Stores.ClickHouse;
using Unpause.Recordings;

namespace Unpause.Fleet.Tests.ClickHouse;

/// <summary>The questions against a real server; answers are held against sums made here.</summary>
[Collection(ClickHouseServerTests.Name)]
[Trait("Tier", "live")]
public sealed class ClickHouseStoreTests(ClickHouseServer server)
{
    private ClickHouseAddress? _filled;

    [Fact]
    public async Task Coverage_WholeAndPart_CountsRuns()
    {
        var runs = MadeRuns.Make(12, 4);
        await using var store = await FillAsync(runs);
        var whole = await store.CoverageAsync(new(), default);
        Assert.Equal((48L, 12L, 7L, 5L), (whole.Reports, whole.Processes, whole.Hosts, whole.Services));
        Assert.Equal(48 * 3600.0, whole.CoveredSeconds, 1e-6);
        Assert.Equal(MadeRuns.Start, whole.From!.Value.ToUnixTimeMilliseconds());
        Assert.Equal(MadeRuns.Start + (4 * MadeRuns.Hour), whole.To!.Value.ToUnixTimeMilliseconds());
        Assert.Single(whole.Notes);
        var first = DateTimeOffset.FromUnixTimeMilliseconds(MadeRuns.Start + MadeRuns.Hour);
        var part = await store.CoverageAsync(
            new() { From = first, To = first.AddHours(2), Service = "service-1", Version = "1.1", Host = "host-1", Runtime = "dotnet" },
                default);
        Assert.Equal((1L, 1L), (part.Reports, part.Processes));
        var none = await store.CoverageAsync(new() { Service = "no such" }, default);
        Assert.Equal((0L, null, 0.0), (none.Reports, none.From, none.CoveredSeconds));
    }

    [Fact]
    public async Task Causes_Fleet_ShareLostTimeByStopTime()
    {
        var runs = MadeRuns.Make(12, 4);
        await using var store = await FillAsync(runs);
        var causes = (await store.CausesAsync(new(), default))!;
        Assert.Equal(10, causes.Count);
        foreach (var cause in causes)
        {
            var own = runs.Where(run => run.Run.Service == cause.Service).ToList();
            var share = cause.Finding.Length > 0 ? 0.75 : 0.25;
            Assert.Equal(own.Select(run => run.Run.Process).Distinct().Count(), cause.Processes);
            Assert.Equal(cause.OfProcesses, cause.Processes);
            Assert.Equal(own.Sum(run => run.Run.CoveredSeconds), cause.CoveredSeconds, 1e-6);
            Assert.Equal(own.Sum(run => run.Run.Stops.SumSeconds) * share, cause.StopSeconds, 1e-6);
            Assert.Equal(own.Sum(run => run.Run.LostRequestSeconds ?? 0) * share, cause.LostRequestSeconds!.Value, 1e-6);
            Assert.Equal(own.Sum(run => run.Run.Stops.SumSeconds * (run.Run.Processors ?? 0)) * share, cause.CoreSeconds!.Value, 1e-6);
            Assert.Equal(cause.Finding.Length > 0 ? own.Count * 1.5 : null, cause.SavesSeconds);
            Assert.Equal(own.Max(run => run.Run.Stops.MaxSeconds), cause.MaxSeconds);
            Assert.Equal(own.MaxBy(run => run.Run.Stops.SumSeconds)!.Run.Report, cause.Worst!.Path);
        }
    }

    [Fact]
    public async Task Causes_NoRunHasRequests_LostTimeIsUnknown()
    {
        var runs = MadeRuns.Make(2, 2).Select(run => run with { Run = run.Run with { LostRequestSeconds = null, Processors = null } });
        await using var store = await FillAsync(runs);
        Assert.All((await store.CausesAsync(new(), default))!, cause => Assert.Null(cause.LostRequestSeconds ?? cause.CoreSeconds));
    }

    [Fact]
    public async Task Slices_TwoRunsInAnHour_AreMergedWithinOnePercent()
    {
        var random = new Random(3);
        var half = MadeRuns.Hour / 2;
        var lengths = Enumerable.Range(0, 4).Select(_ => Enumerable.Range(0, 5000)
            .Select(_ => (long)Math.Exp(10 + (9 * random.NextDouble()))).ToArray()).ToList();
        var runs = lengths.Select((values, i) =>
        {
            var run = MadeRuns.Make(random, 1, MadeRuns.Start + (i * half), MadeRuns.Start + ((i + 1) * half));
            return run with { Run = run.Run with { Version = "1", Stops = MadeRuns.StopsOf(values) } };
        });
        await using var store = await FillAsync(runs);
        var slices = await store.SlicesAsync(new(), default);
        Assert.Equal(2, slices.Count);
        for (var hour = 0; hour < 2; hour++)
        {
            long[] exact = [.. lengths[2 * hour], .. lengths[(2 * hour) + 1]];
            Array.Sort(exact);
            foreach (var percent in new[] { 1, 50, 90, 99, 99.9 })
            {
                var expected = exact[(int)Math.Ceiling(percent / 100 * exact.Length) - 1] / 1e9;
                Assert.InRange(slices[hour].Stops.Percentile(percent)!.Value / expected, 1 - 0.011, 1 + 0.011);
            }

            Assert.Equal(exact[^1] / 1e9, slices[hour].Stops.MaxSeconds);
        }
    }

    [Fact]
    public async Task Slices_UnknownRequests_StayUnknown()
    {
        await using var store = await FillAsync(MadeRuns.Make(2, 1));
        var slices = await store.SlicesAsync(new(), default);
        Assert.Equal(1000, slices.Single(slice => slice.Service == "service-0").Requests);
        Assert.Null(slices.Single(slice => slice.Service == "service-1").Requests);
        Assert.Null(slices.Single(slice => slice.Service == "service-1").AllocatedBytes);
    }

    [Fact]
    public async Task Overlaps_RunsInsideEarlierOnes_AreLeftOut()
    {
        var random = new Random(4);
        RunRows Between(int from, int to, int process = 1) =>
            MadeRuns.Make(random, process, MadeRuns.Start + from, MadeRuns.Start + to);
        // The last but one lies in the first, not in the one before it; the last has no other of its process.
        var counted = new[] { Between(0, 100_000), Between(90_000, 200_000), Between(210_000, 220_000), Between(10_000, 20_000, 2) };
        var inside = new[] { Between(0, 100_000), Between(0, 50_000), Between(20_000, 30_000), Between(60_000, 100_000),
            Between(100_000, 200_000) };
        await using var store = await FillAsync([.. counted, .. inside]);
        var coverage = await store.CoverageAsync(new(), default);
        Assert.Equal(inside.Length, coverage.Overlapping);
        Assert.Equal(counted.Sum(run => run.Run.CoveredSeconds), coverage.CoveredSeconds, 1e-6);
        Assert.Equal(3 * counted.Length, (await store.LongStopsAsync(new(), default))!.Count);
    }

    [Theory]
    [InlineData("0-100 100-200 200-300", 0)]
    [InlineData("0-100 99-200", 0)]
    [InlineData("0-100 40-130 130-200", 1)]
    [InlineData("0-100 50-50", 1)]
    [InlineData("0-100 100-100", 0)]
    [InlineData("0-0 0-100", 1)]
    [InlineData("0-300 10-20 300-400", 1)]
    public async Task Overlaps_OfOneProcess_AreFoundWhereverTheyAre(string runs, int left)
    {
        var random = new Random(5);
        var made = runs.Split(' ').Select(run => run.Split('-').Select(int.Parse).ToArray())
            .Select(run => MadeRuns.Make(random, 1, MadeRuns.Start + (run[0] * 1000), MadeRuns.Start + (run[1] * 1000)));
        await using var store = await FillAsync(made);
        Assert.Equal(left, (await store.CoverageAsync(new(), default)).Overlapping);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Rows_StoredTwice_AreReadOnce(bool isTwice)
    {
        // Each trace is in runs of several services.
        List<RunRows> runs = [.. MadeRuns.Make(20, 5).Select((run, i) => run with { Traces = [new((UInt128)(1 + (i % 10)), i, 1, 0)] })];
        await using var store = await FillAsync(runs);
        using var client = new ClickHouseClient(_filled!, TimeSpan.FromSeconds(30));
        foreach (var table in (string[])
            [ClickHouseDialect.Runs, ClickHouseDialect.Causes, ClickHouseDialect.Stops, ClickHouseDialect.Traces])
        {
            if (isTwice) await client.ExecuteAsync($"INSERT INTO {table} SELECT * FROM {table}", default);
            var once = await client.QueryAsync(ClickHouseQueries.IsOnce(table), row => row.ReadCount(), default);
            Assert.Equal(isTwice ? 0 : 1, Assert.Single(once));
        }

        Assert.Equal(runs.Sum(run => run.Run.CoveredSeconds), (await store.CoverageAsync(new(), default)).CoveredSeconds, 1e-6);
        Assert.Equal(runs.Sum(run => run.Causes.Sum(cause => cause.StopSeconds)),
            (await store.CausesAsync(new(), default))!.Sum(cause => cause.StopSeconds), 1e-6);
        Assert.Equal(runs.Sum(run => run.Stops.Count), (await store.LongStopsAsync(new(), default))!.Count);
        Assert.Equal(runs.Count, (await store.TracesAsync(new(), default))!.Count);
    }

    [Fact]
    public async Task Processes_SeveralRuns_GiveLastStateAndMeans()
    {
        var runs = MadeRuns.Make(4, 4);
        await using var store = await FillAsync(runs);
        var processes = await store.ProcessesAsync(new(), default);
        Assert.Equal(4, processes.Count);
        var one = processes.Single(process => process.Process == "host-2/2");
        var own = runs.Where(run => run.Run.Process == one.Process).Select(run => run.Run).ToList();
        var live = own.Select(run => (double)run.LiveSet!.Value).Order().ToList();
        Assert.Equal("1.1", one.Version);
        Assert.Equal((live[1] + live[2]) / 2, one.LiveSet);
        Assert.Equal(Math.Sqrt(live.Sum(value => Math.Pow(value - live.Average(), 2)) / 3), one.LiveSetDeviation!.Value, 1.0);
        Assert.Equal(own.Sum(run => run.Stops.SumSeconds) / own.Sum(run => run.CoveredSeconds), one.StoppedShare, 1e-9);
        Assert.Equal(own.Sum(run => run.AllocatedBytes!.Value) / own.Sum(run => run.CoveredSeconds), one.AllocationRate!.Value, 1e-3);
        Assert.Equal(own[^1].Report, one.Report!.Path);
        Assert.Equal([KeyValuePair.Create("a", "1"), KeyValuePair.Create("b", "two=2")], one.Settings);
        Assert.Null(processes.Single(process => process.Process == "host-0/0").LiveSet);
    }

    [Fact]
    public async Task Text_Hostile_ComesBackAsItWasOrCut()
    {
        var texts = new[]
        {
            "'; DROP TABLE unpause_run; --", "back\\slash\\", "nul\0nul", "line\nline\r\n\t", new string('x', 1 << 20), "\uD800 alone",
            "\\'\\\\'", "{a:String}", "%s%n", "\U0001F600", "",
        };
        foreach (var text in texts)
        {
            var run = MadeRuns.Make(1, 1)[0];
            await using var store = await FillAsync([new(
                run.Run with
                {
                    Report = text, Host = text, Service = text, Version = text, Process = text, Runtime = text, RuntimeVersion = text,
                    Collector = text, Settings = text, Verdict = text,
                },
                [run.Causes[0] with { Finding = text, Title = text, Advice = text, Setting = text }],
                [run.Stops[0] with { Cause = text }])]);
            var name = text.Replace('\uD800', '\uFFFD');
            name = name.Length > 1024 ? name[..1024] : name;
            var selection = new FleetSelection { Service = name, Host = name, Version = name, Runtime = name };
            var cause = Assert.Single((await store.CausesAsync(selection, default))!);
            Assert.Equal((name, name, name), (cause.Service, cause.Runtime, cause.Finding));
            Assert.True(text.Length > 4096 ? cause.Title.Length == 4096 : cause.Title == name);
            var slice = Assert.Single(await store.SlicesAsync(selection, default));
            Assert.Equal((name, name, name), (slice.Host, slice.Version, slice.Process));
            Assert.Equal(name, Assert.Single((await store.LongStopsAsync(selection, default))!).Cause);
            Assert.Single(await store.ProcessesAsync(selection, default));
        }
    }

    [Fact]
    public async Task Open_WithoutTablesOrServer_IsTheUsersMistake()
    {
        Assert.SkipWhen(ClickHouseServer.LeftOut is not null, ClickHouseServer.LeftOut ?? "");
        await Assert.ThrowsAsync<UserMistake>(() => ClickHouseStore.OpenAsync(server.NewDatabase(), default));
        await Assert.ThrowsAsync<UserMistake>(() => ClickHouseStore.OpenAsync(server.NewDatabase(port: 1), default));
    }

    [Fact]
    public async Task Alerts_OfThisStore_AreUnknown()
    {
        await using var store = await FillAsync([]);
        Assert.Null(await store.AlertsAsync(new(), default));
        Assert.Empty((await store.CausesAsync(new(), default))!);
        Assert.Empty(await store.SlicesAsync(new(), default));
    }

    private async Task<ClickHouseStore> FillAsync(IEnumerable<RunRows> runs)
    {
        Assert.SkipWhen(ClickHouseServer.LeftOut is not null, ClickHouseServer.LeftOut ?? "");
        var address = server.NewDatabase();
        _filled = address;
        using var folder = new OwnFolder();
        using var sender = new ClickHouseSender(address, new(folder.Path, 1 << 28), SenderPace.Usual);
        var sent = await sender.SendAsync(MadeRuns.Stream(runs), default);
        Assert.Equal(0, sent.Waiting + sent.NotKept);
        return await ClickHouseStore.OpenAsync(address, default);
    }
}
