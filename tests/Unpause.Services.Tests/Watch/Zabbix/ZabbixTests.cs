using System.Diagnostics;
using System.Globalization;
using System.Text.Json.Nodes;

namespace Unpause.Services.Tests.Watch.Zabbix;

/// <summary>Debian's Zabbix 6.0 with the template that is shipped, and a live program.</summary>
[Trait("Tier", "live")]
public sealed class ZabbixTests
{
    private const string Template = "unpause by Zabbix trapper", Host = "web 1.example";

    private const int Collections = 100;

    // More than 5 % of two minutes in GC, the trigger's mean, wherever the values that are sent begin.
    // The first values are of the time from when the watcher knows the process.
    private static readonly string Collects =
        $"""
        import gc, time
        gc.disable()
        kept = [[i] for i in range(1_500_000)]
        time.sleep(15)
        for i in range({Collections}):
            gc.collect()
            time.sleep(0.03)
        time.sleep(1000)
        """;

    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(6);

    [RootFact]
    public void Values_OfALiveProgram_AreThoseOfTheReportAndRaiseTheTriggers()
    {
        Assert.SkipUnless(ZabbixServer.IsThere, "needs Zabbix with PostgreSQL");
        using var zabbix = new ZabbixServer();
        Import(zabbix);
        Import(zabbix);
        zabbix.AddHost(Host, Template);
        var start = new ProcessStartInfo("/usr/bin/python3", ["-c", Collects]) { UseShellExecute = false };
        start.Environment["OTEL_SERVICE_NAME"] = "orders{$X},]";
        using var program = Process.Start(start)!;
        try
        {
            var id = program.Id.ToString(CultureInfo.InvariantCulture);
            using var watcher = new Watcher(
                id, "--last", "10m", "--alert", "induced>0", "--zabbix", $"127.0.0.1:{zabbix.Port}", "--zabbix-host", Host);
            watcher.Await("an alert is there", () => Texts("alert").Count > 0, Patience);
            watcher.Await("triggers fire", () => zabbix.Problems(Host).Count >= 3, Patience);

            watcher.Await("all collections are there", () => Numbers("full").Sum() >= Collections, Patience);
            var pauses = ReportOf(watcher).GetProperty("processes")[0].GetProperty("pauses");
            Assert.Equal(Collections, pauses.GetProperty("count").GetInt32());
            Assert.Equal(Collections, Numbers("full").Sum());
            // While a recording is read live, the cause of the first collection is not known yet.
            Assert.InRange(Numbers("induced").Sum(), Collections - 1, Collections);
            Assert.Equal(pauses.GetProperty("max_ms").GetDouble() / 1e3, Numbers("max_stop").Max(), tolerance: 5e-5);
            Assert.Equal(Numbers("max_stop"), Numbers("max_pause"));
            Assert.Equal(1, Numbers("processes", "")[^1]);
            Assert.True(Numbers("time_in_gc").Max() is > 1 and < 100);
            Assert.StartsWith("alert: ", Texts("alert")[0], StringComparison.Ordinal);
            Assert.Contains("gc.collect()", Texts("alert")[0], StringComparison.Ordinal);
            Assert.NotEmpty(Texts("verdict"));

            var problems = zabbix.Problems(Host);
            Assert.Contains(problems, name => name.StartsWith("orders__X___: ", StringComparison.Ordinal) && name.Contains(" collections"));
            Assert.Contains(problems, name => name.StartsWith("orders__X___: ", StringComparison.Ordinal) && name.Contains(" 5 % "));
            Assert.Contains(problems, name => name.StartsWith("alert: ", StringComparison.Ordinal)
                && name.Contains("gc.collect()", StringComparison.Ordinal));

            // Its own sender's value is the same in the same item.
            var last = Texts("max_stop").MaxBy(text => double.Parse(text, CultureInfo.InvariantCulture))!;
            var (output, error, code) = Programs.Run(
                "zabbix_sender", null, "-z", "127.0.0.1", "-p", zabbix.Port.ToString(CultureInfo.InvariantCulture), "-s", Host,
                "-k", "unpause.max_stop[orders__X___]", "-o", last);
            Assert.True(code == 0, output + error);
            watcher.Await("its value is there", () => Texts("max_stop").Count(text => text == last) == 2, Patience);

            var page = watcher.Get("/metrics");
            Assert.Contains("unpause_zabbix_values_total{result=\"processed\"} ", page, StringComparison.Ordinal);
            Assert.Contains("unpause_zabbix_values_total{result=\"lost\"} 0\n", page, StringComparison.Ordinal);
        }
        finally
        {
            program.Kill();
        }

        IReadOnlyList<string> Texts(string item, string service = "[orders__X___]") =>
            zabbix.History(Host, $"unpause.{item}{service}") ?? [];
        List<double> Numbers(string item, string service = "[orders__X___]") =>
            [.. Texts(item, service).Select(text => double.Parse(text, CultureInfo.InvariantCulture))];
    }

    private static void Import(ZabbixServer zabbix)
    {
        const string All = """{"createMissing":true,"updateExisting":true,"deleteMissing":true}""";
        var rules = JsonNode.Parse(
            $$"""
            {"groups":{"createMissing":true},"templates":{"createMissing":true,"updateExisting":true},
             "items":{{All}},"triggers":{{All}},"discoveryRules":{{All}}}
            """);
        var source = File.ReadAllText(RepositoryFolder.File("packaging", "watch", "zabbix-template.yaml"));
        var done = zabbix.Call("configuration.import", new JsonObject { ["format"] = "yaml", ["rules"] = rules, ["source"] = source });
        Assert.True(done.GetValue<bool>());
    }

    private static JsonElement ReportOf(Watcher watcher)
    {
        var (output, error, code) = Programs.Run(Programs.Unpause, null, "watch", "save", "--ring", watcher.Ring);
        Assert.True(code == 0, error);
        return Programs.Document("report", Path.Combine(output.Trim(), "recordings"), "--format", "json");
    }
}
