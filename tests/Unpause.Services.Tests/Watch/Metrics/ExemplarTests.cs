using System.Text;
using Unpause.Recordings;
using Unpause.Recordings.Rings;
using Unpause.Services.Watch.Metrics;
using Unpause.Services.Watch.Traces;

namespace Unpause.Services.Tests.Watch.Metrics;

public sealed class ExemplarTests
{
    private const long Millisecond = 1_000_000, At = 1_795_000_000_250_000_000;

    private static readonly DateTimeOffset Now = new(2026, 11, 28, 12, 0, 0, TimeSpan.Zero);
    private static readonly RingProcess Orders =
        new("1-1", 1, "cpython", RingProcess.Recording) { Service = "orders", Host = "host" };

    [Fact]
    public void Exemplar_OfABucket_IsTheLastStopWithTheRequestThatWasLongestInIt()
    {
        var series = new DurationSeries();
        Take(series, 30, At, trace: 1, overlap: 10);
        Take(series, 31, At + 5, trace: 2, overlap: 10);
        Take(series, 31, At + 5, trace: 3, overlap: 20);
        Take(series, 31, At + 5, trace: 4, overlap: 15);
        Take(series, 32, At - 5, trace: 5, overlap: 30);
        Take(series, 20_000, At, trace: 6, overlap: 30);

        foreach (var kind in (SeenKind[])[SeenKind.Stop, SeenKind.Pause])
        {
            var exemplars = Assert.Single(series.Samples(kind, native: false)).Durations!.Exemplars;
            Assert.Equal([3, 6], exemplars.OfType<Exemplar>().Select(one => (int)one.Trace.TraceId));
            Assert.Equal(DurationSeries.Bounds.Count + 1, exemplars.Count);
            Assert.Equal(3, (int)exemplars[DurationSeries.Bounds.ToList().IndexOf(0.05)]!.Trace.TraceId);
        }
    }

    [Fact]
    public void Exemplar_InText_IsBehindTheBucketOfOpenMetricsOnly()
    {
        var families = Families(out _);

        var lines = PrometheusText.Write(families, isOpenMetrics: true).Split('\n');
        const string Exemplar = " # {trace_id=\"00000000000000000000000000000abc\",span_id=\"000000000000000d\"} 0.03 1795000000.250000000";
        Assert.Single(lines, line => line.Contains("le=\"0.05\"", StringComparison.Ordinal)
            && line.EndsWith("} 1" + Exemplar, StringComparison.Ordinal));
        Assert.Single(lines, line => line.Contains(" # ", StringComparison.Ordinal) && line[0] != '#');
        Assert.DoesNotContain("trace_id", PrometheusText.Write(families, isOpenMetrics: false), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(30, 0.05)]
    [InlineData(20_000, double.PositiveInfinity)]
    public void Exemplar_InProtobuf_IsInItsClassicBucket(int milliseconds, double bound)
    {
        var families = Families(out _, milliseconds);

        var page = PrometheusProtobuf.Write(families);
        var at = 0;
        var length = (int)WireFields.Varint(page, ref at);
        var metric = WireFields.Read(page[at..(at + length)]).Single(field => field.Number == 4).Bytes;
        var histogram = WireFields.Read(WireFields.Read(metric).Single(field => field.Number == 7).Bytes);
        var buckets = histogram.Where(field => field.Number == 3).Select(field => WireFields.Read(field.Bytes)).ToList();
        var bucket = Assert.Single(buckets, bucket => bucket.Exists(field => field.Number == 3));
        Assert.Equal(bound, BitConverter.UInt64BitsToDouble(bucket.Single(field => field.Number == 2).Value));
        var exemplar = WireFields.Read(bucket.Single(field => field.Number == 3).Bytes);
        Assert.Equal(milliseconds / 1e3, BitConverter.UInt64BitsToDouble(exemplar.Single(field => field.Number == 2).Value));
        var time = WireFields.Read(exemplar.Single(field => field.Number == 3).Bytes);
        Assert.Equal([1_795_000_000UL, 250_000_000UL], time.Select(field => field.Value));
        Assert.Contains("00000000000000000000000000000abc", Encoding.UTF8.GetString(exemplar[0].Bytes), StringComparison.Ordinal);
    }

    [Fact]
    public void Exemplar_InOtlp_HasItsIdsAsBytes()
    {
        var request = OtlpMetrics.Write(Families(out _), Now, Now);

        var point = OtlpTests.Points(request)["unpause.stop"].Single();
        var exemplar = WireFields.Read(point.Single(field => field.Number == 11).Bytes);
        Assert.Equal((ulong)At, exemplar.Single(field => field.Number == 2).Value);
        Assert.Equal(0.03, BitConverter.UInt64BitsToDouble(exemplar.Single(field => field.Number == 3).Value));
        Assert.Equal("000000000000000d", Convert.ToHexStringLower(exemplar.Single(field => field.Number == 4).Bytes));
        Assert.Equal("00000000000000000000000000000abc", Convert.ToHexStringLower(exemplar.Single(field => field.Number == 5).Bytes));
    }

    private static List<MetricFamily> Families(out DurationSeries series, int milliseconds = 30)
    {
        series = new DurationSeries();
        Take(series, milliseconds, At, trace: 0xabc, overlap: 1);
        var family = new MetricFamily("unpause_stop_seconds", SeriesKind.Histogram, "h");
        family.Samples.AddRange(series.Samples(SeenKind.Stop, native: true));
        return [family];
    }

    private static void Take(DurationSeries series, long milliseconds, long end, int trace, long overlap)
    {
        var seen = new SeenStop(SeenKind.Pause, milliseconds * Millisecond) { UnixNanoseconds = end, Collects = true, Generation = "gen2" };
        series.Add(Orders, seen, Now);
        series.Exemplify(new DelayedRequest(Orders, seen, new SeenTrace((UInt128)trace, 13), overlap) { IsStop = true });
    }
}
