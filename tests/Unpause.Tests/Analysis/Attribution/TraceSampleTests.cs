using System.Globalization;
using System.Text;
using System.Text.Json;
using Unpause.Collections;
using Unpause.Recordings;
using Unpause.Reports;
using Unpause.Reports.Composition;
using Unpause.Reports.Documents;
using Unpause.Reports.Documents.Json;
using Unpause.Requests;
using Unpause.Requests.Attribution;
using Unpause.Requests.Attribution.Paths;

namespace Unpause.Tests.Analysis.Attribution;

/// <summary>The sample of traces that a report has, held against all traces.</summary>
public sealed class TraceSampleTests
{
    private const long Ms = SimulatedService.Ms;

    [Fact]
    public void Sample_ManyTraces_HasThoseWithTheSmallestHashes()
    {
        var (service, ids) = (SimulatedService.Random(3, 4, 0.5, count: 5_000), Ids(1, 5_000));
        var sample = SampleOf(service, ids);
        var smallest = ids.OrderBy(TraceHash.Of).ToList();
        Assert.Equal(smallest.Take(TraceSample.Most).Order(), sample.Traces.Select(trace => trace.Id).Order());
        Assert.Equal(TraceHash.Fraction(TraceHash.Of(smallest[TraceSample.Most])), sample.Below);
        Assert.InRange(sample.Below, 0.5 * 128 / 5_000, 2.0 * 128 / 5_000);
        Assert.Equal(5_000, sample.Requests);
        Assert.Equal(sample.Traces.Select(trace => trace.StartUnixNanoseconds).Order(), sample.Traces.Select(trace =>
            trace.StartUnixNanoseconds));
        var latencies = service.Measured();
        foreach (var trace in sample.Traces)
        {
            var i = Array.IndexOf(ids, trace.Id);
            var (from, to) = (service.Arrivals[i], service.Arrivals[i] + latencies[i]);
            Assert.Equal((SimulatedService.Zero + from, latencies[i]), (trace.StartUnixNanoseconds, trace.DurationNanoseconds));
            Assert.Equal(StoppedByHand(service, from, to), trace.StoppedNanoseconds);
        }
    }

    [Fact]
    public void Sample_FewTraces_HasAll()
    {
        var ids = Ids(2, 100);
        var sample = SampleOf(SimulatedService.Random(4, 4, 0.5, count: 100), ids);
        Assert.Equal((100, 1.0), (sample.Traces.Count, sample.Below));
    }

    [Fact]
    public void Sample_OnlyTraceWithTheLargestHash_IsNone()
    {
        // The hash can be undone, so a file may have such an id.
        UInt128 id = 0x3117e4861a5442ce;
        Assert.Equal(ulong.MaxValue, TraceHash.Of(id));
        var service = SimulatedService.Random(4, 4, 0.5, count: 100);
        UInt128[] ids = [.. Enumerable.Repeat(id, 100)];
        Assert.Empty(Compute(WithSpans(service.ToRequestSet(), ids), service.ToRecording()).Traces);
    }

    [Fact]
    public void Sample_TwoServices_ChooseTheSameTraces()
    {
        // One has all traces, the other every third and many of its own.
        var ids = Ids(3, 6_000);
        UInt128[] others = [.. ids.Where((_, i) => i % 3 == 0), .. Ids(4, 1_000)];
        var one = SampleOf(SimulatedService.Random(5, 4, 0.5, count: 6_000), ids);
        var other = SampleOf(SimulatedService.Random(6, 4, 0.5, count: others.Length), others);
        var below = Math.Min(one.Below, other.Below);
        var common = ids.Intersect(others).Where(id => TraceHash.Fraction(TraceHash.Of(id)) < below).Order();
        Assert.Equal(common, one.Traces.Select(trace => trace.Id).Intersect(other.Traces.Select(trace => trace.Id)).Order());
        Assert.InRange(common.Count(), 20, 60);
    }

