using Unpause.Requests;

namespace Unpause.Tests.Requests;

public sealed class JaegerTests
{
    private const string Spans = """
        "spans":[{"traceID":"01","spanID":"0a","operationName":"GET","references":[],"startTime":1000,"duration":50,"tags":[{"key":"span.kind","type":"string","value":"server"}],"processID":"p1"},
        {"traceID":"01","spanID":"0b","operationName":"sql","references":[{"refType":"FOLLOWS_FROM","traceID":"01","spanID":"0c"},{"refType":"CHILD_OF","traceID":"01","spanID":"0a"}],"startTime":1010,"duration":5,"tags":[],"processID":"p1"},
        {"traceID":"01","spanID":"0c","operationName":"old","parentSpanID":"0b","startTime":1011,"duration":1,"processID":"p2"}]
        """;

    private const string Processes = """
        "processes":{"p1":{"serviceName":"shop","tags":[{"key":"pid","type":"int64","value":7},{"key":"hostname","type":"string","value":"h1"}]},"p2":{"serviceName":"db"}}
        """;

    private static readonly Service Shop = new("shop", 7, null) { Host = "h1" };

    [Theory]
    [InlineData("{\"data\":[{\"traceID\":\"01\",", "}]}")]
    [InlineData("{\"traceID\":\"01\",", "}")]
    [InlineData("{\"data\":{", "},\"id\":\"x\"}")]
    [InlineData("[{", "}]")]
    public void Jaeger_BareAndWrappedTraces_GiveTheSame(string before, string after)
    {
        foreach (var body in new[] { Spans + "," + Processes, Processes + "," + Spans })
        {
            var set = Given.Set(before + body + after);
            Assert.Equal("jaeger", set.Format);
            Assert.Equal([0UL, 0x0a, 0x0b], set.Spans.Select(span => span.ParentId));
            Assert.Equal(
                [Shop, Shop, new Service("db", null, null)],
                set.Spans.Select(span => set.Services[span.Service]));
            Assert.Equal([50_000L, 5_000, 1_000], set.Spans.Select(span => span.DurationNanoseconds));
            // shop's server span, and db's first span.
            Assert.Equal([0, 2], set.Requests.Select(request => request.Span));
        }
    }

    [Fact]
    public void Jaeger_ProcessIds_AreLocalToOneTrace()
    {
        var set = Given.Set("""
            {"data":[{"spans":[{"traceID":"1","spanID":"1","startTime":1,"duration":1,"processID":"p1"}],"processes":{"p1":{"serviceName":"a"}}},
                     {"spans":[{"traceID":"2","spanID":"2","startTime":1,"duration":1,"processID":"p1"}],"processes":{"p1":{"serviceName":"b"}}},
                     {"spans":[{"traceID":"3","spanID":"3","startTime":1,"duration":1,"process":{"serviceName":"c"}}]}]}
            """);
        Assert.Equal(["a", "b", "c"], set.Spans.Select(span => set.Services[span.Service].Name));
    }

    [Fact]
    public void Jaeger_TruncatedTrace_KeepsItsSpans()
    {
        var set = Given.Set("{\"data\":[{" + Spans);
        Assert.Equal(3, set.Spans.Count);
        Assert.All(set.Spans, span => Assert.Equal(-1, span.Service));
        Assert.Equal(1, set.Coverage.LinesUnparsed);
    }
}
