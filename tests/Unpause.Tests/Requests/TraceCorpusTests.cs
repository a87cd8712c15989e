using Unpause.Requests;

namespace Unpause.Tests.Requests;

/// <summary>Real samples; the expected figures were counted with python's json from the same files.</summary>
public sealed class TraceCorpusTests
{
    /// <summary>
    /// Fixtures written by OpenTelemetry's own JavaScript SDK (sdk-trace-base 2.12.1, otlp-transformer 0.223.1,
    /// exporter-zipkin 2.12.1) for three requests: server span, client span of 20 ms, 50 ms of nothing, span of 10 ms.
    /// The expected figures are those that the SDK printed.
    /// </summary>
    [Theory]
    [InlineData("opentelemetry-js.pb", "otlp-protobuf", 1)]
    [InlineData("opentelemetry-js.json", "otlp-json", 1)]
    [InlineData("opentelemetry-js-zipkin.json", "zipkin", 1000)]
    public void TraceCorpus_OpenTelemetry_IsReadAsRecorded(string file, string format, long grain)
    {
        var set = Assert.Single(
            Given.Load(File.ReadAllBytes(RepositoryFolder.File("tests", "Unpause.Tests", "fixtures", "traces", file))).Sets);
        Assert.Equal(format, set.Format);
        long[] durations = [21_018_803, 10_202_118, 82_393_615, 20_434_623, 10_248_207, 81_505_452, 20_468_893, 10_280_636, 81_462_578];
        Assert.Equal(
            durations.Select(duration => (duration + (grain / 2)) / grain * grain), set.Spans.Select(span => span.DurationNanoseconds));
        Assert.Equal(0x57057b62cdeb1d17UL, set.Spans[0].Id);
        Assert.Equal(0xbbe76f9805c7488eUL, set.Spans[0].ParentId);
        Assert.All(set.Spans, span => Assert.Equal(new Service("shop", 4135, null), set.Services[span.Service]));
        Assert.Equal([2, 5, 8], set.Requests.Select(request => request.Span));
        var holes = Unpause.Analysis.Holes.SpanTree.Build(set).Holes(45_000_000);
        Assert.Equal([2, 5, 8], holes.Select(hole => hole.Span));
    }

    [CorpusTheory("corpus", "traces")]
    [InlineData("jaeger-example_trace.json", "otlp-json", 5, 3, 500_000)]
    [InlineData("otlp-proto-example-trace.json", "otlp-json", 1, 1, 1_000_000_000)]
    [InlineData("jaegerui-testTrace.json", "jaeger", 4, 2, 4_083_329_000)]
    [InlineData("zipkin-yelp.json", "zipkin", 16, 8, 471_102_000)]
    [InlineData("zipkin-skew.json", "zipkin", 4, 2, 352_527_000)]
    public void TraceCorpus_SpansRequestsAndTotalTime_MatchPython(
        string file, string format, int spans, int requests, long nanoseconds)
    {
        var bytes = Given.Corpus(file);
        var set = Assert.Single(Given.Load(bytes).Sets);
        Assert.Equal(format, set.Format);
        Assert.Equal(spans, set.Spans.Count);
        Assert.Equal(requests, set.Requests.Count);
        Assert.Equal(nanoseconds, set.Spans.Sum(span => span.DurationNanoseconds));
        Assert.Equal(0, set.Coverage.LinesUnparsed);
    }

    [CorpusFact("corpus", "traces", "jaegerui-testTrace.json")]
    public void TraceCorpus_JaegerProcessesAfterSpans_NameTheServices()
    {
        var bytes = Given.Corpus("jaegerui-testTrace.json");
        var set = Assert.Single(Given.Load(bytes).Sets);
        Assert.Equal(
            ["load-generator", "load-generator", "ride-sharing-app", "ride-sharing-app"],
            set.Spans.Select(span => set.Services[span.Service].Name));
        Assert.Equal([0UL, 0x487f03177ef9cf89, 0xd81ccf159d71bc66, 0x3d4670fa91902216], set.Spans.Select(span => span.ParentId));
        Assert.Equal([SpanKind.Unspecified, SpanKind.Client, SpanKind.Server, SpanKind.Unspecified], set.Spans.Select(span => span.Kind));
        Assert.Equal(1_660_049_722_779_884_000, set.Spans[0].StartUnixNanoseconds);
        // The load generator serves no request, so its root is its request; the application has a server span.
        Assert.Equal([0, 2], set.Requests.Select(request => request.Span));
    }

    [CorpusFact("corpus", "traces", "otel-demo-part.jsonl")]
    public void TraceCorpus_MetricsAndLogsOnly_ContainNoSpan()
    {
        var bytes = Given.Corpus("otel-demo-part.jsonl");
        var loaded = Given.Load(bytes);
        Assert.Empty(loaded.Sets);
        Assert.Equal("looks like otlp-json, but contains no span", Assert.Single(loaded.Unread).Reason);
    }

    [CorpusFact("corpus", "traces", "otel-demo-part.jsonl")]
    public void TraceCorpus_MetricsAndLogsBetweenTraces_AreSkipped()
    {
        var bytes = Given.Corpus("otel-demo-part.jsonl");
        var trace = Given.OtlpLine("5B8EFFF798038103D269B633813FC60C", "EEE19B7EC3C1B174", null, 1000, 3000) + "\n";
        var set = Given.Set(System.Text.Encoding.UTF8.GetString(bytes).TrimEnd() + "\n" + trace);
        Assert.Equal(2000, Assert.Single(set.Requests).DurationNanoseconds);
        Assert.Equal(0, set.Coverage.LinesUnparsed);
    }
}