    [Fact]
    public void Sample_StoppedTraces_AreTheSameShareAsOfAll()
    {
        var (sampled, all, count) = (0.0, 0.0, 0);
        for (var seed = 1; seed <= 30; seed++)
        {
            var service = SimulatedService.Random(seed, 4, 0.5, count: 3_000);
            var sample = SampleOf(service, Ids(seed, 3_000));
            var latencies = service.Measured();
            sampled += sample.Traces.Count(trace => trace.StoppedNanoseconds > 0);
            count += sample.Traces.Count;
            all += latencies.Where((latency, i) => StoppedByHand(service, service.Arrivals[i], service.Arrivals[i] + latency) > 0).Count()
                / 3_000.0 / 30;
        }

        Assert.InRange((sampled / count) - all, -4 * Math.Sqrt(all / count), 4 * Math.Sqrt(all / count));
    }

    [Fact]
    public void Sample_RequestsOfOneTrace_AreOneWithEachStopOnce()
    {
        // Ten requests of each trace, some at the same time.
        var service = SimulatedService.Random(7, 4, 0.5, count: 4_000);
        var few = Ids(5, 400);
        UInt128[] ids = [.. Enumerable.Range(0, 4_000).Select(i => few[i / 10])];
        var sample = SampleOf(service, ids);
        var latencies = service.Measured();
        Assert.Equal((4_000, TraceSample.Most), (sample.Requests, sample.Traces.Count));
        foreach (var trace in sample.Traces)
        {
            var requests = Enumerable.Range(0, 4_000).Where(i => ids[i] == trace.Id).ToList();
            var (from, to) = (requests.Min(i => service.Arrivals[i]), requests.Max(i => service.Arrivals[i] + latencies[i]));
            Assert.Equal((SimulatedService.Zero + from, to - from), (trace.StartUnixNanoseconds, trace.DurationNanoseconds));
            // Instant by instant, in pauses and requests.
            long[] edges =
            [
                .. requests.SelectMany(i => new[] { service.Arrivals[i], service.Arrivals[i] + latencies[i] })
                    .Concat(service.Pauses.SelectMany(pause => new[] { pause.Start, pause.Start + pause.Length })).Order(),
            ];
            var stopped = 0L;
            for (var i = 1; i < edges.Length; i++)
            {
                var at = edges[i - 1];
                if (service.Pauses.Any(pause => pause.Start <= at && at < pause.Start + pause.Length)
                    && requests.Any(one => service.Arrivals[one] <= at && at < service.Arrivals[one] + latencies[one]))
                    stopped += edges[i] - at;
            }

            Assert.Equal(stopped, trace.StoppedNanoseconds);
        }
    }

    [Fact]
    public void Sample_OfALog_IsNone()
    {
        var service = SimulatedService.Random(8, 4, 0.5, count: 1_000);
        Assert.Empty(Compute(service.ToRequestSet(), service.ToRecording()).Traces);
        Assert.Empty(Compute(WithSpans(service.ToRequestSet(), new UInt128[1_000]), service.ToRecording()).Traces);
    }

    [Fact]
    public void Sample_RequestsThatTheRecordingNumbered_AreNone()
    {
        var service = SimulatedService.Random(9, 4, 0.5, count: 1_000);
        var traces = new ChunkedList<UInt128>();
        var requests = new ChunkedList<RecordedRequest>();
        var real = Ids(6, 1_000);
        for (var i = 0; i < 1_000; i++)
        {
            requests.Add(new(service.Arrivals[i], service.Measured()[i], 0, i + 1, 0, i + 1, false));
            traces.Add(i % 20 == 0 ? real[i] : 0);
        }

        var recording = service.ToRecording() with
        {
            Requests = new(new Column<RecordedRequest>(requests), ["GET /"], 1_000) { Traces = new Column<UInt128>(traces) },
        };
        var sample = Assert.Single(Compute(Assert.Single(RecordedRequestSets.From([recording])), recording).Traces);
        Assert.Equal(real.Where((_, i) => i % 20 == 0).Order(), sample.Traces.Select(trace => trace.Id).Order());

        var numbered = recording with { Requests = recording.Requests with { Traces = null } };
        Assert.Empty(Compute(Assert.Single(RecordedRequestSets.From([numbered])), numbered).Traces);
    }

