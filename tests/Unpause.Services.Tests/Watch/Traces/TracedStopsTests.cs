using System.Diagnostics;
using System.Globalization;
using System.Net.Http.Headers;
using System.Text;
using Unpause.Services.Tests.Watch.Metrics;

namespace Unpause.Services.Tests.Watch.Traces;

/// <summary>Live programs whose requests have traces: their stops are exemplars in a real Prometheus, and spans at a receiver.</summary>
[Trait("Tier", "live")]
public sealed class TracedStopsTests : IDisposable
{
    private const string Serves =
        """
        import gc, sys, time, unpause_requests
        kept = [[i] for i in range(400_000)]
        def application(environ, start_response):
            gc.collect()
            start_response("200 OK", [])
            return [b"ok"]
        served = unpause_requests.WSGI(application)
        for i in range(100000):
            parent = "00-%032x-%016x-01" % (0xabc << 64 | i + 1, i + 1)
            answer = served({"REQUEST_METHOD": "GET", "PATH_INFO": "/", "HTTP_TRACEPARENT": parent}, lambda *_: None)
            list(answer)
            if hasattr(answer, "close"): answer.close()
            time.sleep(0.2)
        """;

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    private readonly StartedPrograms _programs = new();

    public void Dispose() => _programs.Dispose();

    [RootTheory]
    [InlineData(true)]
    [InlineData(false)]
    public void Stops_OfTracedRequests_AreExemplarsInPrometheusAndSpansOfTheReportsLength(bool native)
    {
        var program = Path.Combine(_programs.Folder, "serves.py");
        File.WriteAllText(program, Serves);
        _programs.Start(Programs.Unpause, "run", "-q", "--keep", Path.Combine(_programs.Folder, "run"), "--", "/usr/bin/python3", program);
        using var receiver = new OtlpReceiver();
        using var watcher = new Watcher("serves", "--alert", "max_stop>100s", "--otlp", receiver.Address, "--otlp-spans", "1ms");
        using var prometheus = new Prometheus(watcher.Address.Authority, native);
        List<(string Trace, string Span, double Value)> exemplars = [];
        var metric = native ? "unpause_stop_seconds" : "unpause_stop_seconds_bucket";
        watcher.Await("an exemplar is scraped", () => (exemplars = prometheus.Exemplars(metric)).Count > 0, Patience);
        watcher.Await("spans arrive", () => receiver.Spans().Count > 5, Patience);

        Assert.Equal("", prometheus.ScrapeError());
        Assert.All(exemplars, one => Assert.Equal(one.Trace[16..], one.Span));
        Assert.All(exemplars, one => Assert.StartsWith("0000000000000abc", one.Trace, StringComparison.Ordinal));
        Assert.All(exemplars, one => Assert.InRange(one.Value, 0.001, 10));
        var lengths = Pauses(watcher);
        foreach (var span in receiver.Spans().Take(5))
        {
            var (trace, parent) = (Hex(span, 1), Hex(span, 4));
            Assert.Equal(trace[16..], parent);
            // The receiver's stops are the report's, to the nanosecond.
            var length = (double)(Number(span, 8) - Number(span, 7)) / 1e6;
            Assert.Contains(lengths, one => Math.Abs(one - length) < 1e-6);
            Assert.Equal(length, (double)OtlpReceiver.Attributes(span, 9)["gc.overlap_ms"], 6);
        }

        Assert.Equal(receiver.Spans().Count, receiver.Spans().Select(span => Hex(span, 2)).Distinct().Count());
        Assert.Contains("unpause_span_stops_total{result=\"sent\"}", watcher.Get("/metrics"), StringComparison.Ordinal);
    }

