using System.Diagnostics;
using System.Globalization;
using System.Net;

namespace Unpause.Services.Tests.Watch.Alerts;

/// <summary>Against the Alertmanager of Debian (0.25).</summary>
[Trait("Tier", "live")]
public sealed class AlertmanagerTests
{
    private const string Collects =
        """
        import gc, time, sys
        gc.disable()  # the watcher may be there before the list is
        kept = [[i] for i in range(600_000)]
        time.sleep(float(sys.argv[1]))
        while True:
            gc.collect()
            print(time.time(), flush=True)
            time.sleep(1)
        """;

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60), MostLatency = TimeSpan.FromSeconds(10);

    [RootFact]
    public void Alert_OfALiveProgram_IsActiveThereWithItsCauseAndResolvedWhenTheProgramEnds()
    {
        Assert.SkipUnless(Alertmanager.IsThere, "needs prometheus-alertmanager");
        using var alertmanager = new Alertmanager(19220);
        using var program = Python("6");
        using var watcher = new Watcher(
            "--last", "30s", Id(program), "--alert", "induced>0", "--alertmanager", alertmanager.Address.AbsoluteUri);

        watcher.Await("the alert is there", () => alertmanager.Alerts().Count == 1, Patience);
        var ended = double.Parse(program.StandardOutput.ReadLine()!, CultureInfo.InvariantCulture);
        var updated = alertmanager.Alerts()[0].GetProperty("updatedAt").GetDateTimeOffset();
        var latency = updated - DateTimeOffset.UnixEpoch.AddSeconds(ended);
        TestContext.Current.TestOutputHelper!.WriteLine(
            $"from the end of the first pause to Alertmanager: {latency.TotalMilliseconds:0} ms");
        Assert.InRange(latency, TimeSpan.Zero, MostLatency);

        var alert = alertmanager.Alerts()[0];
        var (labels, notes) = (alert.GetProperty("labels"), alert.GetProperty("annotations"));
        Assert.Equal("active", alert.GetProperty("status").GetProperty("state").GetString());
        Assert.Equal(("induced>0", "cpython", "warning"), (Text(labels, "alertname"), Text(labels, "runtime"), Text(labels, "severity")));
        string[] all = ["alertname", "instance", "runtime", "service", "severity"];
        Assert.Equal(all, labels.EnumerateObject().Select(label => label.Name).Order());
        Assert.Contains("gc.collect()", Text(notes, "cause"), StringComparison.Ordinal);
        Assert.Contains("induced is ", Text(notes, "summary"), StringComparison.Ordinal);
        Assert.Contains("Verdict: ", Text(notes, "description"), StringComparison.Ordinal);
        Assert.True(Directory.Exists(Path.Combine(Text(notes, "ring")!, "recordings")));

        // The first pauses are too few for a finding: the ring is read again while the alert holds.
        watcher.Await("the cause has its numbers", () => Cause().Contains("gc.collect() every", StringComparison.Ordinal), Patience);
        Assert.NotNull(Text(alertmanager.Alerts()[0].GetProperty("annotations"), "change"));

        var target = $"Alertmanager {alertmanager.Address.GetLeftPart(UriPartial.Authority)}";
        var sent = $"unpause_notifications_total{{target=\"{target}\",result=\"sent\"}} ";
        Assert.Contains(sent, watcher.Get("/metrics"), StringComparison.Ordinal);

        program.Kill();
        watcher.Await("it is resolved", () => alertmanager.Alerts().Count == 0, Patience);
        Assert.Contains("resolved: ", watcher.End(), StringComparison.Ordinal);

        string Cause() => Text(alertmanager.Alerts()[0].GetProperty("annotations"), "cause")!;
    }

    [RootFact]
    public async Task Body_ThatIsNoAlert_IsRefusedWithoutReadingMuch()
    {
        using var program = Python("0");
        using var watcher = new Watcher(Id(program));
        using var client = new HttpClient();
        // Else the refusal of a large body is lost where the connection is closed while it is sent.
        client.DefaultRequestHeaders.ExpectContinue = true;

        Assert.Equal(HttpStatusCode.BadRequest, await StatusOf("hello"));
        Assert.Equal(HttpStatusCode.BadRequest, await StatusOf(new string('[', 1000)));
        Assert.Equal(HttpStatusCode.RequestEntityTooLarge, await StatusOf("[" + new string(' ', 1 << 20)));
        Assert.Equal(HttpStatusCode.OK, await StatusOf("""{"version":"4","alerts":[]}"""));
        program.Kill();

        async Task<HttpStatusCode> StatusOf(string body)
        {
            using var content = new StringContent(body);
            var address = new Uri($"{watcher.Address}/alertmanager");
            return (await client.PostAsync(address, content, TestContext.Current.CancellationToken)).StatusCode;
        }
    }

    [RootFact]
    public void Alert_OfSomebodyElse_KeepsTheRingOnce()
    {
        Assert.SkipUnless(Alertmanager.IsThere, "needs prometheus-alertmanager");
        using var program = Python("0");
        using var watcher = new Watcher("--last", "30s", Id(program), "--alert", "max_stop>100s");
        watcher.Await(
            "it is recorded", () => watcher.Get("/metrics").Contains("unpause_pause_seconds_count", StringComparison.Ordinal), Patience);
        using var alertmanager = new Alertmanager(19221, $"{watcher.Address}/alertmanager");
        var service = watcher.Processes()[0].GetProperty("service").GetString();

        alertmanager.Post(
            $$"""[{"labels":{"alertname":"SlowRequests","job":"{{service}}"} },{"labels":{"alertname":"DiskFull","job":"disk"} }]""");

        watcher.Await("the ring is kept", () => watcher.Kept().Count > 0, Patience);
        // A change of the group sends all of it again.
        alertmanager.Post("""[{"labels":{"alertname":"Another","job":"disk"}}]""");
        Thread.Sleep(3000);
        Assert.Single(watcher.Kept());
        program.Kill();
    }

    private static string Id(Process process) => process.Id.ToString(CultureInfo.InvariantCulture);

    private static string? Text(JsonElement of, string name) => of.GetProperty(name).GetString();

    private static Process Python(string wait)
    {
        var start = new ProcessStartInfo("/usr/bin/python3", ["-c", Collects, wait])
        {
            UseShellExecute = false, RedirectStandardOutput = true,
        };
        return Process.Start(start)!;
    }
}
