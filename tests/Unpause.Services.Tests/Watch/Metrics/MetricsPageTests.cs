using System.Globalization;
using System.Text;
using Unpause.Services.Watch.Judging;
using Unpause.Services.Watch.Metrics;
using Unpause.Services.Watch.Web;

namespace Unpause.Services.Tests.Watch.Metrics;

public sealed class MetricsPageTests
{
    // What Prometheus 2.42 sends, with and without native histograms.
    private const string WithNative = "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited,"
        + "application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,"
        + "text/plain;version=0.0.4;q=0.5,*/*;q=0.1";

    [Theory]
    [InlineData(WithNative, MetricsPage.Protobuf)]
    [InlineData("application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5,*/*;q=0.1", MetricsPage.OpenMetrics)]
    [InlineData("text/plain;q=0.9,application/openmetrics-text;q=0.5", MetricsPage.Text)]
    [InlineData("application/vnd.google.protobuf;proto=other.Message;encoding=delimited", MetricsPage.Text)]
    [InlineData("application/openmetrics-text;q=0", MetricsPage.Text)]
    [InlineData("*/*", MetricsPage.Text)]
    [InlineData("text/html", MetricsPage.Text)]
    [InlineData(";;;,,q=", MetricsPage.Text)]
    [InlineData("", MetricsPage.Text)]
    public void Format_ForAnAcceptHeader_IsTheFirstThatThereIs(string accept, string type) =>
        Assert.Equal(type, MetricsPage.Choose([accept]));

    [Fact]
    public void Series_OfHostileNames_AreEscapedAndNeverTwice()
    {
        using var page = new Page(
            Page.Process(1, "a\"b\\c\nd\u001be"), Page.Process(2, "a\"b\\c\nd\u001be"), Page.Process(3, new string('x', 5000)),
            Page.Process(4) with { State = "refused", Reason = "it has ended\r\n" });
        page.Pause(0, 10);
        page.Pause(1, 10, cause: "\ud800\"} 1");
        page.Pause(1, 10);

        var lines = page.Text().Split('\n', StringSplitOptions.RemoveEmptyEntries);

        var names = lines.Where(line => line[0] != '#').Select(line => line[..line.LastIndexOf(' ')]).ToList();
        Assert.Equal(names.Count, names.Distinct().Count());
        Assert.All(lines, line => Assert.Matches("^(# |unpause_[a-z0-9_]+(\\{[^{]*\\})? [0-9.E+-]+$)", line));
        Assert.Contains(lines, line => line.StartsWith("unpause_pause_seconds_count{service=\"a\\\"b\\\\c d e\",", StringComparison.Ordinal)
            && line.EndsWith(" 2", StringComparison.Ordinal));
        Assert.All(lines, line => Assert.InRange(line.Length, 1, 2000));
        Assert.Contains(
            "unpause_watched_processes{service=\"orders\",instance=\"host\",runtime=\"jvm\",version=\"\",state=\"refused\"} 1", lines);
        Assert.Contains("unpause_judge_restarts_total 3", lines);
    }

    [Fact]
    public void Page_OfAllMetrics_IsCleanByPromtool()
    {
        using var page = new Page(Page.Process(1), Page.Process(2), Page.Process(3, "a\"\\\nb"));
        page.Pause(0, 10);
        page.Pause(1, 300, "old", "induced");
        Judge(page);

        var (output, error, code) = Programs.Run("promtool", page.Bytes(MetricsPage.Text), "check", "metrics");

        Assert.Equal("", output + error);
        Assert.Equal(0, code);
    }

    [Fact]
    public void Page_AsOpenMetrics_HasItsNamesAndItsEnd()
    {
        using var page = new Page(Page.Process(1));
        page.Pause(0, 10);

        var (text, open) = (page.Text(), page.Text(MetricsPage.OpenMetrics));

        Assert.Contains("# TYPE unpause_kept_rings_total counter\nunpause_kept_rings_total 0\n", text, StringComparison.Ordinal);
        Assert.Contains("# TYPE unpause_kept_rings counter\nunpause_kept_rings_total 0\n", open, StringComparison.Ordinal);
        Assert.Contains("# TYPE unpause_process info\nunpause_process_info{", open, StringComparison.Ordinal);
        Assert.Contains(",le=\"1\"} 1\n", text, StringComparison.Ordinal);
        Assert.Contains(",le=\"1.0\"} 1\n", open, StringComparison.Ordinal);
        Assert.DoesNotContain("# EOF", text, StringComparison.Ordinal);
        Assert.EndsWith("\n# EOF\n", open, StringComparison.Ordinal);
    }

