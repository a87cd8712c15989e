namespace Unpause.Tests.Requests;

public sealed class ZipkinTests
{
    [Fact]
    public void Zipkin_ListOfLists_IsReadWith64And128BitIds()
    {
        var set = Given.Set("""
            [[{"traceId":"1e223ff1f80f1c69","id":"0000000000000001","kind":"SERVER","name":"get","timestamp":1470150004071068,"duration":99411,"localEndpoint":{"serviceName":"a"}}],
             [{"traceId":"463ac35c9f6413ad48485a3953bb6124","id":"2","parentId":"1","kind":"CLIENT","timestamp":1470150004071068,"localEndpoint":{"serviceName":"a"}}]]
            """);
        Assert.Equal(
            [(UInt128)0x1e223ff1f80f1c69, new UInt128(0x463ac35c9f6413ad, 0x48485a3953bb6124)], set.Spans.Select(span => span.TraceId));
        Assert.Equal(99_411_000, set.Spans[0].DurationNanoseconds);
        Assert.Equal(1_000, set.ResolutionNanoseconds);
        Assert.Equal(0, Assert.Single(set.Requests).Span);
        Assert.Contains(set.Coverage.Notes, note => note.Text.StartsWith("1 spans have no duration", StringComparison.Ordinal));
    }

    [Fact]
    public void Zipkin_SpanPerLine_RepeatedSpanIsOneRequest()
    {
        const string line =
            """{"traceId":"01","id":"02","kind":"SERVER","timestamp":5,"duration":7,"localEndpoint":{"serviceName":"a"},"tags":{"x":{"deep":[1]}}}""";
        var set = Given.Set($"{line}\n{line}\n");
        Assert.Equal(2, set.Spans.Count);
        Assert.Single(set.Requests);
    }

    [Theory]
    [InlineData("""[{"traceId":"01","id":"02","timestamp":-5,"duration":7,"localEndpoint":{}}]""")]
    [InlineData("""[{"traceId":"zz","id":"02","timestamp":5,"duration":7,"localEndpoint":{}}]""")]
    [InlineData("""[{"traceId":"01","id":"0","timestamp":5,"duration":7,"localEndpoint":{}}]""")]
    [InlineData("""[{"traceId":"01","id":"02","timestamp":9223372036854775807,"duration":7,"localEndpoint":{}}]""")]
    [InlineData("""[{"traceId":{"a":1},"id":["02"],"timestamp":"x","localEndpoint":5}]""")]
    public void Zipkin_ImpossibleSpans_AreCountedAndLeftOut(string json)
    {
        var loaded = Given.Load(json);
        Assert.Empty(loaded.Sets);
        Assert.Equal("looks like zipkin, but contains no span", Assert.Single(loaded.Unread).Reason);
    }
}
