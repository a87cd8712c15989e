using System.Diagnostics;
using System.Globalization;
using System.IO.Compression;
using System.Net;
using System.Net.Http.Headers;

namespace Unpause.Services.Tests.Watch.SlowRequests;

/// <summary>A slow request of a followed log, a trace or a program's own middleware keeps the ring of the program that served it.</summary>
[Trait("Tier", "live")]
public sealed class SlowRequestTests : IDisposable
{
    private const string Collects =
        """
        import gc, time
        kept = [[i] for i in range(400_000)]
        while True:
            gc.collect()
            time.sleep(0.3)
        """;

    private const string Idle =
        """
        import time
        while True:
            time.sleep(1)
        """;

    private const string Go =
        """
        package main
        import ("runtime"; "time")
        func main() {
            for { runtime.GC(); time.Sleep(200 * time.Millisecond) }
        }
        """;

    private const string Serves =
        """
        import time, unpause_requests
        def application(environ, start_response):
            time.sleep(0.7 if environ["PATH_INFO"] == "/slow" else 0.01)
            start_response("200 OK", [])
            return [b"ok"]
        served = unpause_requests.WSGI(application)
        def get(path):
            answer = served({"REQUEST_METHOD": "GET", "PATH_INFO": path}, lambda *_: None)
            list(answer)
            if hasattr(answer, "close"): answer.close()
        for i in range(100000):
            get("/slow" if i % 300 == 299 else "/quick")
        """;

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    private readonly StartedPrograms _programs = new();
    private readonly string _log;

    public SlowRequestTests() => _log = Path.Combine(_programs.Folder, "access.log");

    public void Dispose() => _programs.Dispose();

    [RootFact]
    public void Line_OfASlowRequest_KeepsTheRingWithItsLastLines()
    {
        var program = _programs.Start("/usr/bin/python3", "-c", Collects);
        using var watcher = Watch(program);
        Thread.Sleep(1500);
        for (var i = 0; i < 30; i++) Write(0.01);
        Write(1.2, "GET /orders/7?token=secret-4711 HTTP/1.1");

        watcher.Await("a ring is kept", () => watcher.Kept().Count > 0, Patience);

        var kept = Assert.Single(watcher.Kept());
        var report = Report(kept);
        Assert.Equal(1, report.GetProperty("requests").GetProperty("slow").GetInt64());
        Assert.Equal(31, File.ReadAllLines(Path.Combine(kept, "requests.log")).Length);
        var again = Programs.Document(
            "report", Path.Combine(kept, "recordings"), "--requests", Path.Combine(kept, "requests.log"), "--slow", "400ms",
            "--format", "json");
        Assert.Equal(Verdict(again), Verdict(report));
        var reason = Reasons(watcher).Single();
        Assert.StartsWith("a request of 1.2 s (GET /orders/7", reason, StringComparison.Ordinal);
        Assert.DoesNotContain("secret-4711", reason, StringComparison.Ordinal);

        // The log is rotated, and a slow request soon after the first is in the same ring.
        File.Move(_log, _log + ".1");
        Write(1.3);
        Thread.Sleep(3000);
        Assert.Single(watcher.Kept());
        Thread.Sleep(8000);
        Write(1.4);
        watcher.Await("the next ring is kept", () => watcher.Kept().Count > 1, Patience);
    }

    [RootFact]
    public void Line_ThatNamesNoProcess_KeepsTheRingOfTheOneThatWasStoppedDuringIt()
    {
        File.WriteAllText(Path.Combine(_programs.Folder, "Orders.java"), StartedPrograms.Orders);
        var java = _programs.Start("java", "-Xmx400m", Path.Combine(_programs.Folder, "Orders.java"));
        var idle = _programs.Start("/usr/bin/python3", "-c", Idle);
        using var watcher = Watch(java, idle);
        watcher.Await("Java's stops are seen", () => watcher.Processes().EnumerateArray()
            .Any(one => one.GetProperty("runtime").GetString() == "jvm" && one.GetProperty("max_stop_ms").GetDouble() > 0), Patience);
        Write(1.5);

        watcher.Await("a ring is kept", () => watcher.Kept().Count > 0, Patience);

        Assert.EndsWith($"-{java.Id}", Assert.Single(watcher.Kept()), StringComparison.Ordinal);
        Assert.Equal(1, Report(watcher.Kept()[0]).GetProperty("requests").GetProperty("slow").GetInt64());
        Assert.Contains("stopped", Reasons(watcher).Single(), StringComparison.Ordinal);
    }

