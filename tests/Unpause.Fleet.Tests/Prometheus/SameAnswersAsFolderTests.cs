using Unpause.Fleet.Stores;
using Unpause.Fleet.Stores.Prometheus;
using Unpause.Fleet.Tests.Annotations;
using Unpause.Fleet.Tests.Folders;
using Unpause.Reports.Fleets;

namespace Unpause.Fleet.Tests.Prometheus;

/// <summary>One fleet as reports in a folder and as metrics in a real Prometheus: answers that both have must agree.</summary>
[Trait("Tier", "live")]
public sealed class SameAnswersAsFolderTests
{
    private const long Hour = 3600;
    private const int Hours = 6;

    private static readonly long Start = (DateTimeOffset.UtcNow.ToUnixTimeSeconds() / Hour * Hour) - ((Hours + 1) * Hour);

    [Fact]
    public async Task Fleet_InAFolderAndInPrometheus_HasTheSameAnswers()
    {
        var random = new Random(11);
        var fleet = Enumerable.Range(0, 20).Select(i => new StoredProcess(
            i < 12 ? "orders" : "carts", $"host-{i}", i < 12 ? (i % 2 == 0 ? "1.4" : "1.5") : "2.0")
        {
            First = Start, Last = Start + (Hours * Hour),
            // Version 1.5 stops half as long again, and a host of carts three times as long.
            Stops = StoredProcess.Random(random, Start, Start + (Hours * Hour), i == 12 ? 0.6 : 0.2, i is < 12 && i % 2 == 1 ? 0.03 : 0.02),
        }).ToList();
        using var folders = new ReportFolders();
        WriteReports(folders, fleet);
        using var server = new RealPrometheus();
        for (var from = Start - 600; from <= Start + (Hours * Hour); from += 600)
        {
            var request = new RemoteWrite();
            foreach (var process in fleet) process.WriteTo(request, native: true, from, from + 600);
            request.Add([("__name__", "up"), ("job", "prometheus")], [((from + 5) * 1000, 1), ((from + 305) * 1000, 1)]);
            server.Write(request.ToArray());
        }

        await using var reports = folders.Open();
        await using var metrics = new PrometheusStore(server.Address, null, DateTimeOffset.FromUnixTimeSeconds(Start + (Hours * Hour)));
        var selection = new FleetSelection
        {
            From = DateTimeOffset.FromUnixTimeSeconds(Start), To = DateTimeOffset.FromUnixTimeSeconds(Start + (Hours * Hour)),
        };
        using var grafana = new FakeGrafana();
        grafana.Add(DateTimeOffset.FromUnixTimeSeconds(Start + (2 * Hour) + 700), "a flag", "deploy", "service:carts");
        var asked = new FleetRequest { Action = FleetRequest.Report, Grafana = grafana.Address.OriginalString };
        var token = TestContext.Current.CancellationToken;
        var folder = await FleetComposer.ComposeAsync(reports, asked, selection, token);
        var prometheus = await FleetComposer.ComposeAsync(metrics, asked, selection, token);

        Assert.Equal((folder.Source.Processes, folder.Source.Hosts, folder.Source.Services),
            (prometheus.Source.Processes, prometheus.Source.Hosts, prometheus.Source.Services));
        Assert.InRange(prometheus.Source.CoveredHours / folder.Source.CoveredHours, 0.99, 1.01);

        // What a source lacks, it says.
        Assert.Equal(["alerts", "memory", "traces"], folder.NotAnswered.Select(refusal => refusal.Question).Order(StringComparer.Ordinal));
        Assert.Equal(
            ["coincidences", "memory", "traces"],
            prometheus.NotAnswered.Select(refusal => refusal.Question).Order(StringComparer.Ordinal));

        var known = folder.ToDo.ToDictionary(row => (row.Service, row.Finding));
        Assert.Equal(known.Keys.Order(), prometheus.ToDo.Select(row => (row.Service, row.Finding)).Order());
        Assert.Equal(6, known.Count);
        foreach (var row in prometheus.ToDo)
        {
            var same = known[(row.Service, row.Finding)];
            Assert.Equal((same.Title, same.Runtime, same.Processes, same.OfProcesses),
                (row.Title, row.Runtime, row.Processes, row.OfProcesses));
            Assert.InRange(row.StopSecondsPerDay / same.StopSecondsPerDay, 0.98, 1.02);
            Assert.InRange(row.StopSharePercent - same.StopSharePercent, -1, 1);
            Assert.InRange(row.MaxMs!.Value.Nanoseconds / (double)same.MaxMs!.Value.Nanoseconds, 1 / 1.012, 1.012);
        }

        // The flag, then the two versions.
        Assert.Equal((2, 2), (folder.Deploys.Count, prometheus.Deploys.Count));
        Assert.Equal((folder.Deploys[0].Annotation, folder.Deploys[0].At, folder.Deploys[0].Verdict, "carts"),
            (prometheus.Deploys[0].Annotation, prometheus.Deploys[0].At, prometheus.Deploys[0].Verdict, prometheus.Deploys[0].Service));
        var (deploy, other) = (folder.Deploys[1], prometheus.Deploys[1]);
        Assert.Equal((deploy.Service, deploy.Before, deploy.After, deploy.Verdict, deploy.At, deploy.Per, deploy.SameHours),
            (other.Service, other.Before, other.After, other.Verdict, other.At, other.Per, other.SameHours));
        Assert.InRange(other.ChangePercent!.Value - deploy.ChangePercent!.Value, -1, 1);
        Assert.InRange(other.ChangePercent.Low - deploy.ChangePercent.Low, -1, 1);
        Assert.InRange(other.P99AfterMs!.Value.Nanoseconds / (double)deploy.P99AfterMs!.Value.Nanoseconds, 1 / 1.03, 1.03);

        var (host, different) = (Assert.Single(folder.Hosts), Assert.Single(prometheus.Hosts));
        Assert.Equal(("host-12", "carts", 7), (different.Host, different.Service, different.Others));
        Assert.Equal((host.Host, host.Others), (different.Host, different.Others));
        Assert.InRange(different.StoppedPercent / host.StoppedPercent, 0.98, 1.02);
    }

    /// <summary>A report of each process and whole hour, with the shares that <see cref="StoredProcess"/> exports.</summary>
    private static void WriteReports(ReportFolders folders, List<StoredProcess> fleet)
    {
        for (var i = 0; i < fleet.Count; i++)
        {
            for (var hour = 0; hour < Hours; hour++)
            {
                var (from, to) = (Start + (hour * Hour), Start + ((hour + 1) * Hour));
                var stops = fleet[i].Stops.Where(stop => stop.At > from && stop.At <= to).Select(stop => stop.Seconds).ToList();
                folders.Write($"{i}/{hour}.json", new InventedReport
                {
                    Service = fleet[i].Labels.Service, Host = fleet[i].Labels.Instance, Version = fleet[i].Labels.Version, Pid = 1000 + i,
                    Start = DateTimeOffset.FromUnixTimeSeconds(from), DurationMs = 3_600_000, AllocatedBytes = null,
                    Stops = [.. stops.Select(stop => (long)(stop * 1e9))],
                    Finding = "cramped-heap", ExplainedMs = 500 * stops.Sum(),
                    OtherFinding = "low-throughput", OtherExplainedMs = 100 * stops.Sum(),
                });
            }
        }
    }
}
