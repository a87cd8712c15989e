using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;

namespace Unpause.Services.Tests.Watch;

/// <summary>The whole way: a live program, its ring, the alert with its cause, the metrics.</summary>
[Trait("Tier", "live")]
public sealed class WatchTests
{
    private const string Collects =
        """
        import gc, time
        kept = [[i] for i in range(400_000)]
        while True:
            gc.collect()
            time.sleep(1)
        """;

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    [RootFact]
    public void Program_ThatInducesCollections_RaisesAnAlertWhoseCauseIsThatOfTheReport()
    {
        using var program = Python(Collects);
        using var watcher = new Watcher("--last", "10s", program.Id.ToString(CultureInfo.InvariantCulture), "--alert", "induced>0");

        watcher.Await("a ring is kept", () => watcher.Kept().Count > 0, Patience);

        var kept = watcher.Kept()[0];
        var report = JsonDocument.Parse(File.ReadAllBytes(Path.Combine(kept, "report.json"))).RootElement;
        var again = Programs.Document("report", Path.Combine(kept, "recordings"), "--format", "json");
        Assert.Equal(again.GetProperty("verdict").GetString(), report.GetProperty("verdict").GetString());
        var causes = report.GetProperty("processes")[0].GetProperty("collections").GetProperty("by_cause").EnumerateArray();
        Assert.Contains(causes, cause => cause.GetProperty("cause").GetString() == "induced" && cause.GetProperty("count").GetInt32() > 0);
        var said = watcher.End();
        Assert.Contains("alert: ", said, StringComparison.Ordinal);
        Assert.Contains("induced>0", said, StringComparison.Ordinal);
        program.Kill();
    }

    [RootFact]
    public void Metrics_OfAProgram_CountWhatTheReportOnItsRingCounts()
    {
        using var program = Python(Collects);
        using var watcher = new Watcher("--last", "30s", program.Id.ToString(CultureInfo.InvariantCulture), "--alert", "max_stop>100s");
        watcher.Await("five pauses are seen", () => Count(watcher.Get("/metrics")) >= 5, Patience);

        // Nothing more is counted once the program stands still.
        Process.Start("kill", ["-STOP", program.Id.ToString(CultureInfo.InvariantCulture)]).WaitForExit();
        Thread.Sleep(2000);
        var counted = Count(watcher.Get("/metrics"));
        var (output, error, code) = Programs.Run(Programs.Unpause, null, "watch", "save", "--ring", watcher.Ring);
        Assert.True(code == 0, error);
        var report = Programs.Document("report", Path.Combine(output.Trim(), "recordings"), "--format", "json");

        Assert.Equal(report.GetProperty("processes")[0].GetProperty("pauses").GetProperty("count").GetInt64(), counted);
        Assert.Equal("ok\n", watcher.Get("/healthz"));
        program.Kill();
    }

    [RootFact]
    public void Address_InUse_IsSaidAndServedOnceItIsFree()
    {
        using var program = Python(Collects);
        using var other = new TcpListener(IPAddress.Loopback, 0);
        other.Start();
        var address = other.LocalEndpoint.ToString()!;
        using var watcher = Watcher.NotServing(
            "--listen", address, program.Id.ToString(CultureInfo.InvariantCulture), "--alert", "induced>0");
        var file = Path.Combine(watcher.Ring, "run", "address");

        // Alerts and rings do not need HTTP.
        watcher.Await("a ring is kept", () => watcher.Kept().Count > 0, Patience);
        Assert.False(File.Exists(file));
        other.Stop();
        watcher.Await("it serves", () => File.Exists(file), Patience);

        Assert.StartsWith($"http://{address}/", File.ReadAllText(file), StringComparison.Ordinal);
        var said = watcher.End();
        Assert.Single(said.Split('\n'), line => line.Contains($"http://{address} is", StringComparison.Ordinal));
        program.Kill();
    }

    [RootFact]
    public async Task Request_ForAnotherHostOrWithoutTheToken_IsRefused()
    {
        using var program = Python(Collects);
        using var watcher = new Watcher(program.Id.ToString(CultureInfo.InvariantCulture));
        using var client = new HttpClient();

        using var bare = await client.GetAsync(new Uri(watcher.Address, "/processes"), TestContext.Current.CancellationToken);
        Assert.Equal(HttpStatusCode.NotFound, bare.StatusCode);
        Assert.Equal(HttpStatusCode.Forbidden, await StatusOf("Host", "evil.example"));
        Assert.Equal(HttpStatusCode.Forbidden, await StatusOf("Origin", "http://evil.example"));
        Assert.Equal(HttpStatusCode.OK, await StatusOf("Origin", watcher.Address.GetLeftPart(UriPartial.Authority)));
        program.Kill();

        async Task<HttpStatusCode> StatusOf(string header, string value)
        {
            using var request = new HttpRequestMessage(HttpMethod.Get, new Uri(watcher.Address, "/metrics"));
            request.Headers.TryAddWithoutValidation(header, value);
            return (await client.SendAsync(request, TestContext.Current.CancellationToken)).StatusCode;
        }
    }

    private static long Count(string metrics) => metrics.Split('\n')
        .Where(line => line.StartsWith("unpause_pause_seconds_count", StringComparison.Ordinal))
        .Sum(line => (long)double.Parse(line[(line.LastIndexOf(' ') + 1)..], CultureInfo.InvariantCulture));

    private static Process Python(string program)
    {
        var start = new ProcessStartInfo("/usr/bin/python3", ["-c", program]) { UseShellExecute = false };
        return Process.Start(start)!;
    }
}
