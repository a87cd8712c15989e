using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Text;
using Unpause.Services.Watch.Metrics;

namespace Unpause.Services.Tests.Watch.Metrics;

public sealed class OtlpTests
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    [Fact]
    public void Name_OfAMetric_IsThatOfPrometheusWithoutItsUnit()
    {
        Assert.Equal(("unpause.stop", "s"), Name("unpause_stop_seconds", SeriesKind.Histogram));
        Assert.Equal(("unpause.heap_after", "By"), Name("unpause_heap_after_bytes", SeriesKind.Gauge));
        Assert.Equal(("unpause.kept_rings", "1"), Name("unpause_kept_rings", SeriesKind.Counter));
        Assert.Equal(("unpause.process_info", "1"), Name("unpause_process", SeriesKind.Info));

        static (string, string) Name(string name, SeriesKind kind) => OtlpMetrics.NameOf(new MetricFamily(name, kind, "h"));
    }

    [Fact]
    public void Histogram_OfADuration_HasItInTheBucketBetweenItsBounds()
    {
        // Above 2^(4/32) and up to 2^(5/32) s: bucket 5 of Prometheus, 4 of OpenTelemetry; and one three buckets on.
        var counts = new DurationCounts(3, 3.5, 0, [], [new(5, 2), new(8, 1)]);
        var family = new MetricFamily("unpause_stop_seconds", SeriesKind.Histogram, "h");
        family.Samples.Add(new MetricSample(new ProcessLabels("orders", "i", "jvm", "").With(), 0, counts));

        var request = OtlpMetrics.Write([family], DateTimeOffset.UnixEpoch, DateTimeOffset.UnixEpoch + TimeSpan.FromSeconds(1));

        var point = Points(request)["unpause.stop"].Single();
        Assert.Equal(3UL, point.Single(field => field.Number == 4).Value);
        Assert.Equal(10UL, point.Single(field => field.Number == 6).Value);
        Assert.Equal(1_000_000_000UL, point.Single(field => field.Number == 3).Value);
        var buckets = WireFields.Read(point.Single(field => field.Number == 8).Bytes);
        Assert.Equal(8UL, buckets.Single(field => field.Number == 1).Value);
        Assert.Equal([2, 0, 0, 1], buckets.Single(field => field.Number == 2).Bytes);
        var resource = Encoding.UTF8.GetString(WireFields.Read(WireFields.Read(request)[0].Bytes)[0].Bytes);
        Assert.Contains("service.name", resource, StringComparison.Ordinal);
        Assert.DoesNotContain("service.version", resource, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("https://127.0.0.1:4318")]
    [InlineData("http://user:secret@127.0.0.1:4318")]
    [InlineData("http://127.0.0.1:4318/?key=secret")]
    [InlineData("127.0.0.1:4318")]
    [InlineData("file:///etc/passwd")]
    public void Address_ThatIsNotPlainHttp_IsRefusedWithoutQuotingIt(string address)
    {
        var (_, error, code) = Programs.Run(Programs.Unpause, null, "watch", "--otlp", address);

        Assert.Equal(2, code);
        Assert.Contains("--otlp", error, StringComparison.Ordinal);
        Assert.DoesNotContain("secret", error, StringComparison.Ordinal);
    }

    [RootFact]
    [Trait("Tier", "live")]
    public void Counts_ThatACollectorReceives_AreThoseOfThePage()
    {
        using var receiver = Listen(out var address);
        byte[]? last = null;
        var receiving = Task.Run(() => Receive(receiver, body => last = body), TestContext.Current.CancellationToken);
        const string Collects = "import gc, time\nwhile True:\n gc.collect()\n time.sleep(0.5)";
        using var program = Process.Start(new ProcessStartInfo("/usr/bin/python3", ["-c", Collects]) { UseShellExecute = false })!;
        try
        {
            var id = program.Id.ToString(CultureInfo.InvariantCulture);
            using var watcher = new Watcher(id, "--alert", "max_stop>100s", "--otlp", address);
            watcher.Await("pauses arrive", () => last is { } body && Counts(body).Count > 0, Patience);
            Process.Start("kill", ["-STOP", id]).WaitForExit();
            var before = last;
            watcher.Await("the next ones arrive", () => last != before, Patience);
            before = last;
            watcher.Await("and all of them", () => last != before, Patience);

            var lines = watcher.Get("/metrics").Split('\n')
                .Where(line => line.StartsWith("unpause_pause_seconds_count{", StringComparison.Ordinal));
            var served = lines.Select(line => ulong.Parse(line[(line.LastIndexOf(' ') + 1)..], CultureInfo.InvariantCulture));
            Assert.Equal(served, Counts(last!));
        }
        finally
        {
            program.Kill();
            receiver.Stop();
            receiving.Wait(TimeSpan.FromSeconds(5));
        }

        static IReadOnlyList<ulong> Counts(byte[] request) =>
            [.. Points(request).GetValueOrDefault("unpause.pause", []).Select(point => point.Single(field => field.Number == 4).Value)];
    }

    /// <summary>A port that is free may be taken by another test before it is used.</summary>
    private static HttpListener Listen(out string address)
    {
        for (var left = 10; ; left--)
        {
            var receiver = new HttpListener();
            address = $"http://127.0.0.1:{FreePort.Find()}/";
            receiver.Prefixes.Add(address);
            try
            {
                receiver.Start();
                return receiver;
            }
            catch (HttpListenerException) when (left > 0)
            {
                receiver.Close();
            }
        }
    }

    private static void Receive(HttpListener receiver, Action<byte[]> take)
    {
        try
        {
            while (true)
            {
                var context = receiver.GetContext();
                Assert.Equal(("/v1/metrics", "application/x-protobuf"), (context.Request.Url!.AbsolutePath, context.Request.ContentType));
                using var body = new MemoryStream();
                context.Request.InputStream.CopyTo(body);
                take(body.ToArray());
                context.Response.Close();
            }
        }
        catch (Exception e) when (e is HttpListenerException or ObjectDisposedException or InvalidOperationException)
        {
            // The test has ended.
        }
    }

    /// <summary>The data points of each metric.</summary>
    internal static Dictionary<string, List<List<(uint Number, ulong Value, byte[] Bytes)>>> Points(byte[] request)
    {
        var points = new Dictionary<string, List<List<(uint, ulong, byte[])>>>();
        foreach (var resource in WireFields.Read(request))
        {
            var scope = WireFields.Read(resource.Bytes).Single(field => field.Number == 2).Bytes;
            foreach (var field in WireFields.Read(scope).Where(field => field.Number == 2))
            {
                var metric = WireFields.Read(field.Bytes);
                var data = WireFields.Read(metric.Single(field => field.Number is 5 or 7 or 10).Bytes);
                var name = Encoding.UTF8.GetString(metric[0].Bytes);
                if (!points.TryGetValue(name, out var all)) points[name] = all = [];
                all.AddRange(data.Where(field => field.Number == 1).Select(field => WireFields.Read(field.Bytes)));
            }
        }

        return points;
    }
}
