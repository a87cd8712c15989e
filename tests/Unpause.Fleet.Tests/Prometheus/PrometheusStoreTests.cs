using Unpause.Fleet.Rows;
using Unpause.Fleet.Stores;
using Unpause.Fleet.Stores.Prometheus;
using Unpause.Reports.Fleets;
using Unpause.Reports.Fleets.Documents;

namespace Unpause.Fleet.Tests.Prometheus;

/// <summary>A real Prometheus 2.42 with a fleet whose stops are known.</summary>
[Trait("Tier", "live")]
public sealed class PrometheusStoreTests
{
    private const long Hour = 3600;
    private const string Shop = "shop \"new\\old\"";

    /// <summary>A full hour, three hours ago.</summary>
    private static readonly long Start = (DateTimeOffset.UtcNow.ToUnixTimeSeconds() / Hour * Hour) - (3 * Hour);

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Slices_OfThreeHours_HaveTheExactStops(bool native)
    {
        var fleet = Fleet();
        using var server = new RealPrometheus();
        Write(server, fleet, native, up: true);
        await using var store = new PrometheusStore(server.Address, null, At(3));
        var slices = await store.SlicesAsync(Between(0, 3), TestContext.Current.CancellationToken);

        foreach (var process in fleet)
        {
            for (var hour = 0; hour < 3; hour++)
            {
                var exact = process.Stops.Where(stop => stop.At > Start + (hour * Hour) && stop.At <= Start + ((hour + 1) * Hour))
                    .Select(stop => stop.Seconds).Order().ToList();
                var own = slices.SingleOrDefault(slice =>
                    slice.Hour == At(hour) && (slice.Service, slice.Host, slice.Version) == process.Labels);
                var recorded = Math.Min(process.Last, Start + ((hour + 1) * Hour)) - Math.Max(process.First, Start + (hour * Hour));
                if (recorded <= 0)
                {
                    Assert.Null(own);
                    continue;
                }

                Assert.NotNull(own);
                Assert.Equal(exact.Count, own.Stops.Count);
                Assert.Equal(exact.Sum(), own.Stops.SumSeconds, 6);
                Assert.InRange(own.CoveredSeconds, recorded - 16, recorded + 16);
                Assert.Equal((1000.0, 20.0, 5.0), (own.Requests ?? 1000, own.Slow ?? 20, own.SlowBecauseOfGc ?? 5));
                Near(exact, own.Stops, native);
            }
        }

        Assert.Equal(fleet.Sum(process => process.Stops.Count), slices.Sum(slice => slice.Stops.Count));
        // Merged by version: percentiles of all.
        foreach (var version in slices.GroupBy(slice => slice.Version))
        {
            var exact = fleet.Where(process => process.Labels.Version == version.Key).SelectMany(process => process.Stops)
                .Select(stop => stop.Seconds).Order().ToList();
            Near(exact, version.Aggregate(StopTimes.None, (all, slice) => all.With(slice.Stops)), native);
        }
    }

    [Fact]
    public async Task Slices_OfMinutes_HaveTheExactStops()
    {
        var fleet = Fleet();
        using var server = new RealPrometheus();
        Write(server, fleet, native: true, up: true);
        await using var store = new PrometheusStore(server.Address, null, At(3));
        var asked = Between(0.5, 3) with { StepSeconds = 60 };
        var slices = await store.SlicesAsync(asked, TestContext.Current.CancellationToken);
        foreach (var process in fleet)
        {
            var own = slices.Where(slice => (slice.Service, slice.Host, slice.Version) == process.Labels)
                .ToDictionary(slice => slice.Hour.ToUnixTimeSeconds(), slice => slice.Stops.Count);
            for (var minute = Start + (Hour / 2); minute < Start + (3 * Hour); minute += 60)
            {
                Assert.Equal(process.Stops.Count(stop => stop.At > minute && stop.At <= minute + 60), own.GetValueOrDefault(minute));
            }
        }

        Assert.All(slices, slice => Assert.InRange(slice.CoveredSeconds, 0, 61));
    }

