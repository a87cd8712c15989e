using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using Unpause.Recordings;
using Unpause.Tests;

namespace Unpause.Cli.Tests;

/// <summary>
/// Pauses and requests joined on the command line. The log has ten full collections of 100 ms, one a second; the
/// requests take 5 ms, come every 50 ms, and those that overlap a pause take longer by its length.
/// </summary>
public sealed class RequestsTests : IDisposable
{
    private const long StartMs = 1_767_323_045_000; // 2026-01-02T03:04:05Z
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Requests_FileWithoutAny_IsNamedOnce()
    {
        var path = _folder["other.log"];
        File.WriteAllText(path, "hello\nworld\n");
        var result = Cli.Unpause(Log(), "--requests", path, "--slow", "50ms");
        Assert.Equal(ExitCodes.Usage, result.ExitCode);
        Assert.Equal(2, result.Error.Split("other.log").Length);
    }

    [Fact]
    public void Requests_Slow_AreExplainedByPauses()
    {
        var result = Cli.Unpause(Log(), "--requests", Requests(), "--slow", "50ms", "--format", "json");
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Equal("", ContractSchema.Faults(result.Output));
        using var json = JsonDocument.Parse(result.Output);
        var requests = json.RootElement.GetProperty("requests");
        Assert.Equal("judged", requests.GetProperty("outcome").GetString());
        Assert.Equal(200, requests.GetProperty("count").GetInt32());
        // 10 ms after each pause's start one request arrives, and one 60 ms after: both are longer than 40 ms.
        Assert.Equal(10, requests.GetProperty("slow").GetInt32());
        Assert.Equal(10, requests.GetProperty("slow_with_pause").GetInt32());
        Assert.Equal(10, requests.GetProperty("slow_because_of_gc").GetInt32());
        Assert.Equal(5.0, requests.GetProperty("without_gc").GetProperty("p99_ms").GetDouble(), 1.0);
        Assert.Equal(95.0, requests.GetProperty("p99_ms").GetDouble());
        Assert.True(requests.GetProperty("p_value").GetDouble() < 0.05);
    }

    /// <summary>The numbers are those of <c>CriticalPathTests</c>.</summary>
    [Fact]
    public void Requests_TracesAcrossServices_SayWhoseGcTheyWaitedFor()
    {
        string Sample(string name) => RepositoryFolder.File("samples", "requests", "services", name);
        string[] inputs = [Sample("inventory.upgc.gz"), Sample("checkout.upgc.gz"), "--requests", Sample("traces.jsonl.gz")];
        var result = Cli.Unpause([.. inputs, "--slow", "60ms", "-v", "-o", _folder["r.md"], "-o", _folder["r.json"]]);
        Assert.True(result.ExitCode == 0, result.ToString());
        const string Sentence = "GC of inventory takes at least 13.6 % of the time of checkout's 689 traces (861 ms of 6.31 s on the "
            + "critical path); 5 of its 6 slow traces would not be slow without it";
        Assert.Contains(Sentence, string.Join(' ', result.Output.Split((char[])[' ', '\n'], StringSplitOptions.RemoveEmptyEntries)),
            StringComparison.Ordinal);
        Assert.Contains(Sentence, File.ReadAllText(_folder["r.md"]), StringComparison.Ordinal);
        Assert.Matches(@"inventory +14 % +13\.6 % +75\.1 % +73\.2 % +5\n", result.Output);
        Assert.Matches(@"pricing \(not recorded\) +45\.5 % +– +0 % +– +–", result.Output);
        var document = File.ReadAllText(_folder["r.json"]);
        Assert.Equal("", ContractSchema.Faults(document));
        var path = JsonNode.Parse(document)!["requests"]!["critical_paths"]![0]!;
        Assert.Equal((689, 861.003037), ((int)path["traces"]!, (double)path["services"]![0]!["paused_ms"]!));
    }

    [Fact]
    public void Requests_Outputs_AllHaveThem()
    {
        var result = Cli.Unpause(Log(), "--requests", Requests(), "--slow", "50ms", "-o", _folder["r.md"], "-o", _folder["r.html"]);
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Contains("10 of 200 requests took longer than 50 ms", result.Output, StringComparison.Ordinal);
        Assert.Contains("worst requests", result.Output, StringComparison.Ordinal);
        Assert.Contains("## Requests", File.ReadAllText(_folder["r.md"]), StringComparison.Ordinal);
        Assert.Contains("slow_because_of_gc", File.ReadAllText(_folder["r.html"]), StringComparison.Ordinal);
    }