    [RootFact]
    public void Line_OfAGoProgramsRequest_KeepsItsRing()
    {
        var source = Path.Combine(_programs.Folder, "orders.go");
        File.WriteAllText(source, Go);
        var (_, error, code) = Programs.Run("go", null, "build", "-o", Path.Combine(_programs.Folder, "orders"), source);
        Assert.True(code == 0, error);
        var program = _programs.Start(Path.Combine(_programs.Folder, "orders"));
        using var watcher = Watch(program);
        watcher.Await("stops are seen", () => watcher.Processes()[0].GetProperty("max_stop_ms").GetDouble() > 0, Patience);
        Thread.Sleep(1500);
        Write(1.2);

        watcher.Await("a ring is kept", () => watcher.Kept().Count > 0, Patience);

        Assert.EndsWith($"-{program.Id}", watcher.Kept()[0], StringComparison.Ordinal);
        Assert.Contains("\nunpause_slow_requests_total 1\n", watcher.Get("/metrics"), StringComparison.Ordinal);
        Assert.Equal(1, Report(watcher.Kept()[0]).GetProperty("requests").GetProperty("slow").GetInt64());
    }

    [RootFact]
    public void Request_OfPythonsMiddleware_KeepsTheRing()
    {
        var program = Path.Combine(_programs.Folder, "serves.py");
        File.WriteAllText(program, Serves);
        _programs.Start(Programs.Unpause, "run", "-q", "--keep", Path.Combine(_programs.Folder, "run"), "--", "/usr/bin/python3", program);
        using var watcher = new Watcher("serves", "--slow", "400ms", "--alert", "max_stop>100s");

        watcher.Await("a ring is kept", () => watcher.Kept().Count > 0, Patience);

        Assert.StartsWith("a request of 70", Reasons(watcher).First(), StringComparison.Ordinal);
        Assert.True(Report(watcher.Kept()[0]).GetProperty("requests").GetProperty("slow").GetInt64() > 0);
    }