    [Fact]
    public async Task Canary_OfTwoHours_IsJudgedByMinutes()
    {
        var random = new Random(9);
        var fleet = Enumerable.Range(0, 8).Select(i => new StoredProcess("orders", $"host-{i}", i < 4 ? "1.4" : "1.5")
        {
            First = Start, Last = Start + (2 * Hour), Stops = StoredProcess.Random(random, Start, Start + (2 * Hour), i < 4 ? 1 : 2, 0.01),
        }).ToList();
        using var server = new RealPrometheus();
        Write(server, fleet, native: true, up: true);
        await using var store = new PrometheusStore(server.Address, null, At(2));
        var asked = new FleetRequest
        {
            Action = FleetRequest.Canary, Baseline = "service=orders,version=1.4", Candidate = "service=orders,version=1.5",
        };
        var canary = await CanaryComposer.ComposeAsync(store, asked, TestContext.Current.CancellationToken);
        Assert.Equal((CanaryDocument.Worse, 4, 4), (canary.Verdict, canary.BaselineProcesses, canary.CandidateProcesses));
        Assert.InRange(canary.Intervals, 119, 121);
        Assert.Contains("60 s", canary.Text);
        // A time of many days has longer steps, and says so.
        var days = await CanaryComposer.ComposeAsync(store, asked with { From = At(-24 * 6) }, TestContext.Current.CancellationToken);
        Assert.Contains("15 min", days.Text);
        Assert.Equal(canary.Notes.Count, days.Notes.Count);
        Assert.Contains(days.Notes, note => note.Contains("900 s", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Answers_OfKnownFleet_AreRight()
    {
        var fleet = Fleet();
        using var server = new RealPrometheus();
        Write(server, fleet, native: true, up: true);
        await using var store = new PrometheusStore(server.Address, null, At(3));
        var token = TestContext.Current.CancellationToken;

        var coverage = await store.CoverageAsync(Between(0, 3), token);
        Assert.Equal(("prometheus", 4, 4, 2), (coverage.Kind, coverage.Processes, coverage.Hosts, coverage.Services));
        Assert.InRange(coverage.CoveredSeconds, fleet.Sum(process => process.Last - process.First) - 60,
            fleet.Sum(process => process.Last - process.First) + 60);
        Assert.NotEmpty(coverage.Notes);

        var causes = await store.CausesAsync(Between(0, 3), token);
        var shop = causes!.Where(cause => cause.Service == Shop).ToDictionary(cause => cause.Finding, StringComparer.Ordinal);
        var ofShop = fleet.Where(process => process.Labels.Service == Shop).SelectMany(process => process.Stops).Sum(stop => stop.Seconds);
        Assert.Equal(["", "cramped-heap", "low-throughput"], shop.Keys.Order(StringComparer.Ordinal));
        foreach (var (finding, share) in new[] { ("", 0.4), ("cramped-heap", 0.5), ("low-throughput", 0.1) })
            Assert.InRange(shop[finding].StopSeconds / ofShop, share - 0.01, share + 0.01);
        Assert.Equal((1, 1), (shop["cramped-heap"].Processes, shop["cramped-heap"].OfProcesses));
        Assert.InRange(shop["cramped-heap"].Concurrent!.Value, 0.99, 1.01);
        Assert.NotEmpty(shop["cramped-heap"].Advice);
        Assert.Equal(fleet.SelectMany(process => process.Stops).Sum(stop => stop.Seconds), causes!.Sum(cause => cause.StopSeconds), 6);

        var states = await store.ProcessesAsync(Between(0, 3), token);
        Assert.Equal(5, states.Count);
        Assert.All(states, state =>
        {
            Assert.Equal(("21.0.1", 512L << 20, (double)(384 << 20), (double)(100 << 20)),
                (state.RuntimeVersion, state.MemoryLimit, state.HeapLimit, state.LiveSet));
            Assert.Empty(state.Settings);
        });
        var busy = states.Single(state => state.Host == "b");
        var stops = fleet.Single(process => process.Labels.Instance == "b");
        Assert.Equal(stops.Stops.Sum(stop => stop.Seconds) / (stops.Last - stops.First), busy.StoppedShare, 3);
        Assert.Null(await store.LongStopsAsync(Between(0, 3), token));

        // Parts of it.
        var one = await store.SlicesAsync(Between(0, 3) with { Service = Shop }, token);
        Assert.All(one, slice => Assert.Equal(Shop, slice.Service));
        Assert.Equal(fleet.Single(process => process.Labels.Service == Shop).Stops.Count, one.Sum(slice => slice.Stops.Count));
        var host = await store.SlicesAsync(Between(0, 3) with { Host = "b" }, token);
        Assert.Equal(stops.Stops.Count, host.Sum(slice => slice.Stops.Count));
        Assert.Empty(await store.SlicesAsync(Between(0, 3) with { Version = "\"} or vector(1)" }, token));
        // In the middle of hours.
        var part = await store.SlicesAsync(new FleetSelection { Host = "b", From = At(0.5), To = At(1.75) }, token);
        Assert.Equal(stops.Stops.Count(stop => stop.At > Start + (0.5 * Hour) && stop.At <= Start + (1.75 * Hour)),
            part.Sum(slice => slice.Stops.Count));
    }

    [Fact]
    public async Task Counters_OlderThanTheServersData_AreOnlyComparedWith()
    {
        var fleet = Fleet();
        using var server = new RealPrometheus();
        Write(server, fleet, native: true, up: false);
        await using var store = new PrometheusStore(server.Address, null, At(3));
        var asked = Between(-2, 3);
        var slices = await store.SlicesAsync(asked, TestContext.Current.CancellationToken);
        // The server has nothing from before: what the first samples have is unknown, here the stops of their first seconds.
        var (all, found) = (fleet.Sum(process => process.Stops.Count), slices.Sum(slice => slice.Stops.Count));
        Assert.InRange(all - found, 1, fleet.SelectMany(process => process.Stops).Count(stop => stop.At < Start + 60));
        Assert.NotEmpty((await store.CoverageAsync(asked, TestContext.Current.CancellationToken)).Notes);
    }

    [Fact]
    public async Task Alerts_ThatHold_HaveTheirStart()
    {
        using var server = new RealPrometheus();
        var write = new RemoteWrite();
        var since = Start + 1200;
        var times = Enumerable.Range(0, 100).Select(i => Start + 1500 + (i * 15)).ToList();
        (string, string)[] rule = [("alertname", "UnpauseLongStop"), ("service", "orders"), ("runtime", "jvm"), ("severity", "warning")];
        write.Add(rule.Append(("__name__", "ALERTS")).Append(("alertstate", "firing")), times.Select(at => (at * 1000, (double?)1)));
        write.Add(rule.Append(("__name__", "ALERTS_FOR_STATE")), times.Select(at => (at * 1000, (double?)since)));
        write.Add([("__name__", "ALERTS"), ("alertname", "OfOthers"), ("alertstate", "firing")],
            times.Select(at => (at * 1000, (double?)1)));
        (string, string)[] watcher = [("service", "orders"), ("instance", "b"), ("condition", "max_stop>200ms"), ("severity", "warning")];
        write.Add(watcher.Append(("__name__", "unpause_alert_info")), times.Select(at => (at * 1000, (double?)1)));
        server.Write(write.ToArray());

        await using var store = new PrometheusStore(server.Address, null, DateTimeOffset.FromUnixTimeSeconds(times[^1]));
        var token = TestContext.Current.CancellationToken;
        var alerts = await store.AlertsAsync(new FleetSelection(), token);
        Assert.Equal(
            [("UnpauseLongStop", "orders", "", since), ("max_stop>200ms", "orders", "b", times[0])],
            alerts!.Select(alert => (alert.Name, alert.Service, alert.Instance, alert.Since.ToUnixTimeSeconds())));
        Assert.Equal(2, (await store.AlertsAsync(new FleetSelection { Service = "orders", Host = "b" }, token))!.Count);
        Assert.Empty((await store.AlertsAsync(new FleetSelection { Service = "shop" }, token))!);
    }

    [Fact]
    public async Task Scraped_TextOfAWatcherThatStartsLater_IsCountedFromItsStart()
    {
        var stops = 3;
        string Text() => string.Join('\n',
        [
            "# TYPE unpause_stop_seconds histogram",
            .. KnownStops.Bounds.Select(bound => Line("unpause_stop_seconds_bucket", $",le=\"{bound}\"", bound >= 0.02 ? stops : 0)),
            Line("unpause_stop_seconds_bucket", ",le=\"+Inf\"", stops),
            Line("unpause_stop_seconds_sum", "", stops * 0.015),
            Line("unpause_stop_seconds_count", "", stops),
            "# TYPE unpause_watched_processes gauge",
            Line("unpause_watched_processes", ",state=\"live\"", 1),
            "",
        ]);
        static string Line(string name, string more, double value) =>
            $"{name}{{service=\"orders\",instance=\"a\",runtime=\"jvm\",version=\"1\"{more}}} {value:R}";

        using var watcher = new FakePrometheus(_ => new Answered(stops < 0 ? 500 : 200, Text()));
        stops = -1;
        using var server = new RealPrometheus(watcher.Address.Authority);
        RealPrometheus.Await("the target is down", () => server.Value("count_over_time(up[1m])") > 4);
        stops = 3;
        RealPrometheus.Await("it is scraped", () => server.Value("unpause_stop_seconds_count") == 3);
        stops = 10;
        RealPrometheus.Await("it is scraped again", () => server.Value("unpause_stop_seconds_count") == 10);

        // The next full second has it.
        var now = DateTimeOffset.UtcNow.AddSeconds(1);
        RealPrometheus.Await("it is then", () => DateTimeOffset.UtcNow > now);
        await using var store = new PrometheusStore(server.Address, null, now);
        var slices = await store.SlicesAsync(new FleetSelection { From = now.AddMinutes(-30) }, TestContext.Current.CancellationToken);
        Assert.Equal(10, slices.Sum(slice => slice.Stops.Count));
        Assert.Equal(0.15, slices.Sum(slice => slice.Stops.SumSeconds), 9);
        Assert.InRange(slices.Sum(slice => slice.CoveredSeconds), 1, 60);
    }

    [Fact]
    public async Task Server_WithoutOurMetrics_HasNothingAndSaysSo()
    {
        using var server = new RealPrometheus();
        await using var store = new PrometheusStore(server.Address, null, At(3));
        var token = TestContext.Current.CancellationToken;
        var coverage = await store.CoverageAsync(new FleetSelection(), token);
        Assert.Equal((0, 0.0, null), (coverage.Processes, coverage.CoveredSeconds, coverage.From));
        Assert.NotEmpty(coverage.Notes);
        Assert.Empty(await store.SlicesAsync(new FleetSelection(), token));
        Assert.Empty((await store.CausesAsync(new FleetSelection(), token))!);
        Assert.Empty(await store.ProcessesAsync(new FleetSelection(), token));
        Assert.Empty((await store.AlertsAsync(new FleetSelection(), token))!);
    }

    private static void Near(List<double> exact, StopTimes stops, bool native)
    {
        if (exact.Count == 0) return;
        if (!native)
        {
            // In the same bucket as the exact value.
            foreach (var percent in new double[] { 50, 99 })
            {
                var (found, known) = (stops.Percentile(percent)!.Value, KnownStops.Exact(exact, percent));
                Assert.InRange(found, KnownStops.Bounds.LastOrDefault(bound => bound < known) * 0.98,
                    KnownStops.Bounds.First(bound => bound >= known) * 1.02);
            }

            Assert.True(stops.MaxSeconds >= exact[^1] * 0.999999);
            return;
        }

        foreach (var percent in new double[] { 50, 99 })
            Assert.InRange(stops.Percentile(percent)!.Value / KnownStops.Exact(exact, percent), 1 / 1.011, 1.011);
        Assert.InRange(stops.MaxSeconds / exact[^1], 1 / 1.011, 1.011);
    }

    /// <summary>
    /// Two versions, one after the other on instance a and all the time on b and c; a watcher that starts again; a process that ends within
    /// an
    /// hour; one that lives for 20 minutes; a service with letters that PromQL has for itself.
    /// </summary>
    private static List<StoredProcess> Fleet()
    {
        var random = new Random(46);
        var end = Start + (3 * Hour);
        return
        [
            Process("orders", "a", "1.0", Start, Start + Hour + 1800, 0.1, 0.010),
            Process("orders", "a", "1.1", Start + Hour + 1830, end, 0.1, 0.004),
            Process("orders", "b", "1.0", Start, end, 0.2, 0.012, restart: Start + (2 * Hour) - 1005),
            Process(Shop, "c", "", Start, end, 0.02, 0.2),
            Process("orders", "d", "1.1", Start + Hour + 600, Start + Hour + 1800, 0.1, 0.004),
        ];

        StoredProcess Process(
            string service, string instance, string version, long first, long last, double perSecond, double median,
                long restart = long.MaxValue) =>
            new(service, instance, version)
            {
                First = first,
                Last = last,
                Restart = restart,
                // Nothing is between the last sample and the restart, because that is lost.
                Stops = [.. StoredProcess.Random(random, first, last, perSecond, median)
                    .Where(stop => stop.At <= restart - 15 || stop.At > restart)],
            };
    }

    private static void Write(RealPrometheus server, List<StoredProcess> fleet, bool native, bool up)
    {
        for (var from = Start - 600; from <= Start + (3 * Hour); from += 600)
        {
            var request = new RemoteWrite();
            foreach (var process in fleet) process.WriteTo(request, native, from, from + 600);
            if (up) request.Add([("__name__", "up"), ("job", "prometheus")], [((from + 5) * 1000, 1), ((from + 305) * 1000, 1)]);
            server.Write(request.ToArray());
        }
    }

    private static FleetSelection Between(double from, double to) => new() { From = At(from), To = At(to) };

    private static DateTimeOffset At(double hours) => DateTimeOffset.FromUnixTimeSeconds(Start + (long)(hours * Hour));
}
