using System.Diagnostics;
using System.Globalization;

namespace Unpause.Services.Tests.Watch.Metrics;

/// <summary>Debian's Prometheus scrapes the watcher of a live program.</summary>
[Trait("Tier", "live")]
public sealed class PrometheusTests
{
    // Stops of very different lengths, all of them induced.
    private const string Collects =
        """
        import gc, time
        kept = [[i] for i in range(300_000)]
        while True:
            gc.collect(0)
            gc.collect(2)
            time.sleep(0.3)
        """;

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    [RootTheory]
    [InlineData(true)]
    [InlineData(false)]
    public void Counts_ThatPrometheusScraped_AreThoseOfTheReport(bool native)
    {
        using var program = Process.Start(new ProcessStartInfo("/usr/bin/python3", ["-c", Collects]) { UseShellExecute = false })!;
        try
        {
            var id = program.Id.ToString(CultureInfo.InvariantCulture);
            using var watcher = new Watcher("--last", "30s", id, "--alert", "max_stop>100s");
            using var prometheus = new Prometheus(watcher.Address.Authority, native);
            var (count, sum) = native
                ? ("histogram_count(unpause_pause_seconds)", "histogram_sum(unpause_pause_seconds)")
                : ("unpause_pause_seconds_count", "unpause_pause_seconds_sum");
            watcher.Await("pauses are scraped", () => prometheus.Sum(count) > 0, Patience);
            // A rate needs pauses between scrapes.
            var first = prometheus.Sum(count);
            watcher.Await("20 more pauses are scraped", () => prometheus.Sum(count) >= first + 20, Patience);
            Assert.Equal("", prometheus.ScrapeError());

            // Nothing more is counted once the program is stopped.
            Process.Start("kill", ["-STOP", id]).WaitForExit();
            Thread.Sleep(3000);
            var report = ReportOf(watcher);
            var pauses = report.GetProperty("processes")[0].GetProperty("pauses");
            Assert.Equal(pauses.GetProperty("count").GetDouble(), prometheus.Sum(count));
            Assert.Equal(pauses.GetProperty("total_ms").GetDouble() / 1e3, prometheus.Sum(sum)!.Value, 6);
            // A bucket is 2.2 % wide.
            if (native)
            {
                var longest = pauses.GetProperty("max_ms").GetDouble() / 1e3;
                Assert.InRange(prometheus.Sum("histogram_quantile(1, sum(unpause_stop_seconds))")!.Value, longest, longest * 1.022);
                Assert.Equal(1, prometheus.Sum("histogram_fraction(0, +Inf, sum(unpause_pause_seconds))")!.Value, 9);
            }

            Assert.All(Dashboard.Expressions(), expression => Assert.Equal("", prometheus.ErrorOf(expression)));
            Assert.InRange(prometheus.Sum(Dashboard.Expressions()[0]) ?? -1, 0.001, 10);
            Assert.Empty(prometheus.FailedRules());
            Assert.Contains("UnpauseInducedCollections", prometheus.Firing());
            Assert.Equal(1, prometheus.Sum("unpause_watched_processes"));
            // It was kept after the last scrape, perhaps.
            watcher.Await("the kept ring is scraped", () => prometheus.Sum("unpause_kept_rings_total") >= 1, Patience);
            Assert.True(prometheus.Sum("unpause_ring_bytes") > 1000);
            Assert.True(prometheus.Sum("unpause_watch_resident_bytes{process=\"recorder\"}") > 1e6);
        }
        finally
        {
            program.Kill();
        }
    }

    private static JsonElement ReportOf(Watcher watcher)
    {
        var (output, error, code) = Programs.Run(Programs.Unpause, null, "watch", "save", "--ring", watcher.Ring);
        Assert.True(code == 0, error);
        return Programs.Document("report", Path.Combine(output.Trim(), "recordings"), "--format", "json");
    }
}
