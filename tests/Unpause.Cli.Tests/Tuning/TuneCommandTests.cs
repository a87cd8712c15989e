using System.Text.Json;
using Unpause.Tests;

namespace Unpause.Cli.Tests.Tuning;

/// <summary><c>unpause tune</c> as a process. What its numbers mean is tested with the statistics; here real programs are tried.</summary>
[Trait("Tier", "live")]
public sealed class TuneCommandTests : IDisposable
{
    private static readonly string Film = RepositoryFolder.File("labs", "recommendations", "film.py");

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Tune_FilmScript_HigherThresholdsMeanFewerGcs()
    {
        // The count of GCs is the script's alone; times would be those of a busy machine. The statistics have their own tests.
        var result = Tune(
            "--objective", "collections", "--setting", "threshold=10000,50,20", "--setting", "disable=1", "--format", "json", "--",
            "python3", Film, "200000");
        Assert.True(result.ExitCode == 0, result.ToString());
        using var json = JsonDocument.Parse(result.Output);
        var root = json.RootElement;
        Assert.Equal("winner", root.GetProperty("outcome").GetString());
        Assert.Equal("disable=1", root.GetProperty("chosen").GetString());
        Assert.All(Numbers("disable=1", "total_pause"), pause => Assert.Equal(0, pause));
        var most = Numbers("threshold=10000,50,20", "collections").Max();
        Assert.All(Numbers("default", "collections"), collections => Assert.InRange(collections, 10 * most, 10_000));
        Assert.All(Numbers("default", "max_rss"), bytes => Assert.InRange(bytes, 10e6, 300e6));
        Assert.Equal(
            "import gc; gc.disable()", Of(root, "disable=1").GetProperty("code")[0].GetString());

        IEnumerable<double> Numbers(string setting, string metric) =>
            Each(root, setting).Select(trial => trial.GetProperty("metrics").GetProperty(metric).GetDouble());
    }

    [Fact]
    public void Tune_EqualSettings_AreWithinNoise()
    {
        var result = Tune(
            "--objective", "collections", "--trials", "4", "--setting", "threshold=700,10,10", "--setting", "ONE=1,TWO=2", "--",
            "python3", Film, "20000");
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Contains("Within noise: no setting improves collections significantly over the default", Flat(result.Output),
            StringComparison.Ordinal);
        Assert.DoesNotContain("wins", result.Output, StringComparison.Ordinal);
        Assert.Matches(@"threshold=700,10,10 +\d+ ± 0 +noise ", result.Output);
    }

    [Fact]
    public void Tune_Url_LoadsTheServiceWhileRecording()
    {
        File.WriteAllText(_folder["serve.py"], Service);
        var port = FreePort.Find();
        var result = Tune(
            "--url", $"http://127.0.0.1:{port}/{{n}}", "--rate", "30/s", "--for", "2s", "--warm-up", "500ms", "--trials", "3",
            "--setting", "threshold=100000,50,50", "--setting", "freeze=ready", "--under", "error_rate<1%", "--format", "json",
            "--keep", _folder["kept"], "--", "python3", _folder["serve.py"], $"{port}");
        Assert.True(result.ExitCode == 0, result.ToString());
        using var json = JsonDocument.Parse(result.Output);
        Assert.Equal("p99_request", json.RootElement.GetProperty("objective").GetString());
        foreach (var name in new[] { "default", "threshold=100000,50,50", "freeze=ready" })
        {
            Assert.Equal(3, Each(json.RootElement, name).Count);
            foreach (var metrics in Each(json.RootElement, name).Select(trial => trial.GetProperty("metrics")))
            {
                Assert.InRange(metrics.GetProperty("requests").GetDouble(), 30, 95);
                Assert.True(metrics.GetProperty("errors").GetDouble() == 0, result.ToString());
                Assert.InRange(metrics.GetProperty("p99_request").GetDouble(), metrics.GetProperty("p50_request").GetDouble(), 30e9);
            }
        }

        // Every request runs a GC; frozen objects are not traversed, so its pauses are much shorter.
        var (before, after) = (Pause("default"), Pause("freeze=ready"));
        Assert.True(after < before / 3, $"{before} {after}\n{result}");
        Assert.Equal(9, File.ReadAllLines(Path.Combine(_folder["kept"], "trials.jsonl")).Length);

        double Pause(string name) => Each(json.RootElement, name)
            .Average(trial => trial.GetProperty("metrics").GetProperty("mean_pause").GetDouble());
    }

