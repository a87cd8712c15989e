using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;
using Unpause.Tests;

namespace Unpause.Cli.Tests.Tuning;

/// <summary><c>unpause tune</c> with load tests as they are installed: its numbers are what they say themselves.</summary>
[Trait("Tier", "live")]
public sealed class LoadTestTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [LoadTestFact("wrk")]
    public void LoadTest_WrkOutput_HasPercentiles()
    {
        var trial = Tried("wrk -t1 -c2 -d1s --latency {url} > $UNPAUSE_TRIAL/wrk.txt", "$UNPAUSE_TRIAL/wrk.txt");
        var printed = File.ReadAllText(Path.Combine(trial.Folder, "wrk.txt"));
        Assert.Equal(Time(printed, "50%"), trial.Number("p50_request"), 1.0);
        Assert.Equal(Time(printed, "99%"), trial.Number("p99_request"), 1.0);
        Assert.Equal(0, trial.Number("error_rate"));
        Assert.Equal(("wrk", true), trial.Load);
        Assert.Contains("wrk is a closed-loop load test (coordinated omission)", trial.Sentences, StringComparison.Ordinal);
        Assert.Contains("wrk has no timestamps per request", trial.Sentences, StringComparison.Ordinal);
    }

    [LoadTestFact("wrk")]
    public void LoadTest_WrkScript_HasAllLatencies()
    {
        var trial = Tried("wrk -t1 -c2 -d1s --latency -s $UNPAUSE_TRIAL/wrk.lua {url}", "$UNPAUSE_TRIAL/wrk.csv", "p999_request");
        var printed = File.ReadAllText(Path.Combine(trial.Folder, "load.log"));
        // Printed with two decimals of its unit, and by a rank that wrk rounds: some microseconds.
        Assert.InRange(trial.Number("p50_request") / Time(printed, "50%"), 0.98, 1.02);
        Assert.InRange(trial.Number("p99_request") / Time(printed, "99%"), 0.95, 1.05);
        Assert.InRange(trial.Number("p999_request"), trial.Number("p99_request"), trial.Number("max_request"));
        var requests = int.Parse(Regex.Match(printed, @"(\d+) requests in").Groups[1].Value, CultureInfo.InvariantCulture);
        Assert.Equal(requests, trial.Number("requests"));
    }

    [LoadTestFact("wrk")]
    public void LoadTest_WrkWithoutLatency_IsReported()
    {
        var result = Tune("wrk -t1 -c2 -d1s {url} > $UNPAUSE_TRIAL/w", "$UNPAUSE_TRIAL/w", "p99_request");
        Assert.Equal(3, result.ExitCode);
        Assert.Contains("wrk prints only four percentiles, and only with --latency", result.Error, StringComparison.Ordinal);
    }

    [LoadTestFact("hey")]
    public void LoadTest_Hey_HasTimestamps()
    {
        var trial = Tried("hey -n 200 -c 2 -o csv {url} > $UNPAUSE_TRIAL/hey.csv", "$UNPAUSE_TRIAL/hey.csv");
        var own = File.ReadLines(Path.Combine(trial.Folder, "hey.csv")).Skip(1)
            .Select(line => double.Parse(line.Split(',')[0], CultureInfo.InvariantCulture)).Order().ToList();
        Assert.Equal(200, own.Count);
        Assert.Equal(own[197] * 1e9, trial.Number("p99_request"), 1.0);
        Assert.Equal((200, 0), (trial.Number("requests"), trial.Number("errors")));
        Assert.Equal(("hey", false), trial.Load);
    }

    [LoadTestFact("ab")]
    public void LoadTest_AbTable_IsRead()
    {
        var trial = Tried(
            "ab -q -n 200 -c 2 -g $UNPAUSE_TRIAL/ab.tsv -e $UNPAUSE_TRIAL/ab.csv {url}", "$UNPAUSE_TRIAL/ab.tsv");
        var own = File.ReadLines(Path.Combine(trial.Folder, "ab.csv")).First(line => line.StartsWith("50,", StringComparison.Ordinal));
        Assert.Equal(double.Parse(own[3..], CultureInfo.InvariantCulture), trial.Number("p50_request") / 1e6, 1.0);
        // ab takes the value after the rank for its 99 %; the table is sorted by its fifth column, the total in milliseconds.
        var rows = File.ReadAllLines(Path.Combine(trial.Folder, "ab.tsv"));
        Assert.Equal(double.Parse(rows[198].Split('\t')[4], CultureInfo.InvariantCulture), trial.Number("p99_request") / 1e6);
        Assert.Equal(200, trial.Number("requests"));
    }

    private Trial Tried(string load, string latencies, string objective = "p99_request")
    {
        var result = Tune(load, latencies, objective);
        // One trial per setting is too few to judge, and enough to see its numbers.
        Assert.True(result.ExitCode == 3, result.ToString());
        Assert.Equal("", ContractSchema.Faults(result.Output, "unpause.tune-1.schema.json"));
        using var json = JsonDocument.Parse(result.Output);
        var each = json.RootElement.GetProperty("settings").EnumerateArray()
            .First(setting => setting.GetProperty("name").GetString() == "default").GetProperty("trial_results")[0].Clone();
        return new Trial(
            Path.Combine(_folder["kept"], "trial-1-0"), each, string.Join(' ', json.RootElement.GetProperty("sentences").EnumerateArray()));
    }

    private Cli.Result Tune(string load, string latencies, string objective)
    {
        File.WriteAllText(_folder["serve.py"], Service);
        var port = FreePort.Find();
        var url = $"http://127.0.0.1:{port}/";
        // ab's table has whole seconds, so nothing is left out where all requests are counted.
        var warmUp = load.StartsWith("wrk", StringComparison.Ordinal) ? "100ms" : "0s";
        return Cli.UnpauseIn(
            _folder.Path, new Dictionary<string, string?>(), "tune", "--load", load.Replace("{url}", url), "--latencies", latencies,
            "--ready", url, "--warm-up", warmUp, "--trials", "1", "--setting", "ONE=1", "--objective", objective, "--format", "json",
            "--keep", _folder["kept"], "--", "python3", _folder["serve.py"], $"{port}");
    }

    private static double Time(string printed, string percent)
    {
        var found = Regex.Match(printed, $@"^\s+{percent}\s+([\d.]+)(us|ms|s)$", RegexOptions.Multiline);
        return double.Parse(found.Groups[1].Value, CultureInfo.InvariantCulture)
            * found.Groups[2].Value switch { "us" => 1e3, "ms" => 1e6, _ => 1e9 };
    }

    private const string Service =
        """
        import http.server, sys
        class Answer(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            wbufsize = -1
            def do_GET(self):
                held = [[number] for number in range(3000)]
                self.send_response(200)
                self.send_header("Content-Length", "2")
                self.end_headers()
                self.wfile.write(b"ok")
                self.wfile.flush()
            def log_message(self, *_):
                pass
        server = http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Answer)
        server.daemon_threads = True
        server.serve_forever()
        """;

    private sealed record Trial(string Folder, JsonElement Each, string Sentences)
    {
        public (string?, bool) Load =>
            (Each.GetProperty("load_format").GetString(), Each.GetProperty("latencies_include_warm_up").GetBoolean());

        public double Number(string name) => Each.GetProperty("metrics").GetProperty(name).GetDouble();
    }
}