    [Fact]
    public void Hash_IdWithoutItsUpperHalf_IsTheSame() =>
        Assert.All(Ids(7, 100), id => Assert.Equal(TraceHash.Of(id), TraceHash.Of((ulong)id)));

    [Fact]
    public void Hash_CountedIds_IsEven()
    {
        var below = Enumerable.Range(1, 100_000).Count(i => TraceHash.Fraction(TraceHash.Of((UInt128)i)) < 0.1);
        Assert.InRange(below, 9_600, 10_400);
    }

    [Fact]
    public void Document_FullSample_IsSmallAndCanBeReadBack()
    {
        var service = SimulatedService.Random(10, 4, 0.5, count: 5_000);
        var (set, recording) = (WithSpans(service.ToRequestSet(), Ids(8, 5_000)), service.ToRecording());
        var attribution = Compute(set, recording);
        var document = RequestComposer.Compose(new RequestReport([set], attribution, [], []), [recording]);
        var written = Json(document);
        var bare = document with { Processes = [.. document.Processes.Select(process => process with { TraceSample = null })] };
        Assert.InRange(written.Length - Json(bare).Length, 4_000, 12_000);
        using var json = JsonDocument.Parse(written);
        var sample = json.RootElement.GetProperty("processes")[0].GetProperty("trace_sample");
        Assert.Equal(TraceSample.Most, sample.GetProperty("trace_ids").GetArrayLength());
        var first = attribution.Traces[0].Traces[0];
        Assert.Equal(first.Id.ToString("x32", CultureInfo.InvariantCulture), sample.GetProperty("trace_ids")[0].GetString());
        Assert.Equal(0, sample.GetProperty("start_ms")[0].GetDouble());
        Assert.Equal(first.DurationNanoseconds / 1e6, sample.GetProperty("duration_ms")[0].GetDouble(), 0.0006);
        Assert.Contains(sample.GetProperty("stopped_ms").EnumerateArray(), stopped => stopped.GetDouble() > 0);
    }

    private static string Json(RequestsDocument document)
    {
        using var output = new MemoryStream();
        IndentedJson.Write(output, document, ReportJson.Default.RequestsDocument);
        return Encoding.UTF8.GetString(output.ToArray());
    }

    private static long StoppedByHand(SimulatedService service, long from, long to)
    {
        var stopped = 0L;
        foreach (var (start, length) in service.Pauses) stopped += Math.Max(0, Math.Min(to, start + length) - Math.Max(from, start));
        return stopped;
    }

    private static UInt128[] Ids(int seed, int count)
    {
        var random = new Random(seed);
        return [.. Enumerable.Range(0, count).Select(_ =>
            new UInt128((ulong)random.NextInt64(), (ulong)random.NextInt64(1, long.MaxValue)))];
    }

    private static TraceSample SampleOf(SimulatedService service, UInt128[] ids) =>
        Assert.Single(Compute(WithSpans(service.ToRequestSet(), ids), service.ToRecording()).Traces);

    private static RequestAttribution Compute(RequestSet set, Recording recording) =>
        RequestAttribution.Compute([set], [recording], new AttributionOptions(100 * Ms));

    /// <summary>The same requests as spans of these traces.</summary>
    private static RequestSet WithSpans(RequestSet requests, UInt128[] ids)
    {
        var set = new RequestSet { Files = requests.Files, Format = "otlp-json" };
        for (var i = 0; i < ids.Length; i++)
        {
            var request = requests.Requests[i];
            set.Requests.Add(request with { Span = i });
            set.Spans.Add(new(
                ids[i], (ulong)i + 1, 0, request.StartUnixNanoseconds, request.DurationNanoseconds, -1, -1, SpanKind.Server));
        }

        return set;
    }
}
