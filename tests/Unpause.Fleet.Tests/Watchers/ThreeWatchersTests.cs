using System.Diagnostics;
using Unpause.Fleet.Stores;
using Unpause.Fleet.Stores.ClickHouse;
using Unpause.Fleet.Stores.Duck;
using Unpause.Fleet.Stores.Prometheus;
using Unpause.Fleet.Tests.ClickHouse;
using Unpause.Fleet.Tests.Prometheus;
using Unpause.Reports.Fleets;
using Unpause.Reports.Fleets.Documents;
using Unpause.Services.Tests.Watch;

namespace Unpause.Fleet.Tests.Watchers;

/// <summary>Three watchers of real services deliver to a folder, to Prometheus and to ClickHouse: the answers are the same.</summary>
[Trait("Tier", "live")]
public sealed class ThreeWatchersTests(ClickHouseServer clickHouse) : IClassFixture<ClickHouseServer>
{
    // Of so short a time Prometheus is asked in steps of 15 s. It must have been there a step before the first sample, to know that
    // counters started at zero.
    private static readonly FleetSelection Recent = new() { From = DateTimeOffset.UtcNow.AddMinutes(-2) };

    private static readonly TimeSpan Before = TimeSpan.FromSeconds(20), Asked = TimeSpan.FromSeconds(40);

    [RootFact]
    public async Task Watchers_ThatDeliverToThreeStores_GiveTheSameAnswers()
    {
        Assert.SkipWhen(ClickHouseServer.LeftOut is not null, ClickHouseServer.LeftOut ?? "");
        var token = TestContext.Current.CancellationToken;
        using var prometheus = new RealPrometheus();
        var started = Stopwatch.StartNew();
        using var services = new ThreeServices();
        prometheus.Scrape(prometheus.Address.Authority);
        while (started.Elapsed < Before) await Task.Delay(100, token);

        List<Watcher> watchers = [.. services.Ids.Select(id => new Watcher("--alert", "max_stop>100s", $"{id}"))];
        try
        {
            prometheus.Scrape([prometheus.Address.Authority, .. watchers.Select(watcher => watcher.Address.Authority)]);
            for (var asked = Stopwatch.StartNew(); asked.Elapsed < Asked;) await services.AskAsync();
            services.Halt();
            RealPrometheus.Await("all that is counted is scraped", () => watchers.TrueForAll(watcher => IsScraped(prometheus, watcher)));
            foreach (var watcher in watchers) watcher.End();

            var folders = watchers.ConvertAll(watcher => Path.Combine(watcher.Ring, "history"));
            await using var folder = FolderStore.Open(new() { Action = FleetRequest.Report, Inputs = folders }, token);
            await using var server = await TwoStores.SendAsync(clickHouse, folders);
            await using var metrics = new PrometheusStore(prometheus.Address, null, DateTimeOffset.UtcNow);
            var (known, stored, scraped) = (await AskAsync(folder), await AskAsync(server), await AskAsync(metrics));

            Assert.Equal(3, known.Source.Reports);
            Assert.Equal(0, known.Source.Overlapping);
            Assert.Equal(
                ["film 3.1 cpython", "orders 1.4 dotnet", "stock 2.0 jvm"], await ProcessesOf(folder));
            Assert.Equal(await ProcessesOf(folder), await ProcessesOf(server));
            Assert.Equal(await ProcessesOf(folder), await ProcessesOf(metrics));
            Assert.Equal(Json(known.ToDo), Json(stored.ToDo));
            Assert.Equal(Json(known.Conditions), Json(stored.Conditions));
            Assert.Equal(known.Verdict, stored.Verdict);

            var (here, there, measured) = (await StopsOf(folder), await StopsOf(server), await StopsOf(metrics));
            Assert.Equal(here, there);
            foreach (var (service, (count, seconds)) in here)
            {
                Assert.True(count > 20, $"{service} has {count} stops");
                // A watcher counts a stop a moment after it happened, and lines of a JVM's log when the next one is there.
                Assert.InRange(measured[service].Count / (double)count, 0.95, 1.0001);
                Assert.InRange(measured[service].Seconds / seconds, 0.95, 1.0001);
            }
        }
        finally
        {
            foreach (var watcher in watchers) watcher.Dispose();
        }
    }

    /// <summary>Whether the last scrape has as many stops as the watcher counted.</summary>
    private static bool IsScraped(RealPrometheus prometheus, Watcher watcher)
    {
        var counted = watcher.Get("/metrics").Split('\n')
            .Where(line => line.StartsWith("unpause_stop_seconds_count", StringComparison.Ordinal))
            .Sum(line => double.Parse(line[(line.LastIndexOf(' ') + 1)..], System.Globalization.CultureInfo.InvariantCulture));
        var instance = watcher.Processes()[0].GetProperty("service").GetString();
        return counted > 0 && prometheus.Value($"sum(histogram_count(unpause_stop_seconds{{service=\"{instance}\"}}))") == counted;
    }

    private static Task<FleetDocument> AskAsync(IFleetStore store) => FleetComposer.ComposeAsync(
        store, new() { Action = FleetRequest.Report }, Recent, TestContext.Current.CancellationToken);

    private static async Task<List<string>> ProcessesOf(IFleetStore store) =>
    [
        .. (await store.ProcessesAsync(Recent, TestContext.Current.CancellationToken))
            .Select(process => $"{process.Service} {process.Version} {process.Runtime}").Order(StringComparer.Ordinal),
    ];

    private static async Task<SortedDictionary<string, (long Count, double Seconds)>> StopsOf(IFleetStore store)
    {
        var sums = new SortedDictionary<string, (long Count, double Seconds)>(StringComparer.Ordinal);
        foreach (var slice in await store.SlicesAsync(Recent, TestContext.Current.CancellationToken))
        {
            var sum = sums.GetValueOrDefault(slice.Service);
            sums[slice.Service] = (sum.Count + slice.Stops.Count, sum.Seconds + slice.Stops.SumSeconds);
        }

        return sums;
    }

    private static string Json<T>(IReadOnlyList<T> rows) => JsonSerializer.Serialize(rows);
}