    [Fact]
    public void Tune_Load_ReadsItsLatencies()
    {
        File.WriteAllText(_folder["serve.py"], Service);
        // A load whose latencies are known: 40 requests of 1 to 40 ms, a second after the start, after the warm-up.
        File.WriteAllText(_folder["load.py"], """
            import os, time
            time.sleep(1.2)
            with open(os.environ["UNPAUSE_TRIAL"] + "/requests.csv", "w") as file:
                file.write("start_ms,duration_ms\n")
                for number in range(1, 41):
                    file.write("%.3f,%d\n" % (time.time() * 1000 - 100, number))
            """);
        var port = FreePort.Find();
        var result = Tune(
            "--load", $"python3 {_folder["load.py"]}", "--latencies", "$UNPAUSE_TRIAL/requests.csv", "--ready", $"http://127.0.0.1:{port}/",
            "--warm-up", "1s", "--trials", "3", "--setting", "ONE=1", "--format", "json", "--objective", "p90_request",
            "--", "python3", _folder["serve.py"], $"{port}");
        Assert.True(result.ExitCode == 0, result.ToString());
        using var json = JsonDocument.Parse(result.Output);
        Assert.Equal("within_noise", json.RootElement.GetProperty("outcome").GetString());
        Assert.Equal(36e6, Of(json.RootElement, "ONE=1").GetProperty("mean").GetDouble());
    }

    [Fact]
    public void Tune_Trials_LeaveNothingBehind()
    {
        var place = Directory.CreateDirectory(_folder["tmp"]).FullName;
        var result = Cli.UnpauseIn(
            _folder.Path, new Dictionary<string, string?> { ["TMPDIR"] = place },
            "tune", "--trials", "2", "--setting", "disable=1", "--", "python3", "-c", "pass");
        Assert.Equal(3, result.ExitCode); // two trials are too few to judge
        Assert.Contains("disable=1", result.Output, StringComparison.Ordinal);
        Assert.Empty(Directory.GetDirectories(place));
    }

    [Fact]
    public void Tune_BrokenConstraint_IsNotChosen()
    {
        var result = Tune(
            "--trials", "3", "--setting", "disable=1", "--under", "max_rss<1MB", "--", "python3", "-c", "pass");
        Assert.True(result.ExitCode == 1, result.ToString());
        Assert.Contains("disable=1 stopped after 2 trials: it broke max_rss<1MB again", Flat(result.Output), StringComparison.Ordinal);
        Assert.Contains("No setting satisfies all constraints in every trial.", Flat(result.Output), StringComparison.Ordinal);
    }

