using System.Text;
using Unpause.Requests;

namespace Unpause.Tests.Requests;

public sealed class ServingSpansTests
{
    private const string Trace = "5B8EFFF798038103D269B633813FC60C";

    [Fact]
    public void ServingSpans_EntryIntoAProcess_IsARequest()
    {
        var set = Given.Set(string.Join('\n',
            Given.OtlpLine(Trace, "0a", null, 1000, 9000),
            Given.OtlpLine(Trace, "0b", "0a", 2000, 9500), // its own service's span, and it takes longer
            Given.OtlpLine(Trace, "0c", "0b", 3000, 4000, kind: 1),
            Given.OtlpLine(Trace, "0d", "0b", 3000, 4000, kind: 5),
            Given.OtlpLine(Trace, "0e", "0d", 3000, 4000, kind: 3)));
        Assert.Equal([0, 1, 3], set.Requests.Select(request => request.Span));
        Assert.Contains(
            set.Coverage.Notes,
            note => note.Text == "2 requests came from inside their own service; each entry into a process counts");
    }

    [Theory]
    [InlineData("http.response.header.content-type", """{"arrayValue":{"values":[{"stringValue":"text/event-stream; charset=utf-8"}]}}""")]
    [InlineData("http.response.status_code", """{"intValue":"101"}""")]
    [InlineData("network.protocol.name", """{"stringValue":"websocket"}""")]
    [InlineData("rpc.type", """{"stringValue":"SERVER_STREAMING"}""")]
    [InlineData("messaging.operation.type", """{"stringValue":"receive"}""")]
    public void ServingSpans_Streams_AreNotRequests(string key, string value)
    {
        var line = Given.OtlpLine(Trace, "0a", null, 1000, 9000);
        var stream = Given.OtlpLine(Trace, "0b", null, 1000, 9_000_000_000).Replace(
            "\"status\":{}", $$"""{{"\"attributes\""}}:[{"key":"{{key}}","value":{{value}}}]""", StringComparison.Ordinal);
        var set = Given.Set(line + "\n" + stream);
        Assert.Equal(8000, Assert.Single(set.Requests).DurationNanoseconds);
        Assert.Equal((2, 1L), (set.Spans.Count, set.Streams));
        Assert.Contains(set.Coverage.Notes, note => note.Text.StartsWith("1 spans are streams (by content type", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("http.response.header.content-type", "text/html")]
    [InlineData("http.response.status_code", "200")]
    [InlineData("rpc.type", "UNARY")]
    [InlineData("messaging.operation.type", "process")]
    [InlineData("url.scheme", "https")]
    public void ServingSpans_OrdinaryAttributes_AreNotStreams(string key, string value) =>
        Assert.False(StreamMarks.IsKey(Encoding.UTF8.GetBytes(key)) && StreamMarks.IsStream(Encoding.UTF8.GetBytes(value)));

    [Fact]
    public void ServingSpans_JaegerAndZipkin_StreamsAndInstancesAreRead()
    {
        var jaeger = Given.Set("""
            {"data":[{"spans":[{"traceID":"1","spanID":"1","startTime":1,"duration":1,"processID":"p1","tags":[{"key":"span.kind","value":"server"},{"key":"http.status_code","value":101}]},
              {"traceID":"1","spanID":"2","startTime":1,"duration":1,"processID":"p1","tags":[{"key":"span.kind","value":"server"}]}],
              "processes":{"p1":{"serviceName":"a","tags":[
              {"key":"ip","value":"10.0.0.1"},{"key":"telemetry.sdk.language","value":"go"},{"key":"client-uuid","value":"f00"}]}}}]}
            """);
        Assert.Equal((1, 1L), (jaeger.Requests.Count, jaeger.Streams));
        Assert.Equal(new Service("a", null, "f00") { Address = "10.0.0.1", Language = "go" }, Assert.Single(jaeger.Services));
        var zipkin = Given.Set("""
            [{"traceId":"01","id":"02","kind":"SERVER","timestamp":5,"duration":7,"localEndpoint":{"serviceName":"a","ipv4":"10.0.0.1"},"tags":{"http.status_code":"101"}},
             {"traceId":"01","id":"03","kind":"SERVER","timestamp":5,"duration":7,"localEndpoint":{"serviceName":"a","ipv4":"10.0.0.1"},"tags":{"process.pid":"12","k8s.pod.name":"a-0","service.name":"ignored"}}]
            """);
        Assert.Equal((1, 1L), (zipkin.Requests.Count, zipkin.Streams));
        Assert.Contains(new Service("a", 12, null) { Address = "10.0.0.1", Pod = "a-0" }, zipkin.Services);
    }

    [Fact]
    public void ServingSpans_ProcessAttributes_AreRead()
    {
        var line = Given.OtlpLine(Trace, "0a", null, 1000, 9000).Replace(
            "\"resource\":{\"attributes\":[",
            "\"resource\":{\"attributes\":["
                + string.Concat(new[]
                {
                    "telemetry.sdk.language=java", "process.runtime.name=OpenJDK Runtime Environment", "host.name=h", "host.id=i",
                    "container.id=c", "k8s.pod.name=p", "service.instance.id=s",
                }.Select(pair => $$$"""{"key":"{{{pair.Split('=')[0]}}}","value":{"stringValue":"{{{pair.Split('=')[1]}}}"}},""")),
            StringComparison.Ordinal);
        Assert.Equal(
            new Service("shop", 42, "s")
            {
                Language = "java", RuntimeName = "OpenJDK Runtime Environment", Host = "h", HostId = "i", Container = "c", Pod = "p",
            },
            Assert.Single(Given.Set(line).Services));
    }

    [Fact]
    public void ServingSpans_IndistinguishableServices_AreOneProcess()
    {
        var vague = new Service("shop", null, null);
        var (a, b) = (vague with { Instance = "a", Language = "go" }, vague with { Instance = "b" });
        var one = ServingProcesses.Group([vague, a, a with { Host = "h" }]);
        Assert.Equal(a with { Host = "h" }, Assert.Single(one.All));
        // The vague one could be either.
        var three = ServingProcesses.Group([vague, a, b]);
        Assert.Equal(3, three.All.Count);
        Assert.NotEqual(three.IndexOf(a), three.IndexOf(b));
        // One process with several services.
        var shared = ServingProcesses.Group([new Service("web", 7, null) { Host = "h" }, new Service("db", 7, null) { Host = "h" }]);
        Assert.Single(shared.All);
        Assert.Equal(2, ServingProcesses.Group([new Service("web", 1, null), new Service("db", 1, null)]).All.Count);
    }
}