    [Fact]
    public void Values_OfSeveralProcesses_AreSumsOfCountsAndTheWorstOfOthers()
    {
        using var page = new Page(Page.Process(1), Page.Process(2));
        Judge(page);

        var text = page.Text();

        Assert.Equal(400, Value("unpause_verdict_requests"));
        Assert.Equal(10, Value("unpause_verdict_slow_requests"));
        Assert.Equal(6, Value("unpause_verdict_slow_requests_because_of_gc_low"));
        Assert.Equal(0.31, Value("unpause_verdict_p99_seconds"));
        Assert.Equal(0.02, Value("unpause_verdict_p99_without_gc_seconds"));
        Assert.DoesNotContain("unpause_verdict_slow_requests_because_of_gc{", text, StringComparison.Ordinal);
        Assert.Contains("finding=\"induced-collections\",severity=\"warning\"} 1\n", text, StringComparison.Ordinal);
        Assert.Equal(0.75, Value("unpause_finding_stop_ratio"));

        double Value(string name)
        {
            var line = Assert.Single(text.Split('\n'), line => line.StartsWith(name + "{", StringComparison.Ordinal));
            return double.Parse(line[(line.LastIndexOf(' ') + 1)..], CultureInfo.InvariantCulture);
        }
    }

    [Fact]
    public void Verdicts_OfTheSameReport_AreEqual()
    {
        Assert.Equal(RingVerdict.Read(Report), RingVerdict.Read(Report));
        Assert.NotEqual(RingVerdict.Read(Report), RingVerdict.Read("{\"verdict\":\"x\",\"findings\":[{\"id\":\"a\"}]}"u8));
    }

    [Theory]
    [InlineData("\"explains\":7")]
    [InlineData("\"explains\":{\"total_ms\":-1}")]
    [InlineData("\"explains\":{\"total_ms\":1e300}")]
    [InlineData("\"symptom_of\":\"x\"")]
    public void Shares_OfADamagedReport_AreNoneOrAtMostAll(string part)
    {
        using var page = new Page(Page.Process(1), Page.Process(2));
        Judge(page, Encoding.UTF8.GetBytes($$"""{"findings":[{"id":"a",{{part}}}],"processes":[{"stops":null,"pauses":{} }]}"""));
        var shares = page.Text().Split('\n').Where(line => line.StartsWith("unpause_finding_stop_ratio{", StringComparison.Ordinal));
        Assert.All(shares, line => Assert.InRange(
            double.Parse(line[(line.LastIndexOf(' ') + 1)..], CultureInfo.InvariantCulture), 0, 1));
    }

    [Fact]
    public void Buckets_OfANativeHistogram_AreSpansAndDifferences()
    {
        var counts = new DurationCounts(9, 1.5, 1, new long[DurationSeries.Bounds.Count], [new(-3, 2), new(-2, 5), new(4, 1)]);
        var family = new MetricFamily("unpause_stop_seconds", SeriesKind.Histogram, "h");
        family.Samples.Add(new MetricSample([new("a", "b")], 0, counts));

        var page = PrometheusProtobuf.Write([family]);
        // The length of the message has two bytes.
        var message = page[2..];
        Assert.Equal(message.Length, (page[0] & 0x7F) | (page[1] << 7));
        var metric = WireFields.Read(message).Single(field => field.Number == 4).Bytes;
        var fields = WireFields.Read(WireFields.Read(metric).Single(field => field.Number == 7).Bytes);

        // sint32: 5 is 10, −3 is 5, +5 is 10.
        Assert.Equal(9UL, fields.Single(field => field.Number == 1).Value);
        Assert.Equal(10UL, fields.Single(field => field.Number == 5).Value);
        Assert.Equal(1UL, fields.Single(field => field.Number == 7).Value);
        var spans = fields.Where(field => field.Number == 12)
            .Select(field => WireFields.Read(field.Bytes).Select(part => part.Value)).ToList();
        Assert.Equal([[5UL, 2UL], [10UL, 1UL]], spans);
        // Differences 2, +3, −4.
        Assert.Equal([4, 6, 7], fields.Single(field => field.Number == 13).Bytes);
    }

    private static ReadOnlySpan<byte> Report =>
        """
        {"verdict":"v","processes":[{"pauses":{"total_ms":900},"stops":{"gc_stops":{"total_ms":1000}}}],
         "findings":[{"id":"induced-collections","severity":"warning","process":0,"symptom_of":null,"explains":{"total_ms":750}},
                     {"id":"b","severity":"info","symptom_of":0,"explains":null}],
         "requests":{"count":200,"slow":5,"slow_because_of_gc":null,"slow_because_of_gc_low":3,"slow_because_of_gc_high":4,"p99_ms":310,
                     "without_gc":{"p99_ms":20,"p99_low_ms":18,"p99_high_ms":null}}}
        """u8;

    private static void Judge(Page page) => Judge(page, Report);

    private static void Judge(Page page, ReadOnlySpan<byte> report)
    {
        foreach (var process in page.Processes)
            process.Judged(new KeptRing("/kept", process.Facts, "asked for", DateTimeOffset.UtcNow) { Verdict = RingVerdict.Read(report) });
    }
}