    [RootTheory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Span_OfASlowRequest_KeepsTheRingWithTheTraces(bool isPacked)
    {
        var program = Path.Combine(_programs.Folder, "orders.py");
        await File.WriteAllTextAsync(program, Collects, TestContext.Current.CancellationToken);
        var orders = _programs.Start("/usr/bin/python3", program);
        var other = _programs.Start("/usr/bin/python3", "-c", Collects);
        using var watcher = Watch(["--otlp-traces"], orders, other);
        watcher.Await("both are recorded", () => watcher.Processes().EnumerateArray()
            .Count(one => one.GetProperty("pauses_per_minute").GetInt32() > 0) == 2, Patience);

        Assert.Equal((HttpStatusCode.OK, "{}"), await PostAsync(watcher, Trace("orders", 1.2), isPacked));
        watcher.Await("a ring is kept", () => watcher.Kept().Count > 0, Patience);

        var kept = Assert.Single(watcher.Kept());
        Assert.EndsWith($"-{orders.Id}", kept, StringComparison.Ordinal);
        var traces = await File.ReadAllTextAsync(Path.Combine(kept, "traces.json"), TestContext.Current.CancellationToken);
        Assert.Equal(Trace("orders", 1.2).Length, traces.TrimEnd().Length);
        Assert.Equal("otlp-json", Report(kept).GetProperty("requests").GetProperty("sources")[0].GetProperty("format").GetString());
        Assert.Equal(HttpStatusCode.OK, (await PostAsync(watcher, "{}", isPacked)).Status);
        Assert.Equal(HttpStatusCode.BadRequest, (await PostAsync(watcher, "{\"resourceMetrics\":[]", isPacked)).Status);
        Assert.Equal(HttpStatusCode.UnsupportedMediaType, (await PostAsync(watcher, "{}", isPacked, "text/plain")).Status);
        // Without gzip, Kestrel refuses it before all is sent, and the client sees a closed connection.
        var padding = new string(' ', 20 << 20);
        if (isPacked) Assert.Equal(HttpStatusCode.RequestEntityTooLarge, (await PostAsync(watcher, "{" + padding + "}", isPacked)).Status);
    }

    [RootFact]
    public async Task Traces_WithoutTheOption_AreRefused()
    {
        using var watcher = Watch(_programs.Start("/usr/bin/python3", "-c", Idle));

        Assert.Equal(HttpStatusCode.NotFound, (await PostAsync(watcher, Trace("orders", 1.2), isPacked: false)).Status);
    }

    [RootFact]
    public void End_OfTheWatcher_LeavesAReportThatTrendReads()
    {
        using var watcher = Watch(_programs.Start("/usr/bin/python3", "-c", Collects));
        watcher.Await("pauses are seen", () => watcher.Processes()[0].GetProperty("pauses_per_minute").GetInt32() > 3, Patience);
        watcher.End();

        var history = Path.Combine(watcher.Ring, "history");
        var report = Assert.Single(Directory.EnumerateFiles(history, "*.json", SearchOption.AllDirectories));
        Assert.Equal(1, Programs.Document("trend", history, "--format", "json").GetProperty("runs").GetArrayLength());
        Assert.True(Programs.Document("compare", report, report, "--format", "json").TryGetProperty("verdict", out _));
    }

    private static string? Verdict(JsonElement report) => report.GetProperty("requests").GetProperty("verdict").GetString();

    private static JsonElement Report(string kept) => JsonDocument.Parse(File.ReadAllBytes(Path.Combine(kept, "report.json"))).RootElement;

    private static IEnumerable<string> Reasons(Watcher watcher)
    {
        using var client = new HttpClient();
        var list = JsonDocument.Parse(client.GetStringAsync(new Uri($"{watcher.Address}/processes")).Result).RootElement;
        return [.. list.GetProperty("kept").EnumerateArray().Select(one => one.GetProperty("reason").GetString()!)];
    }

    private static string Trace(string service, double seconds)
    {
        var end = DateTimeOffset.UtcNow.ToUnixTimeMilliseconds() * 1_000_000;
        return $$$"""
            {"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"{{{service}}}"} } ] },
            "scopeSpans":[{"spans":[{"traceId":"5b8efff798038103d269b633813fc60c","spanId":"eee19b7ec3c1b174","name":"GET /orders","kind":2,
            "startTimeUnixNano":"{{{end - (long)(seconds * 1e9)}}}","endTimeUnixNano":"{{{end}}}"} ] } ] } ] }
            """;
    }

    private static async Task<(HttpStatusCode Status, string Body)> PostAsync(
        Watcher watcher, string body, bool isPacked, string type = "application/json")
    {
        using var client = new HttpClient();
        var bytes = System.Text.Encoding.UTF8.GetBytes(body);
        if (isPacked)
        {
            using var packed = new MemoryStream();
            await using (var gzip = new GZipStream(packed, CompressionLevel.Fastest, leaveOpen: true)) await gzip.WriteAsync(bytes);
            bytes = packed.ToArray();
        }

        using var content = new ByteArrayContent(bytes) { Headers = { ContentType = new MediaTypeHeaderValue(type) } };
        if (isPacked) content.Headers.ContentEncoding.Add("gzip");
        var answer = await client.PostAsync(new Uri(watcher.Address, "/v1/traces"), content);
        return (answer.StatusCode, await answer.Content.ReadAsStringAsync());
    }

    private static double Now => DateTimeOffset.UtcNow.ToUnixTimeMilliseconds() / 1e3;

    private void Write(double seconds, string request = "GET / HTTP/1.1") => File.AppendAllText(
        _log,
        string.Create(
            CultureInfo.InvariantCulture,
            $"127.0.0.1 \"{request}\" 200 end_s={Now:0.000} duration_s={seconds:0.000}\n"));

    private Watcher Watch(params Process[] programs) => Watch([], programs);

    private Watcher Watch(string[] options, params Process[] programs)
    {
        var ids = programs.Select(program => program.Id.ToString(CultureInfo.InvariantCulture));
        var watcher = new Watcher([.. ids, .. options, "--requests", _log, "--slow", "400ms", "--alert", "max_stop>100s"]);
        watcher.Await("all are recorded", () => watcher.Processes().EnumerateArray()
            .Count(one => one.GetProperty("source").ValueKind == JsonValueKind.String) == programs.Length, Patience);
        return watcher;
    }
}