    [Fact]
    public void Tune_FailingSetting_StopsAndFailingDefaultIsRefused()
    {
        var result = Tune("--trials", "3", "--setting", "FAIL=1", "--", "sh", "-c", "test -z \"$FAIL\" || { echo no such luck; exit 7; }");
        Assert.True(result.ExitCode is 0 or 3, result.ToString());
        Assert.Contains(
            "FAIL=1 stopped after 2 trials: it failed again (it exited with code 7: no such luck)",
            Flat(result.Output),
            StringComparison.Ordinal);
        var refused = Tune("--trials", "3", "--setting", "ONE=1", "--", "sh", "-c", "echo no database; exit 3");
        Assert.Equal(2, refused.ExitCode);
        Assert.Contains(
            "CMD fails with the default setting, so there is no baseline: it exited with code 3: no database",
            refused.Error,
            StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("name the command to run after --: unpause tune -- python3 batch.py", "--trials", "3")]
    [InlineData("--setting 5 is not NAME=VALUE", "--setting", "5", "--", "python3")]
    [InlineData("--setting A=1 is given twice", "--setting", "A=1", "--setting", "A=1", "--", "python3")]
    [InlineData("the runtime of CMD is unknown: add --runtime cpython|dotnet|go|jvm", "--", "sh")]
    [InlineData("--runtime ruby is not supported", "--runtime", "ruby", "--", "sh")]
    [InlineData("--objective: 'p99' is not a known metric", "--objective", "p99", "--", "python3")]
    [InlineData("--objective p99_request needs requests: add a load", "--objective", "p99_request", "--", "python3")]
    [InlineData("--under: 'max_rss' has no comparison: write, for example, 'max_rss<500MB'", "--under", "max_rss", "--", "python3")]
    [InlineData("--under slow_percent needs a threshold for slow requests",
        "--url", "http://127.0.0.1:1/", "--under", "slow_percent<1%", "--", "python3")]
    [InlineData("--url http://192.0.2.1/ is not on this machine", "--url", "http://192.0.2.1/", "--", "python3")]
    [InlineData("--url ftp://127.0.0.1/ is not a URL", "--url", "ftp://127.0.0.1/", "--", "python3")]
    [InlineData("--rate fast is not a rate", "--url", "http://127.0.0.1:1/", "--rate", "fast", "--", "python3")]
    [InlineData("--for 1e9h is not a valid duration", "--url", "http://127.0.0.1:1/", "--for", "1e9h", "--", "python3")]
    [InlineData("--load needs the name of its result file", "--load", "true", "--ready", "http://127.0.0.1:1/", "--", "python3")]
    [InlineData("--load needs a URL that answers when CMD is ready", "--load", "true", "--latencies", "x", "--", "python3")]
    [InlineData("--latencies needs a service under load", "--latencies", "x", "--", "python3")]
    [InlineData("freeze needs a service that becomes ready", "--setting", "freeze=ready", "--", "python3")]
    [InlineData("--trials must be from 1 to 200", "--trials", "0", "--", "python3")]
    public void Tune_InvalidOptions_AreOneSentence(string sentence, params string[] arguments)
    {
        var result = Tune(arguments);
        Assert.Equal(2, result.ExitCode);
        Assert.StartsWith($"unpause: {sentence}", result.Error, StringComparison.Ordinal);
        Assert.Single(result.Error.TrimEnd().Split('\n'));
    }

    [Fact]
    public void Tune_DefaultOptions_AreUsed()
    {
        File.WriteAllText(_folder[".unpause.yaml"], "slow: 400ms\ntrials: 0\n");
        var result = Tune("--setting", "ONE=1", "--", "true");
        Assert.Contains("--trials must be from 1 to 200", result.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void Env_Variable_AppliesToTheCommandOnly()
    {
        var result = Cli.UnpauseIn(
            _folder.Path, new Dictionary<string, string?>(), "run", "-q", "--env", "DOTNET_gcServer=1", "--env", "EMPTY=", "--",
            "sh", "-c", "echo \"[$DOTNET_gcServer][${EMPTY-unset}]\"");
        Assert.Equal((0, "[1][]\n"), (result.ExitCode, result.Output));
        Assert.Contains("--env X is not NAME=VALUE", Cli.Unpause("run", "--env", "X", "--", "true").Error, StringComparison.Ordinal);
    }

    // Each request collects the young generations of an interpreter with many objects, to show the effect of freezing.
    private const string Service =
        """
        import gc, http.server, sys
        kept = [[number] for number in range(50_000)]
        class Answer(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                gc.collect()
                self.send_response(200)
                self.send_header("Content-Length", "2")
                self.end_headers()
                self.wfile.write(b"ok")
            def log_message(self, *_):
                pass
        http.server.HTTPServer.request_queue_size = 128
        http.server.HTTPServer(("127.0.0.1", int(sys.argv[1])), Answer).serve_forever()
        """;

    private Cli.Result Tune(params string[] arguments)
    {
        var result = Cli.UnpauseIn(_folder.Path, new Dictionary<string, string?>(), ["tune", .. arguments]);
        if (result.Output.StartsWith('{')) Assert.Equal("", ContractSchema.Faults(result.Output, "unpause.tune-1.schema.json"));
        return result;
    }

    private static JsonElement Of(JsonElement root, string name) =>
        root.GetProperty("settings").EnumerateArray().First(setting => setting.GetProperty("name").GetString() == name);

    private static List<JsonElement> Each(JsonElement root, string name) =>
        [.. Of(root, name).GetProperty("trial_results").EnumerateArray()];

    private static string Flat(string text) => string.Join(' ', text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
}