    [RootFact]
    public async Task Stops_OfAJvmWhoseSpansAreReceived_AreSentInItsTrace()
    {
        var source = Path.Combine(_programs.Folder, "Orders.java");
        await File.WriteAllTextAsync(source, StartedPrograms.Orders, TestContext.Current.CancellationToken);
        var java = _programs.Start("java", "-Xmx400m", source);
        using var receiver = new OtlpReceiver();
        using var watcher = new Watcher(
            java.Id.ToString(CultureInfo.InvariantCulture), "--alert", "max_stop>100s", "--otlp-traces", "--otlp", receiver.Address,
            "--otlp-spans", "1ms", "--semconv");
        watcher.Await("stops are seen", () => watcher.Processes().EnumerateArray()
            .Any(one => one.GetProperty("max_stop_ms").GetDouble() > 0), Patience);
        var since = Stopwatch.GetTimestamp();
        watcher.Await("some more", () => Stopwatch.GetElapsedTime(since) > TimeSpan.FromSeconds(3), Patience);
        var end = DateTimeOffset.UtcNow.ToUnixTimeMilliseconds() * 1_000_000;
        var start = end - 2_000_000_000;
        await PostAsync(watcher, java.Id, start, end);

        watcher.Await("spans arrive", () => receiver.Spans().Count > 0, Patience);

        Assert.All(receiver.Spans(), span =>
        {
            Assert.Equal(("5b8efff798038103d269b633813fc60c", "eee19b7ec3c1b174"), (Hex(span, 1), Hex(span, 4)));
            Assert.InRange(Number(span, 8), (ulong)start, (ulong)end + 3_000_000_000);
            Assert.InRange(Number(span, 7), (ulong)start - 3_000_000_000, (ulong)end);
            var attributes = OtlpReceiver.Attributes(span, 9);
            Assert.Equal("jvm", attributes["gc.runtime"]);
            Assert.InRange((double)attributes["gc.overlap_ms"], 1, 2000);
        });
        Assert.Contains(receiver.Spans(), span => Encoding.UTF8.GetString(span.Single(field => field.Number == 5).Bytes) == "GC stop (full)"
            && (string)OtlpReceiver.Attributes(span, 9)["gc.cause"] == "induced");
        Assert.DoesNotContain("jvm_gc_duration", watcher.Get("/metrics"), StringComparison.Ordinal);
    }

    private static List<double> Pauses(Watcher watcher)
    {
        var (output, error, code) = Programs.Run(Programs.Unpause, null, "watch", "save", "--ring", watcher.Ring);
        Assert.True(code == 0, error);
        var (rows, _, _) = Programs.Run(
            Programs.Unpause, null, "report", Path.Combine(output.Trim(), "recordings"), "--format", "csv");
        var lines = rows.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        var column = Array.IndexOf(lines[0].Split(','), "pause_ms") - lines[0].Split(',').Length;
        return [.. lines[1..].Select(line => line.Split(',')).Select(row =>
            double.Parse(row[row.Length + column], CultureInfo.InvariantCulture))];
    }

    private static async Task PostAsync(Watcher watcher, int process, long start, long end)
    {
        var body = $$$"""
            {"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"shop"} },
            {"key":"process.pid","value":{"intValue":"{{{process}}}"} } ] },
            "scopeSpans":[{"spans":[{"traceId":"5b8efff798038103d269b633813fc60c","spanId":"eee19b7ec3c1b174","name":"GET /orders","kind":2,
            "startTimeUnixNano":"{{{start}}}","endTimeUnixNano":"{{{end}}}"} ] } ] } ] }
            """;
        using var client = new HttpClient();
        using var content = new StringContent(body, new MediaTypeHeaderValue("application/json"));
        var answer = await client.PostAsync(new Uri(watcher.Address, "/v1/traces"), content);
        answer.EnsureSuccessStatusCode();
    }

    private static string Hex(List<(uint Number, ulong Value, byte[] Bytes)> span, uint number) =>
        Convert.ToHexStringLower(span.Single(field => field.Number == number).Bytes);

    private static ulong Number(List<(uint Number, ulong Value, byte[] Bytes)> span, uint number) =>
        span.Single(field => field.Number == number).Value;
}