    [Fact]
    public void Requests_MissingUnitOrStamp_NamesTheOption()
    {
        var text = File.ReadAllText(Requests()).Replace("start_ms,duration_ms", "timestamp,duration", StringComparison.Ordinal);
        var csv = _folder.Write("unsaid.csv", Encoding.UTF8.GetBytes(text));
        var refused = Cli.Unpause(Log(), "--requests", csv, "--slow", "50ms");
        Assert.Equal(2, refused.ExitCode);
        Assert.Contains("add --unit s, ms, us or ns", refused.Error, StringComparison.Ordinal);
        var read = Cli.Unpause(Log(), "--requests", csv, "--slow", "50ms", "--unit", "ms", "--stamps", "start");
        Assert.True(read.ExitCode == 0, read.ToString());
        Assert.Contains("10 of 200 requests took longer than 50 ms", read.Output, StringComparison.Ordinal);
        var unit = Cli.Unpause(Log(), "--requests", csv, "--slow", "1s", "--unit", "min");
        Assert.Contains("--unit s, ms", unit.Error, StringComparison.Ordinal);
        var stamps = Cli.Unpause(Log(), "--requests", csv, "--slow", "1s", "--stamps", "x");
        Assert.Contains("--stamps start or", stamps.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void Requests_Sampled_IsReported()
    {
        var result = Cli.Unpause(Log(), "--requests", Requests(), "--slow", "50ms", "--sampled", "10%", "-v");
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Contains("10 % of the requests were kept", Spaced(result.Output), StringComparison.Ordinal);
        var slow = Cli.Unpause(Log(), "--requests", Requests(), "--slow", "50ms", "--sampled", "slow");
        Assert.Contains("there are no percentiles", Spaced(slow.Output), StringComparison.Ordinal);
        Assert.DoesNotContain("p99.9", slow.Output, StringComparison.Ordinal);
        foreach (var wrong in new[] { "10", "0%", "101%", "NaN%", "some" })
        {
            var refused = Cli.Unpause(Log(), "--requests", Requests(), "--slow", "50ms", "--sampled", wrong);
            Assert.Equal(2, refused.ExitCode);
            Assert.Contains("--sampled 10%", refused.Error, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void Requests_LogWithoutTimes_SuggestsALogFormat()
    {
        var log = _folder.Write("access.log", "10.0.0.1 - - [15/Jan/2023:08:23:45 +0000] \"GET /a HTTP/1.1\" 200 612\n"u8.ToArray());
        var lines = Cli.Unpause(Log(), "--requests", log, "--slow", "50ms").Error.Split('\n');
        Assert.Contains(
            "  nginx:  log_format timed '$remote_addr \"$request\" $status end_s=$msec duration_s=$request_time';",
            lines);
        Assert.Contains("  Tomcat: pattern='%h \"%r\" %s start_ms=%{begin:msec}t end_ms=%{end:msec}t'", lines);
    }

    [Fact]
    public void Requests_Perfetto_HasPausesAndRequests()
    {
        var result = Cli.Unpause(Log(), "--requests", Requests(), "--slow", "50ms", "-q", "-o", _folder["r.perfetto.json"]);
        Assert.True(result.ExitCode == 0, result.ToString());
        var file = File.ReadAllText(_folder["r.perfetto.json"]);
        using var json = JsonDocument.Parse(file);
        var events = json.RootElement.GetProperty(
            "traceEvents").EnumerateArray().Where(e => e.TryGetProperty("cat", out _)).ToLookup(e => e.GetProperty("cat").GetString());
        Assert.Equal(11, events["gc,pause"].Count());
        Assert.Equal(10, events["request,slow,because-of-gc"].Count());
        Assert.Equal(190, events["request"].Count());
        Assert.Equal(file, Cli.Unpause(Log(), "--requests", Requests(), "--slow", "50ms", "--format", "perfetto").Output);
    }

    [Theory]
    [InlineData("slow_because_of_gc>5", 1)]
    [InlineData("slow_because_of_gc>10", 0)]
    [InlineData("p99_request>90ms", 1)]
    [InlineData("p99_without_gc>90ms", 0)]
    [InlineData("slow_percent>4%", 1)]
    [InlineData("p_value>0.05", 0)]
    [InlineData("p_value<0.05", 1)]
    [InlineData("max_request>1s", 0)]
    public void Requests_Budgets_AreJudged(string budget, int expected)
    {
        var result = Cli.Unpause(Log(), "-q", "--requests", Requests(), "--slow", "50ms", "--fail-on", budget);
        Assert.True(result.ExitCode == expected, result.ToString());
    }

    [Theory]
    [InlineData("50ms", 86_400_000, 1, "The requests (2026-01-03")]
    [InlineData("50ms", 3_600_000, 1, "hour")]
    [InlineData("1ms", 0, 1, "higher threshold")]
    [InlineData("5s", 0, 1, "slow")]
    [InlineData("50ms", 0, 1_000_000, "in a unit 1,000 times")]
    public void Requests_NotJudged_IsExitCode3(string slow, long shiftMs, long durationFactor, string expected)
    {
        var result = Cli.Unpause(Log(), "--requests", Requests(shiftMs, durationFactor), "--slow", slow);
        Assert.True(result.ExitCode == 3, result.ToString());
        Assert.Contains("unpause: ", result.Error, StringComparison.Ordinal);
        Assert.Contains("not judged", result.Output, StringComparison.Ordinal);
        // Reported once: in the printed report, else on standard error.
        var both = string.Join(' ', (result.Output + result.Error).Split([' ', '\n'], StringSplitOptions.RemoveEmptyEntries));
        Assert.Contains(expected, both, StringComparison.Ordinal);
        var quiet = Cli.Unpause(Log(), "--requests", Requests(shiftMs, durationFactor), "--slow", slow, "--quiet");
        Assert.Equal((3, ""), (quiet.ExitCode, quiet.Output));
        Assert.Contains(expected, quiet.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void Requests_MissingClock_IsReportedOnce()
    {
        var log = RepositoryFolder.File("samples", "jvm", "g1-jdk17.log");
        var result = Cli.Unpause(log, "--requests", Requests(), "--slow", "50ms");
        Assert.True(result.ExitCode == 3, result.ToString());
        const string Missing = "The recording has no wall-clock time";
        Assert.Equal(2, (result.Output + result.Error).Split(Missing).Length);
        Assert.Contains(Missing, result.Output, StringComparison.Ordinal);
        Assert.Contains("unpause: the requests were not judged; the report has the reason", result.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void Requests_SpansOfAnotherProcess_AreNotJudged()
    {
        var python = Recording(out _);
        var result = Cli.Unpause(python, "--requests", Spans(pid: 1), "--slow", "1us");
        Assert.True(result.ExitCode == 3, result.ToString());
        Assert.Contains("match none of the recorded processes", result.Output.ReplaceLineEndings(" "), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--slow")]
    [InlineData("--slow", "soon", "--requests", "x")]
    [InlineData("--requests", "/no/such/file", "--slow", "1ms")]
    public void Requests_Mistakes_AreOneSentence(params string[] arguments)
    {
        var result = Cli.Unpause([Log(), .. arguments]);
        Assert.True(result.ExitCode == 2, result.ToString());
        Assert.StartsWith("unpause: ", result.Error, StringComparison.Ordinal);
        Assert.Equal("", result.Output);
    }

    [Fact]
    public void Requests_GivenTwice_CountOnce()
    {
        File.Copy(Requests(), _folder["again.csv"]);
        var result = Cli.Unpause(Log(), "--requests", Requests(), "--requests", _folder["again.csv"], "--slow", "50ms", "--format", "json");
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Equal("", ContractSchema.Faults(result.Output));
        using var json = JsonDocument.Parse(result.Output);
        Assert.Equal(200, json.RootElement.GetProperty("requests").GetProperty("count").GetInt32());
        Assert.Contains("contain the same requests (100 % of them end at the same time)", result.Output, StringComparison.Ordinal);
    }

    [Fact]
    public void Requests_Unreadable_LeaveNoEmptyReport()
    {
        Assert.Equal(2, Cli.Unpause(Log(), "--requests", "/no/such/file", "--slow", "1ms", "-o", _folder["r.html"]).ExitCode);
        Assert.False(File.Exists(_folder["r.html"]));
    }

    [Fact]
    public void Fill_Traces_AddsPausesOnce()
    {
        var recording = Recording(out var pid);
        var first = Cli.Unpause("fill", Spans(pid, recording), recording, "-o", _folder["filled.json"]);
        Assert.True(first.ExitCode == 0, first.ToString());
        var filled = JsonNode.Parse(File.ReadAllText(_folder["filled.json"]))!;
        var spans = filled["resourceSpans"]![0]!["scopeSpans"]![0]!["spans"]!.AsArray();
        Assert.True(spans.Count > 1, filled.ToJsonString());
        Assert.All(spans.Skip(1), span => Assert.StartsWith("GC pause", (string)span!["name"]!, StringComparison.Ordinal));
        Assert.All(spans.Skip(1), span => Assert.Equal("00f067aa0ba902b7", (string)span!["parentSpanId"]!));
        var second = Cli.Unpause("fill", _folder["filled.json"], recording);
        Assert.Equal(File.ReadAllText(_folder["filled.json"]), second.Output);
    }

    [Fact]
    public void Fill_TracesOfAnotherDay_WritesNothing()
    {
        var result = Cli.Unpause("fill", Spans(1), Recording(out _), "-o", _folder["filled.json"], "--service", "shop");
        Assert.True(result.ExitCode == 3, result.ToString());
        Assert.False(File.Exists(_folder["filled.json"]));
        Assert.False(File.Exists(_folder["filled.json.unfinished"]));
    }

    [Theory]
    [InlineData("report")]
    [InlineData("fill")]
    [InlineData("run")]
    public void Requests_UnknownProcess_NamesTheOption(string command)
    {
        var spans = Services(("cart", null), ("my web", null));
        var result = command switch
        {
            "report" => Cli.Unpause("report", "-q", Log(), "--requests", spans, "--slow", "50ms"),
            "fill" => Cli.Unpause("fill", spans, Log(), "-o", _folder["filled.json"]),
            _ => Cli.UnpauseIn(
                _folder.Path, new Dictionary<string, string?>(), "run", "-q", "--requests", spans, "--slow", "50ms", "--", "python3", "-c",
                "kept = [[i, [str(i)]] for i in range(100_000)]"),
        };
        Assert.True(result.ExitCode == (command == "run" ? 0 : 3), result.ToString());
        if (command == "run")
        {
            Assert.Contains("the exit code is that of the command, 0; "
                + "with --fail-on it would be 3", result.Error, StringComparison.Ordinal);
        }

        Assert.Contains("It is unknown whose pauses these are", result.Error, StringComparison.Ordinal);
        Assert.Contains("for example --service cart", result.Error, StringComparison.Ordinal);
        Assert.Contains("my web, 1 requests", result.Error, StringComparison.Ordinal);
        Assert.False(File.Exists(_folder["filled.json"]));
    }

    [Theory]
    [InlineData("go")]
    [InlineData("nodejs")]
    [InlineData("python")]
    public void Fill_SpansOfAnotherRuntime_AreUnchanged(string language)
    {
        var spans = Services(("cart", language));
        foreach (var arguments in new string[][] { [], ["--service", "cart"] })
        {
            var result = Cli.Unpause(["fill", spans, Log(), "-o", _folder["filled.json"], .. arguments]);
            Assert.True(result.ExitCode == 3, result.ToString());
            Assert.Contains($"runs in {language}", result.Error, StringComparison.Ordinal);
            Assert.False(File.Exists(_folder["filled.json"]));
        }

        var mixed = Cli.Unpause("fill", Services(("cart", language), ("shop", "java")), Log(), "-o", _folder["filled.json"]);
        Assert.True(mixed.ExitCode == 0, mixed.ToString());
        Assert.Contains("1 spans of other processes are unchanged", mixed.Error, StringComparison.Ordinal);
        var filled = File.ReadLines(_folder["filled.json"]).ToList();
        Assert.DoesNotContain("GC pause", filled[0], StringComparison.Ordinal);
        Assert.Contains("GC pause", filled[1], StringComparison.Ordinal);
    }

    [Fact]
    public void Requests_LeftOut_IsReportedInEveryOutput()
    {
        var spans = Services(("cart", "go"), ("shop", "java"));
        var result = Cli.Unpause(Log(), "--requests", spans, "--slow", "50ms", "-o", _folder["r.json"], "-o", _folder["r.md"]);
        Assert.Contains("left out: 1 of other processes", result.Output, StringComparison.Ordinal);
        Assert.Contains("Ignored: 1 of other processes", File.ReadAllText(_folder["r.md"]), StringComparison.Ordinal);
        Assert.Equal("", ContractSchema.Faults(File.ReadAllText(_folder["r.json"])));
        using var json = JsonDocument.Parse(File.ReadAllText(_folder["r.json"]));
        var by = json.RootElement.GetProperty("requests").GetProperty("excluded_by_reason");
        Assert.Equal((1, 0), (by.GetProperty("other_processes").GetInt32(), by.GetProperty("streams").GetInt32()));
    }

    /// <summary>A request of 9 s of each service.</summary>
    private string Services(params (string Name, string? Language)[] services)
    {
        var lines = services.Select((service, i) =>
        {
            var language = service.Language is null
                ? ""
                : $$$""",{"key":"telemetry.sdk.language","value":{"stringValue":"{{{service.Language}}}"}}""";
            return $$$"""
                {"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"{{{service.Name}}}"}}{{{language}}}]},"scopeSpans":[{"spans":[{"traceId":"4bf92f3577b34da6a3ce929d0e0e4736","spanId":"00f067aa0ba902b{{{i}}}","name":"GET /","kind":2,"startTimeUnixNano":"{{{StartMs + 100}}}000000","endTimeUnixNano":"{{{StartMs + 9100}}}000000"}]}]}]}
                """;
        });
        return _folder.Write("services.json", Encoding.UTF8.GetBytes(string.Join('\n', lines)));
    }

    private static string Spaced(string text) => string.Join(' ', text.Split((char[])[' ', '\n'], StringSplitOptions.RemoveEmptyEntries));

    private string Log()
    {
        var log = new StringBuilder("[2026-01-02T03:04:05.000+0000][0.000s][info][gc] Using Serial\n");
        for (var second = 0; second < 10; second++)
        {
            var stamp = $"[2026-01-02T03:04:{5 + second:00}.600+0000][{second}.600s][info][gc] ";
            log.Append(stamp).Append($"GC({second}) Pause Full (Allocation Failure) 30M->3M(64M) 100.000ms\n");
        }

        log.Append("[2026-01-02T03:04:15.000+0000][10.000s][info][gc] GC(10) Pause Young (Allocation Failure) 30M->3M(64M) 0.010ms\n");
        return _folder.Write("gc.log", Encoding.UTF8.GetBytes(log.ToString()));
    }

    private string Requests(long shiftMs = 0, long durationFactor = 1)
    {
        var csv = new StringBuilder("start_ms,duration_ms,name\n");
        for (var at = 0; at < 10_000; at += 50)
        {
            var start = at + 10;
            // The pause of each second is from 500 to 600 ms.
            var into = start % 1000;
            var duration = into is >= 500 and < 600 ? 600 - into + 5 : 5;
            csv.Append($"{StartMs + shiftMs + start},{duration * durationFactor},/buy\n");
        }

        return _folder.Write("requests.csv", Encoding.UTF8.GetBytes(csv.ToString()));
    }

    /// <summary>A recording of a real Python program.</summary>
    private string Recording(out int pid)
    {
        File.WriteAllText(_folder["allocate.py"], "kept = [[i, [str(i)]] for i in range(100_000)]\n");
        var kept = _folder["kept"];
        var run = Cli.UnpauseIn(
            _folder.Path, new Dictionary<string, string?>(), "run", "-q", "--keep", kept, "-o", _folder["run.json"], "--", "python3",
            _folder["allocate.py"]);
        Assert.True(run.ExitCode == 0, run.ToString());
        using var json = JsonDocument.Parse(File.ReadAllText(_folder["run.json"]));
        pid = json.RootElement.GetProperty("processes")[0].GetProperty("source").GetProperty("pid").GetInt32();
        return Directory.GetFiles(kept, "*.upgc").Single();
    }

    /// <summary>One span as long as a recording.</summary>
    private string Spans(int pid, string? recording = null)
    {
        var (start, end) = ("1767323045000000000", "1767323046000000000");
        if (recording is not null)
        {
            using var json = JsonDocument.Parse(Cli.Unpause(recording, "--format", "json").Output);
            var source = json.RootElement.GetProperty("processes")[0].GetProperty("source");
            var from = (source.GetProperty("started_at").GetDateTime().Ticks - DateTime.UnixEpoch.Ticks) * 100;
            (start, end) = ($"{from}", $"{from + (long)(source.GetProperty("duration_ms").GetDouble() * 1e6)}");
        }

        var text = $$$"""
            {"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"shop"}},{"key":"process.pid","value":{"intValue":"{{{pid}}}"}}]},"scopeSpans":[{"spans":[{"traceId":"4bf92f3577b34da6a3ce929d0e0e4736","spanId":"00f067aa0ba902b7","name":"GET /","kind":2,"startTimeUnixNano":"{{{start}}}","endTimeUnixNano":"{{{end}}}"}]}]}]}
            """;
        return _folder.Write("spans.json", Encoding.UTF8.GetBytes(text));
    }
}
